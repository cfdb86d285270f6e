/**
 * Maps an agent's used share of its budget to a mode (`full`, `high_severity_only`, `force_return`), says whether a finding
 * handed in then is kept and shortens its text (MODE-01..11, REV-01, REV-08, REV-15). Also percentages of usage. Counts no
 * tokens: engine/ledger.ts and context/tools/meter.ts call it with counts.
 */

import type { ClaimedFinding } from '../findings/finding.ts';
import type { Severity } from '../findings/severity.ts';
import { isGrave } from '../findings/severity.ts';
import type { Thresholds } from './thresholds.ts';

export const MODES = ['full', 'high_severity_only', 'force_return'] as const;
export type Mode = (typeof MODES)[number];

/** Half-open bands on the unrounded ratio: a boundary belongs to the stricter mode. */
export function modeAt(usageRatio: number, thresholds: Thresholds): Mode {
  if (usageRatio < thresholds.fullAnalysis) return 'full';
  return usageRatio < thresholds.highSeverity ? 'high_severity_only' : 'force_return';
}

/** The hard stop behind the soft one (HOST-02). */
export const mustAbort = (usageRatio: number, thresholds: Thresholds): boolean => usageRatio >= thresholds.forceReturn;

export function usedPercent(usedTokens: number, budgetTokens: number): number {
  if (budgetTokens <= 0) return 100;
  return Math.min(100, Math.floor((100 * Math.max(0, usedTokens)) / budgetTokens));
}

export const remainingPercent = (usedTokens: number, budgetTokens: number): number =>
  100 - usedPercent(usedTokens, budgetTokens);

export type SubmissionJudgement = 'keep' | 'count-as-skipped';

/** What is recorded in full mode stays; a MEDIUM or LOW handed in later only moves a counter (MODE-08, REV-15). */
export const judgeSubmission = (severity: Severity, mode: Mode): SubmissionJudgement =>
  mode === 'full' || isGrave({ severity }) ? 'keep' : 'count-as-skipped';

type Shapeable = Pick<ClaimedFinding, 'file' | 'line' | 'evidence' | 'recommendation' | 'related'>;

/**
 * A finding in the words its mode allows: beyond full analysis the place instead of the snippet, the advice without its
 * example, no cross-references (MODE-05, MODE-06, MODE-09, MODE-10). Check the evidence before shaping: it is gone after.
 */
export function shapeFinding<T extends Shapeable>(finding: T, mode: Mode): T {
  if (mode === 'full') return finding;
  return {
    ...finding,
    evidence: finding.file === null ? null : formatLocation(finding.file, finding.line),
    recommendation: finding.recommendation === null ? null : shortenRecommendation(finding.recommendation),
    related: [],
  };
}

export const formatLocation = (file: string, line: number | null): string => (line === null ? file : `${file}:${line}`);

const BRIEF_CHARACTERS = 120;
const EXAMPLE_START = /(?<!\s)\s*(?:```|(?:[:;,(—–]\s*)?\b(?:e\.g\.|for example|for instance)|:\s|\n)/iu;
const SENTENCE_END = /[.!?](?=\s|$)/u;

/** The first sentence up to its example; cut between words where even that is long. */
function shortenRecommendation(text: string): string {
  const trimmed = text.trim();
  const advice = trimmed.split(EXAMPLE_START, 1)[0] || trimmed;
  const sentence = (advice.split(SENTENCE_END, 1)[0] || advice).trim();
  if (sentence.length <= BRIEF_CHARACTERS) return sentence;
  return `${sentence.slice(0, BRIEF_CHARACTERS - 1).replace(/(?<!\s)\s+\S*$/u, '')}…`;
}
