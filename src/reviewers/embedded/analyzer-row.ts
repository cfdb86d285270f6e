/**
 * Makes the row of one analyzer in the report (name, version, status, number of findings, reason). What ran always has a version, if
 * need be `unknown`. Called by embedded-driver.ts, audit/scan-baseline.ts and wiring/audit-baseline.ts.
 */
import type { AnalyzerRow } from '../../ports/analyzer.ts';
import type { LimitedFile } from '../../protocol/coverage/limited-files.ts';
import type { AnalyzerStatus } from '../../protocol/report/report-document.ts';

interface RowFacts {
  readonly name: string;
  readonly version: string | null;
  readonly status: AnalyzerStatus;
  readonly findings: number;
  readonly reason: string | null;
  readonly limits?: readonly LimitedFile[];
}

/** Only recordings of before versions were kept have none. */
const UNKNOWN = 'unknown';

export function toAnalyzerRow({ status, version, ...facts }: RowFacts): AnalyzerRow {
  return status === 'absent' || status === 'failed'
    ? { ...facts, status, version }
    : { ...facts, status, version: version ?? UNKNOWN };
}
