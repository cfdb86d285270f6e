/**
 * Defines the JSON that tells a round's agents what earlier rounds did (`round_context`, upper-case keys, coverage symbols) with
 * its limits, and formats it as a fenced block for the prompt (TRANSFER-01..10). Built by state-transfer.ts, put into the prompt
 * by prompts/audit-hunt.ts.
 */
import type { CoverageSymbol, Dimension } from '../findings/dimension.ts';
import type { AuditSeverity } from '../findings/severity.ts';

export const MAX_FILES_READ = 100;
export const MAX_SEARCHES = 30;
export const MAX_SUMMARIES = 30;

/** How far a finding of an earlier round has come (AUD-29). */
export const SUMMARY_STATUSES = [
  'unvalidated',
  'pre_validated',
  'originally_truncated',
  'needs_reaudit',
  'rejected',
] as const;
export type SummaryStatus = (typeof SUMMARY_STATUSES)[number];

export interface FalsePositive {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

export interface PastSearch {
  readonly pattern: string;
  readonly scope: string;
}

export interface SummaryWire {
  readonly id: string;
  readonly severity: AuditSeverity;
  readonly cwe: string | null;
  readonly file: string;
  readonly status: SummaryStatus;
}

export interface TransferData {
  readonly FILES_READ: readonly string[];
  readonly COVERED: Readonly<Record<Dimension, CoverageSymbol>>;
  readonly GAPS: readonly Dimension[];
  readonly FINDINGS_SUMMARY?: readonly SummaryWire[];
  readonly HOTSPOTS?: readonly { readonly file: string; readonly lines: string; readonly reason: string }[];
  readonly FALSE_POSITIVES?: readonly FalsePositive[];
  readonly CLEAN?: readonly string[];
  readonly GREP_DONE?: readonly PastSearch[];
}

export interface RoundContext {
  readonly round_context: {
    readonly current_round: number;
    readonly previous_rounds: readonly number[];
    readonly transfer_data: TransferData;
  };
}

/** The data block of a system prompt. Its fence is longer than any run of backticks inside, so content cannot close it. */
export function formatTransferBlock(context: RoundContext): string {
  const json = JSON.stringify(context);
  const longest = [...json.matchAll(/`+/gu)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}json\n${json}\n${fence}`;
}
