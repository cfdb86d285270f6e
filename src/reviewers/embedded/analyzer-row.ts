/** The row of an analyzer in the report. What ran has a version: without one nobody can find the same again. */
import type { AnalyzerRow } from '../../ports/analyzer.ts';
import type { AnalyzerStatus } from '../../protocol/report/report-document.ts';

interface RowFacts {
  readonly name: string;
  readonly version: string | null;
  readonly status: AnalyzerStatus;
  readonly findings: number;
  readonly reason: string | null;
}

/** Only recordings of before versions were kept have none. */
const UNKNOWN = 'unknown';

export function toAnalyzerRow({ status, version, ...facts }: RowFacts): AnalyzerRow {
  return status === 'absent' || status === 'failed'
    ? { ...facts, status, version }
    : { ...facts, status, version: version ?? UNKNOWN };
}
