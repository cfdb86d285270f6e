/**
 * The return signals of an audit: recon and a hunt round are `research`, the deep dive `debug`, validation `testing`, the whole
 * audit `implementer` (HOST-08, SIG-15..17). Each from the few facts its phase knows when it is over; nothing is guessed.
 */

import type { UsageShare } from '../budget/usage-recorder.ts';
import { AUDIT_MODE_PROFILES, type AuditMode } from '../coverage/audit-mode.ts';
import type { Dimension } from '../findings/dimension.ts';
import type { RoundMove } from '../rounds/convergence.ts';
import { toWireSignal, type WireSignal } from './signal.ts';
import {
  buildDebugSignal,
  buildImplementerSignal,
  buildResearchSignal,
  buildTestingSignal,
  highestUsagePercent,
} from './signal-build.ts';

interface PhaseDone {
  readonly mode: AuditMode;
  /** Agent budgets of the rounds done and planned, then `--max-tokens` and `--max-cost` where they are set (SIG-14). */
  readonly usage: readonly UsageShare[];
}

const listOrZero = <Item extends number | string>(items: readonly Item[]): 0 | readonly Item[] =>
  items.length === 0 ? 0 : items;

export interface ReconDone extends PhaseDone {
  /** What Phase 1 must know of a project (FACT-03), by whether it came to know it. */
  readonly found: readonly string[];
  readonly missing: readonly string[];
}

/** The host's own survey: one report, and no finding yet. What it could not learn stays open, and nobody looks again. */
export const composeReconSignal = (done: ReconDone): WireSignal =>
  toWireSignal(
    buildResearchSignal({
      topics: done.found,
      findingsTotal: 0,
      reportsCreated: 1,
      usagePercent: highestUsagePercent(done.usage),
      workRemaining: listOrZero(done.missing),
      requiresContinuation: false,
      next: 'Hunt round 1',
    }),
  );

export interface HuntRoundDone extends PhaseDone {
  readonly dimensions: readonly Dimension[];
  /** Recorded in this round. */
  readonly findings: number;
  /** Agents whose output could be used. */
  readonly reports: number;
  readonly gaps: readonly Dimension[];
  readonly decision: RoundMove['kind'];
}

export function composeHuntSignal(done: HuntRoundDone): WireSignal {
  const goesOn = done.decision === 'next-round' || done.decision === 'emergency';
  const after = AUDIT_MODE_PROFILES[done.mode].fullProtocol ? 'Deep dive' : 'Report';
  return toWireSignal(
    buildResearchSignal({
      topics: done.dimensions,
      findingsTotal: done.findings,
      reportsCreated: done.reports,
      usagePercent: highestUsagePercent(done.usage),
      workRemaining: listOrZero(done.gaps),
      requiresContinuation: goesOn,
      next: done.decision === 'emergency' ? 'Emergency round' : goesOn ? 'Next round' : after,
    }),
  );
}

export interface DeepDiveDone extends PhaseDone {
  /** Hotspots or findings that were followed. */
  readonly followed: number;
  readonly filesExamined: number;
  /** Why, in a few words each: the titles of chains, then of the worst findings. */
  readonly rootCauses: readonly string[];
  /** Findings whose flow stayed incomplete. */
  readonly open: readonly string[];
}

export const composeDeepDiveSignal = (done: DeepDiveDone): WireSignal =>
  toWireSignal(
    buildDebugSignal({
      issuesDebugged: done.followed,
      filesExamined: done.filesExamined,
      rootCauses: done.rootCauses,
      usagePercent: highestUsagePercent(done.usage),
      workRemaining: listOrZero(done.open),
      requiresContinuation: false,
      next: 'Validation',
    }),
  );

export interface ValidationDone extends PhaseDone {
  readonly batches: number;
  readonly confirmed: number;
  readonly downgraded: number;
  readonly rejected: number;
  /** Findings that nobody could decide. */
  readonly undecided: readonly string[];
}

export const composeValidationSignal = (done: ValidationDone): WireSignal =>
  toWireSignal(
    buildTestingSignal({
      batches: done.batches,
      confirmed: done.confirmed,
      downgraded: done.downgraded,
      rejected: done.rejected,
      needsManual: done.undecided.length,
      usagePercent: highestUsagePercent(done.usage),
      workRemaining: listOrZero(done.undecided),
      requiresContinuation: false,
      next: 'Report',
    }),
  );

export interface AuditDone extends PhaseDone {
  /** Hunt rounds that ran, the emergency round included. */
  readonly rounds: number;
  /** Of 1 to 5; phase 2.5 counts inside 2. */
  readonly phases: readonly number[];
  /** Hunt agents, deep dives and validators that ended. */
  readonly tasks: number;
  /** What is left: dimensions that are not met, phases that did not run. Empty where the audit is complete. */
  readonly remaining: readonly (number | string)[];
  readonly complete: boolean;
}

export function composeAuditSignal(done: AuditDone): WireSignal {
  const signal = buildImplementerSignal({
    waves: { first: 1, last: Math.max(1, done.rounds) },
    phasesCompleted: done.phases,
    tasksCompleted: done.tasks,
    artifacts: [],
    usagePercent: highestUsagePercent(done.usage),
    workRemaining: done.complete ? 0 : listOrZero(done.remaining),
    requiresContinuation: false,
    isFinal: done.complete,
    next: done.complete ? 'COMPLETE' : 'Audit uncovered cells',
  });
  return toWireSignal(signal);
}
