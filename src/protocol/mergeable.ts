/** What a finding must tell to be compared with others, and the one order in which findings are compared (FACT-09). */
import { compareSeverity, type Severity } from './severity.ts';

export interface Mergeable {
  readonly id: string | null;
  readonly agent: string;
  readonly severity: Severity;
  readonly confidence: number;
  readonly file: string | null;
  readonly line: number | null;
  readonly endLine: number | null;
  readonly cwe: string | null;
  readonly rule: string | null;
  readonly category: string | null;
  readonly title: string;
  readonly issue: string;
  readonly evidence: string | null;
  readonly source: string | null;
  readonly flow: string | null;
}

export const isPlaced = ({ file, line }: Mergeable): boolean => file !== null && line !== null;
export const firstLine = ({ line }: Mergeable): number => line ?? 0;
export const lastLine = ({ line, endLine }: Mergeable): number => Math.max(line ?? 0, endLine ?? 0);

const ORDER_KEYS = ['cwe', 'rule', 'category', 'agent', 'id', 'title', 'issue', 'evidence', 'source', 'flow'] as const;

/** A total order on everything that tells two findings apart, by place first. */
export function compareFindings(a: Mergeable, b: Mergeable): number {
  const byPlace = firstLine(a) - firstLine(b) || lastLine(a) - lastLine(b) || compareSeverity(a.severity, b.severity);
  if (byPlace !== 0) return byPlace;
  for (const key of ORDER_KEYS) {
    const left = a[key] ?? '';
    const right = b[key] ?? '';
    if (left !== right) return left < right ? -1 : 1;
  }
  return b.confidence - a.confidence;
}

/** Its words; a title that only repeats the beginning counts once. */
export const textOf = ({ title, issue }: Mergeable): string => (issue.includes(title) ? issue : `${title}\n${issue}`);
