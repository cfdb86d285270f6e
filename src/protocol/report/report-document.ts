/**
 * The report document, `consensus-review/report@1`: everything that happened in a run, in the names of the wire.
 * Every output format is a pure function of it. Key order here is the key order of the JSON.
 */

import type { CoverageMark, Dimension } from '../findings/dimension.ts';
import type { FindingStatus } from '../findings/finding.ts';
import type { Severity } from '../findings/severity.ts';
import type { AuditDocument } from './audit-document.ts';

export const REPORT_SCHEMA = 'consensus-review/report@1';

export const IGNORE_REASONS = [
  'binary',
  'too-large',
  'ignored',
  'generated',
  'vendored',
  'unreadable',
  'outside-root',
] as const;
export type IgnoreReason = (typeof IGNORE_REASONS)[number];

export type Verdict = 'VETO' | 'WARN' | 'OK';
export type Isolation = 'shared' | 'branch';
export type Mode = 'full' | 'high_severity_only' | 'force_return';
export type CutoffReason = 'budget' | 'truncated' | 'timeout' | 'error' | 'aborted';
export type AgentStatus = 'completed' | 'truncated' | 'failed';
export type AnalyzerStatus = 'completed' | 'partial' | 'absent' | 'failed';
export type RoundDecision = 'next-round' | 'converge' | 'emergency' | 'incomplete';

export interface IgnoredFile {
  readonly path: string;
  readonly reason: IgnoreReason;
}

export interface ReportAgent {
  readonly agent: string;
  readonly round: number;
  readonly wave: number;
  readonly budget_tokens: number;
  readonly used_tokens: number;
  readonly partial: boolean;
  readonly cutoff_reason: CutoffReason | null;
  readonly mode: Mode;
  readonly budget_used_percent: number;
  readonly budget_remaining_percent: number;
  readonly files_reviewed: number;
  readonly files_skipped: number;
  readonly skipped_files: readonly string[];
  readonly skipped: { readonly medium_count: number; readonly low_count: number };
  readonly verdict: Verdict;
  readonly veto_reasons: readonly string[];
  readonly status: AgentStatus;
  readonly recommendation: string | null;
  /** Which model it was asked to be; null where analyzers review, or where nobody said. */
  readonly model: string | null;
  /** Of `files_reviewed`: not given to it, since it had reviewed them in an earlier run. */
  readonly files_recalled: number;
}

/** Files that were not paid for again, by the run that reviewed them. */
export interface ReportRecalled {
  readonly run: string;
  /** When that run began; ISO 8601, UTC. */
  readonly started_at: string;
  readonly files: number;
  /** Agents that were not given them. */
  readonly agents: readonly string[];
}

export interface ReportFinding {
  readonly id: string;
  readonly fingerprint: string;
  readonly severity: Severity;
  readonly category: string;
  readonly dimension: Dimension | null;
  readonly cwe: string | null;
  readonly file: string;
  readonly line: number;
  readonly end_line: number;
  readonly title: string;
  readonly issue: string;
  readonly evidence: string | null;
  readonly recommendation: string | null;
  readonly references: readonly string[];
  readonly related: readonly string[];
  readonly source: string | null;
  readonly sink: string | null;
  readonly flow: string | null;
  readonly impact: string | null;
  readonly confidence: number;
  readonly status: FindingStatus;
  readonly originally_truncated: boolean;
  readonly introduced: boolean;
  readonly agreement: { readonly k: number; readonly n: number };
  readonly reported_by: readonly {
    readonly agent: string;
    readonly round: number;
    readonly rule: string | null;
    readonly model: string | null;
  }[];
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface ReportFileCoverage {
  readonly path: string;
  readonly status: 'reviewed' | 'partial' | 'skipped';
  readonly depth: 'full' | 'reduced';
  readonly reason: string | null;
  readonly by: Readonly<Record<string, 'reviewed' | 'skipped'>>;
}

export interface ReportAnalyzer {
  readonly name: string;
  readonly version: string | null;
  readonly status: AnalyzerStatus;
  readonly findings: number;
  readonly reason: string | null;
}

/** A return signal in the report: the six required fields; type-specific ones follow them. */
export interface ReportSignal {
  readonly coordinator_type: string;
  readonly summary_brief: string;
  readonly work_remaining: 0 | readonly (number | string)[];
  readonly context_exhausted: boolean;
  readonly context_usage_percent: number;
  readonly requires_continuation: boolean;
  readonly [field: string]: unknown;
}

/** What calls of models used. */
export interface ReportUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number;
  readonly calls: number;
  readonly reused_calls: number;
  readonly repeated_calls: number;
  /** Of the input: what the provider had kept. */
  readonly cached_input_tokens: number;
  /** Booked at their worst case, in whole or in part, since the provider did not say. */
  readonly estimated_calls: number;
  /** Of models whose price nobody knows: the cost is without them. */
  readonly unpriced_calls: number;
}

