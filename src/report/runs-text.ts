/**
 * Describes a stored run in short texts: its age, how it ended, what it found, what it cost, what it reviewed. Called by the pages of
 * runs (pages/run*-page.ts, pages/comparison-page.ts) and by `runs list` and `runs prune`.
 */

import { SEVERITIES, type SeverityCounts } from '../protocol/findings/severity.ts';
import type { RunSummary } from '../protocol/report/runs-document.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** `just now`, `12 min ago`, `3 h ago`, `5 d ago`. A clock that went back makes nothing come from the future. */
export function describeAge(ageSeconds: number): string {
  if (ageSeconds < MINUTE_S) return 'just now';
  if (ageSeconds < HOUR_S) return `${Math.floor(ageSeconds / MINUTE_S)} min ago`;
  return ageSeconds < DAY_S ? `${Math.floor(ageSeconds / HOUR_S)} h ago` : `${Math.floor(ageSeconds / DAY_S)} d ago`;
}

/** `2026-11-15 23:07:41 UTC` of an ISO time. */
export const formatMoment = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

/** `VETO`, `WARN, partial`, `interrupted`. */
export function describeEnd({ status, verdict, complete }: RunSummary): string {
  if (status !== 'finished' || verdict === null) return status;
  return complete === false ? `${verdict}, partial` : verdict;
}

/** `1C 2H 0M 4L` without the zeros; `none`; nothing where there is no report. */
export function describeFound(findings: SeverityCounts | null): string {
  if (findings === null) return '';
  const parts = SEVERITIES.filter((severity) => findings[severity] > 0);
  return parts.length === 0 ? 'none' : parts.map((severity) => `${findings[severity]}${severity[0]}`).join(' ');
}

/** In cents and up; a price that nobody knows is no zero. */
export function formatMoney(usd: number, calls: number, unpricedCalls: number): string {
  if (calls === 0) return usd === 0 ? '–' : `$${usd.toFixed(2)}`;
  if (unpricedCalls === calls) return '?';
  const shown = usd > 0 && usd < 0.01 ? `$${usd.toFixed(4)}` : `$${usd.toFixed(2)}`;
  return unpricedCalls > 0 ? `${shown}+?` : shown;
}

/** What it cost so far. A run that was kept before prices were counted says nothing of single calls. */
export function describeBill({ usage }: RunSummary): string {
  if (usage === null) return '';
  const { cost_usd, calls, unpriced_calls } = usage;
  return formatMoney(cost_usd, calls, unpriced_calls ?? (cost_usd === 0 ? calls : 0));
}

/** `review of src`, `deep audit of whole folder`. */
export const describeWork = ({ playbook, mode, selection }: RunSummary): string =>
  `${playbook === 'audit' ? `${mode} audit` : 'review'} of ${selection}`;
