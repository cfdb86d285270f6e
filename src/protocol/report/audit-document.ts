/** What the report document says of an audit beyond a review: the key `audit`, null in reviews (FACT-11, REPORT-01..04). */

import type { CoverageMark, Dimension } from '../findings/dimension.ts';
import type { Severity } from '../findings/severity.ts';
import type { AuditMode } from '../rounds/audit-mode.ts';

export interface AuditDocument {
  readonly mode: AuditMode;
  /** `audit incomplete`, `INCOMPLETE`, `Deep Dive Incomplete`, `not validated`: shown on top of the report. */
  readonly watermarks: readonly string[];
  /** One line per duty of disclosure. */
  readonly limitations: readonly string[];
  readonly markers: readonly string[];
  readonly recon: {
    readonly modules: number;
    readonly entry_points: readonly { readonly place: string; readonly kind: string; readonly label: string }[];
    readonly dependencies: number;
    readonly frameworks: readonly string[];
    readonly library: boolean;
    readonly knowledge: readonly string[];
    readonly notes: readonly string[];
    /** Most lines first. */
    readonly module_list: readonly { readonly name: string; readonly files: number; readonly loc: number }[];
    /** `name:version`, direct ones first. */
    readonly dependency_list: readonly string[];
    /** How many entries the caps of the lists left out. */
    readonly left_out: { readonly modules: number; readonly dependencies: number };
  };
  readonly permission_matrix: readonly {
    readonly place: string;
    readonly endpoint: string;
    readonly resource: string | null;
    readonly verb: string | null;
    readonly sensitive: boolean;
    readonly guards: readonly string[];
    /** `file:line` of the function that answers; null where it was not found. */
    readonly handler: string | null;
    /** The host saw its declaration, its guards and the function that answers examined, and every sink there followed. */
    readonly verified: boolean;
  }[];
  readonly agents: readonly {
    readonly agent: string;
    readonly round: number;
    readonly status: string;
    readonly output_status: string;
    readonly dimensions: readonly Dimension[];
    readonly retry_of: string | null;
    readonly emergency: boolean;
    /** Sent with a finer piece of the work after every agent of the round had failed. */
    readonly restart: boolean;
    readonly findings: number;
    readonly reason: string | null;
    readonly max_turns: number;
    readonly tool_calls: Readonly<Record<string, number>>;
    readonly files_read: number;
    readonly rereads: number;
    readonly refused_calls: number;
    readonly modules_loaded: readonly string[];
    /** What the agent says of its coverage, beside the host's figures. */
    readonly claimed_coverage: Readonly<Partial<Record<Dimension, CoverageMark>>>;
  }[];
  readonly evaluations: readonly {
    readonly round: number;
    readonly emergency: boolean;
    readonly dimensions: Readonly<Record<Dimension, CoverageMark>>;
    readonly ratio: number;
    readonly met: boolean;
    readonly questions: {
      readonly unsearched: boolean;
      readonly all_traced: boolean;
      readonly combinations: boolean;
    } | null;
    /** Entries that did not fit into the state handed on, by kind; empty where all did. */
    readonly transfer_losses: Readonly<Record<string, number>>;
  }[];
  readonly control_evidence: readonly { readonly dimension: Dimension; readonly lines: readonly string[] }[];
  readonly semgrep: {
    readonly status: string;
    readonly reason: string | null;
    readonly verification: readonly string[];
  };
  readonly deep_dive: {
    readonly status: 'completed' | 'partial' | 'skipped';
    readonly hotspots: number;
    readonly hotspots_covered: number;
    readonly flows: readonly {
      readonly finding: string;
      readonly status: string;
      readonly reason: string | null;
      readonly steps: readonly string[];
    }[];
    readonly chains_refuted: number;
    readonly chains_left_out: number;
  };
  readonly validation: readonly {
    readonly finding: string;
    readonly verdict: string;
    readonly validator: string | null;
    readonly method: string | null;
    readonly verification: string | null;
    readonly reason: string | null;
    readonly stated_severity: Severity;
    readonly score: number | null;
    readonly rating_dispute: { readonly stated: Severity; readonly scored: Severity } | null;
    readonly poc: { readonly status: 'provided' | 'not_reproducible' | 'not_required'; readonly reason: string | null };
  }[];
  /** Sum of four scores of 0..3. */
  readonly path_scores: readonly {
    readonly finding: string;
    readonly authentication: number;
    readonly request: number;
    readonly interaction: number;
    readonly threshold: number;
    readonly total: number;
  }[];
  /** Dimensions that are N/A, and why (FACT-02). */
  readonly not_applicable: readonly { readonly dimension: Dimension; readonly reason: string }[];
}