export interface ReportLedgerEntry extends ReportUsage {
  readonly agent: string;
  /** The model that answered. */
  readonly model: string;
}

export interface ReportDocument {
  readonly schema: typeof REPORT_SCHEMA;
  readonly run: {
    readonly id: string;
    readonly playbook: 'review' | 'audit';
    readonly mode: 'review' | 'quick' | 'standard' | 'deep';
    readonly model: string;
    readonly started_at: string;
    readonly finished_at: string;
    readonly resumed: number;
  };
  readonly scope: {
    readonly selection: string;
    readonly files: number;
    readonly tokens: number;
    readonly loc: number;
    readonly languages: Readonly<Record<string, number>>;
    readonly ignored: readonly IgnoredFile[];
    /** Whether only changes were selected: what stands in other files was not looked at. */
    readonly change: boolean;
  };
  readonly budget: { readonly total_tokens: number; readonly scale: number; readonly isolation: Isolation };
  readonly verdict: Verdict;
  readonly complete: boolean;
  readonly verdict_trace: readonly string[];
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  readonly suggestions: readonly string[];
  readonly agents: readonly ReportAgent[];
  readonly findings: readonly ReportFinding[];
  readonly coverage: {
    readonly files: readonly ReportFileCoverage[];
    readonly dimensions: Readonly<Partial<Record<Dimension, CoverageMark>>>;
    readonly gaps: readonly Dimension[];
    readonly ratio: number;
    readonly met: boolean;
    readonly cells: readonly {
      readonly dimension: Dimension;
      readonly path: string;
      readonly status: CoverageMark;
      /** Of a control dimension, as `GET /orders/:id`; null where the cell is a file. */
      readonly endpoint: string | null;
    }[];
    readonly recalled: readonly ReportRecalled[];
  };
  readonly rounds: readonly {
    readonly round: number;
    readonly agents: number;
    readonly findings: number;
    readonly gaps: readonly Dimension[];
    readonly decision: RoundDecision;
    readonly reason: string;
  }[];
  readonly attack_chains: readonly {
    readonly id: string;
    readonly title: string;
    readonly findings: readonly string[];
    readonly preconditions: readonly string[];
    readonly steps: readonly string[];
    readonly severity: Severity;
    /**
     * `shown`: followed in the deep dive; `unverified`: an agent says it holds, of lines it was not given; `candidate`: the
     * findings fit together, nobody followed it.
     */
    readonly standing: 'shown' | 'unverified' | 'candidate';
    readonly amplification: string;
    /** How the link was shown, or what was said of it; null where nobody spoke of it. */
    readonly reason: string | null;
  }[];
  readonly analyzers: readonly ReportAnalyzer[];
  readonly truncation: {
    readonly agents: readonly {
      readonly agent: string;
      readonly severity: 'mild' | 'severe';
      readonly recovery: string;
    }[];
    readonly coverage_gaps: readonly string[];
    readonly unrecovered_findings: number;
    readonly needs_reaudit: readonly { readonly agent: string; readonly id: string; readonly file: string | null }[];
  };
  readonly signals: readonly ReportSignal[];
  readonly usage: ReportUsage & {
    /** The same sums per agent and model; together they are the whole. */
    readonly ledger: readonly ReportLedgerEntry[];
  };
  /** What only an audit has to say; null in a review. */
  readonly audit: AuditDocument | null;
}
