/** The order in which findings are read, and the ids that follow from it: C-01, H-01, M-01, L-01 (FACT-10, FACT-15). */
import { comparePaths } from './priority.ts';
import { compareSeverity, type Severity } from './severity.ts';

export interface Rankable {
  readonly id: string;
  readonly severity: Severity;
  /** After weighting. */
  readonly confidence: number;
  readonly agreement: { readonly k: number };
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly title: string;
  readonly fingerprint: string;
}

/** Most severe first, then what several agents agree on, then confidence, then place. A total order. */
export const rankFindings = <T extends Rankable>(findings: readonly T[]): readonly T[] =>
  findings.toSorted(
    (a, b) =>
      compareSeverity(a.severity, b.severity) ||
      b.agreement.k - a.agreement.k ||
      b.confidence - a.confidence ||
      comparePaths(a.file, b.file) ||
      a.line - b.line ||
      a.endLine - b.endLine ||
      comparePaths(a.title, b.title) ||
      comparePaths(a.fingerprint, b.fingerprint),
  );

const LETTERS: Readonly<Record<Severity, string>> = { CRITICAL: 'C', HIGH: 'H', MEDIUM: 'M', LOW: 'L' };

/** Numbers findings in their order; at least two digits. */
export function numberFindings<T extends Rankable>(ranked: readonly T[]): readonly T[] {
  const counts = new Map<Severity, number>();
  return ranked.map((finding) => {
    const number = (counts.get(finding.severity) ?? 0) + 1;
    counts.set(finding.severity, number);
    return { ...finding, id: `${LETTERS[finding.severity]}-${String(number).padStart(2, '0')}` };
  });
}
