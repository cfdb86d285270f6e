/**
 * Defines the fields of a finding that merging compares, a total order of findings by place, and which of several describes a
 * problem best (FACT-09). Used by merge.ts, group-placed.ts, group-vague.ts and engine/.
 */
import { compareSeverity, type Severity } from './severity.ts';

export interface Mergeable {
  readonly id: string | null;
  readonly agent: string;
  /**
   * In which agent run the agent said it, where it had several (models, waves, rounds). What one agent run reports twice is two
   * problems; what another agent run reports may be the same one again. The agent itself where there was only one.
   */
  readonly agentRun?: string | undefined;
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
  /** What the untrusted value reaches, as `code :line`. */
  readonly sink?: string | null | undefined;
  readonly flow: string | null;
  /** False where file and line only stand in for a place that was not named. */
  readonly isPlaced?: boolean | undefined;
  /** `dependency`: what it speaks of; findings about different ones are never one. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

export const agentRunOf = ({ agent, agentRun }: Mergeable): string => agentRun ?? agent;
export const isPlaced = ({ file, line, isPlaced: isNamed = true }: Mergeable): boolean =>
  isNamed && file !== null && line !== null;
export const firstLine = (finding: Mergeable): number => (isPlaced(finding) ? (finding.line ?? 0) : 0);
export const lastLine = (finding: Mergeable): number =>
  isPlaced(finding) ? Math.max(finding.line ?? 0, finding.endLine ?? 0) : 0;

/** Names of the dependencies a finding is about (FACT-12), without their versions. */
export const subjectsOf = ({ dependency }: Readonly<Record<string, unknown>> = {}): readonly string[] =>
  typeof dependency !== 'string'
    ? []
    : dependency.split(',').flatMap(
        (name) =>
          name
            .trim()
            .toLowerCase()
            .replace(/(?<=.)@[^@/]*$/u, '') || [],
      );

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
  const [left, right] = [agentRunOf(a), agentRunOf(b)];
  if (left !== right) return left < right ? -1 : 1;
  return b.confidence - a.confidence;
}

/** Its words; a title that only repeats the beginning counts once. */
export const textOf = ({ title, issue }: Mergeable): string => (issue.includes(title) ? issue : `${title}\n${issue}`);

/** The one that tells it best: the surest, then with a flow, then the gravest, then an agent before a rule (FACT-09). */
export const pickTelling = <T extends Mergeable>(members: readonly T[]): T =>
  members.reduce((best, member) => (compareTelling(member, best) < 0 ? member : best));

/** Below zero where `a` tells it better. */
export const compareTelling = (a: Mergeable, b: Mergeable): number =>
  b.confidence - a.confidence ||
  Number(b.flow !== null) - Number(a.flow !== null) ||
  compareSeverity(a.severity, b.severity) ||
  Number(a.rule !== null) - Number(b.rule !== null);
