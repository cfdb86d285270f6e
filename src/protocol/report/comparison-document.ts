/** What a comparison of two runs says, in the names of the wire. Key order here is the key order of the JSON. */
import type { ReportDocument, ReportFinding } from './report-document.ts';

export const COMPARISON_SCHEMA = 'consensus-review/comparison@1';

/** In the order in which they are shown. */
export const FINDING_CHANGES = ['new', 'newly_seen', 'fixed', 'unknown', 'still_there'] as const;
export type FindingChange = (typeof FINDING_CHANGES)[number];

export type ComparedFinding = Pick<
  ReportFinding,
  'id' | 'severity' | 'category' | 'dimension' | 'cwe' | 'file' | 'line' | 'title' | 'status' | 'introduced'
>;

export interface ComparisonEntry {
  readonly fingerprint: string;
  /** Why it stands where it stands, where that needs a word. */
  readonly reason: string | null;
  /** Null where that run does not have it. */
  readonly before: ComparedFinding | null;
  readonly after: ComparedFinding | null;
}

export interface ComparedRun {
  readonly id: string;
  readonly playbook: ReportDocument['run']['playbook'];
  readonly mode: ReportDocument['run']['mode'];
  readonly model: string;
  readonly selection: string;
  readonly started_at: string;
  readonly verdict: ReportDocument['verdict'];
  readonly complete: boolean;
  /** That were neither rejected nor suppressed. */
  readonly findings: number;
}

export interface ComparisonDocument {
  readonly schema: typeof COMPARISON_SCHEMA;
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** How the two runs differ beside what they found; empty where the same was asked for. */
  readonly differences: readonly string[];
  readonly counts: Readonly<Record<FindingChange, number>>;
  readonly new: readonly ComparisonEntry[];
  /** Not in the first run, which did not look there. */
  readonly newly_seen: readonly ComparisonEntry[];
  readonly fixed: readonly ComparisonEntry[];
  /** Not in the second run, which did not look there. */
  readonly unknown: readonly ComparisonEntry[];
  readonly still_there: readonly ComparisonEntry[];
}
