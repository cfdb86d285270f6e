/**
 * Builds the return signals that this program emits from its progress: `research` (recon, hunt round, review wave), `debug` (deep
 * dive), `testing` (validation), `repair` (`fix --apply`), `implementer` (a whole run) (HOST-08). Keeps sentence and fields equal
 * and lists short (SIG-06). Called by engine/review/compose-signals.ts, engine/audit/compose-audit-signals.ts and
 * cli/commands/fix-command.ts.
 */

import { ReviewError } from '../../errors.ts';
import type { UsageShare } from '../budget/usage-recorder.ts';
import { type Brief, COMPLETE, formatBrief, shortenText, toSignalLine } from './brief.ts';
import {
  CONTEXT_EXHAUSTED_PERCENT,
  type DebugSignal,
  hasWork,
  type ImplementerSignal,
  type RepairSignal,
  type ResearchSignal,
  type TestingSignal,
  toWireSignal,
  type WireSignal,
  type WorkRemaining,
} from './signal.ts';

const MAX_ITEMS = 10;
/** In an envelope, whose four paths take the room of the rest. */
const MAX_ENVELOPED_WORK = 4;
const MAX_ITEM_LENGTH = 32;
const MAX_PATHS = 3;
const MAX_PATHS_LENGTH = 120;
const MAX_CAUSES = 3;
const MAX_CAUSE_LENGTH = 60;

/** The files of a run, all in its folder (SIG-19). */
export interface RunFiles {
  readonly folder: string;
  readonly planFile: string;
  /** The full summary with its seven sections. */
  readonly summaryFile: string;
  readonly checkpointFile: string;
  /** Relative to the folder, the manifest first. */
  readonly artifacts: readonly string[];
  readonly isStuck: boolean;
}

/** What every signal of ours says besides its own counts. `next` is the next step; with nothing left, COMPLETE. */
interface Progress {
  /** 0..100 */
  readonly usagePercent: number;
  readonly workRemaining: WorkRemaining;
  readonly requiresContinuation: boolean;
  readonly next: string;
}

export interface ResearchProgress extends Progress {
  /** Dimensions of a round, or reviewers of a wave, that are completed. Ten are named; the report has all of them. */
  readonly topics: readonly string[];
  readonly findingsTotal: number;
  readonly reportsCreated: number;
}

export function buildResearchSignal(done: ResearchProgress): ResearchSignal {
  const topicsCompleted = done.topics.slice(0, MAX_ITEMS).map(shortenItem);
  const { findingsTotal, reportsCreated } = done;
  return {
    coordinatorType: 'research',
    ...common(done, {
      coordinatorType: 'research',
      topics: topicsCompleted.length,
      findings: findingsTotal,
      ...tail(done),
    }),
    topicsCompleted,
    findingsTotal,
    reportsCreated,
  };
}

export interface ImplementerProgress extends Progress {
  readonly waves: { readonly first: number; readonly last: number };
  /** 1–4 in a review, 1–5 in an audit; phase 2.5 counts inside 2 (SIG-17). */
  readonly phasesCompleted: readonly number[];
  /** Agent tasks: of these waves, or of the run where `isFinal`. */
  readonly tasksCompleted: number;
  /** The manifest first, best relative to the run's folder; at most three are named. */
  readonly artifacts: readonly string[];
  readonly isFinal: boolean;
}

/** The final form is written only if nothing remains (BRIEF-04): a run that a limit stopped is not COMPLETE. */
export function buildImplementerSignal(done: ImplementerProgress): ImplementerSignal {
  const { waves, tasksCompleted } = done;
  const phasesCompleted = [...new Set(done.phasesCompleted.map(Math.floor))].sort((a, b) => a - b);
  const isFinal = done.isFinal && !hasWork(done.workRemaining);
  const brief: Brief = {
    coordinatorType: 'implementer',
    waves,
    phases: phasesCompleted,
    tasks: tasksCompleted,
    isFinal,
    ...tail(done),
  };
  return {
    coordinatorType: 'implementer',
    ...common(done, brief),
    phasesCompleted,
    tasksCompleted,
    artifactsCreated: capPaths(done.artifacts),
  };
}

export interface TestingProgress extends Progress {
  readonly batches: number;
  readonly confirmed: number;
  readonly downgraded: number;
  readonly rejected: number;
  readonly needsManual: number;
}

/** Validation as testing (SIG-16): what could not be decided is neither passed nor failed, but lowers the coverage. */
export function buildTestingSignal(done: TestingProgress): TestingSignal {
  const passed = done.confirmed + done.downgraded;
  const decided = passed + done.rejected;
  const all = decided + done.needsManual;
  return {
    coordinatorType: 'testing',
    ...common(done, { coordinatorType: 'testing', suites: done.batches, passed, total: decided, ...tail(done) }),
    testSuitesRun: done.batches,
    testsPassed: passed,
    testsFailed: done.rejected,
    coveragePercent: all === 0 ? 100 : Math.round((decided / all) * 1000) / 10,
  };
}

export interface DebugProgress extends Progress {
  readonly issuesDebugged: number;
  readonly filesExamined: number;
  readonly rootCauses: readonly string[];
}

/** A deep dive edits nothing: the sentence counts the files it examined (SIG-15). */
export function buildDebugSignal(done: DebugProgress): DebugSignal {
  const { issuesDebugged, filesExamined } = done;
  return {
    coordinatorType: 'debug',
    ...common(done, { coordinatorType: 'debug', issues: issuesDebugged, files: filesExamined, ...tail(done) }),
    issuesDebugged,
    filesModified: 0,
    rootCauses: [...new Set(done.rootCauses.map(shortenCause))].slice(0, MAX_CAUSES),
    filesExamined,
  };
}

export interface RepairProgress {
  readonly instances: number;
  /** The rule, or how many. */
  readonly pattern: string;
  readonly files: number;
  /** Whether the review afterwards found none of them again and nothing new. */
  readonly isValid: boolean;
  /** Findings that are still there. */
  readonly left: readonly string[];
}

/** `fix --apply`: no model works, so no context is used. */
export function buildRepairSignal({ instances, pattern, files, isValid, left }: RepairProgress): RepairSignal {
  const done: Progress = {
    usagePercent: 0,
    workRemaining: left,
    requiresContinuation: false,
    next: left.length === 0 ? '' : 'Manual repair',
  };
  return {
    coordinatorType: 'repair',
    ...common(done, { coordinatorType: 'repair', instances, pattern, files, ...tail(done) }),
    instancesFixed: instances,
    patternName: toSignalLine(pattern),
    filesModified: files,
    validationStatus: isValid ? 'passed' : 'failed',
  };
}

const shortenCause = (cause: string): string => shortenText(toSignalLine(cause), MAX_CAUSE_LENGTH);

const tail = ({ usagePercent, next }: Progress) => ({ usagePercent, next: next.trim() === '' ? COMPLETE : next });

function common(done: Progress, brief: Brief) {
  const formatted = formatBrief(brief);
  if (formatted.kind === 'unwritable') throw new ReviewError('internal', `summary_brief: ${formatted.message}`);
  return {
    summaryBrief: formatted.text,
    workRemaining: hasWork(done.workRemaining) && done.workRemaining !== 0 ? capItems(done.workRemaining) : 0,
    contextExhausted: done.usagePercent >= CONTEXT_EXHAUSTED_PERCENT,
    contextUsagePercent: done.usagePercent,
    requiresContinuation: done.requiresContinuation,
  } as const;
}

const shortenItem = (item: string): string => shortenText(toSignalLine(item), MAX_ITEM_LENGTH);

/** At most so many short items, each a real name that a program can go on with; the report has all of them. */
const capItems = (items: readonly (number | string)[], most = MAX_ITEMS): readonly (number | string)[] =>
  items.slice(0, most).map((item) => (typeof item === 'number' ? item : shortenItem(item)));

/** A whole run's signal in its envelope, under its wire names (SIGNAL-11, SIG-19). */
export function wrapRunSignal(signal: ImplementerSignal, files: RunFiles): WireSignal {
  const { workRemaining } = signal;
  const capped = workRemaining === 0 ? 0 : capItems(workRemaining, MAX_ENVELOPED_WORK);
  return toWireSignal(
    { ...signal, workRemaining: capped, artifactsCreated: capPaths(files.artifacts) },
    {
      planFile: files.planFile,
      topicPath: files.folder,
      summaryPath: files.summaryFile,
      checkpointPath: files.checkpointFile,
      stuckDetected: files.isStuck,
    },
  );
}

/** What was written, in a signal that has no envelope. */
export const nameArtifacts = (signal: ImplementerSignal, artifacts: readonly string[]): WireSignal =>
  toWireSignal({ ...signal, artifactsCreated: capPaths(artifacts) });

/** The first always, the next two while the paths stay short together: the manifest names the rest. */
function capPaths(paths: readonly string[]): readonly string[] {
  let length = 0;
  return paths.slice(0, MAX_PATHS).filter((path, at) => {
    length += path.length;
    return at === 0 || length <= MAX_PATHS_LENGTH;
  });
}

/** floor(100 × used / allowance), 0..100 (SIG-14). Without an allowance anything used is all of it. */
export function contextUsagePercent(used: number, allowance: number): number {
  if (allowance <= 0) return used > 0 ? 100 : 0;
  return Math.max(0, Math.min(100, Math.floor((100 * used) / allowance)));
}

/** The highest share, where `--max-tokens` or `--max-cost` stand beside the agents' budgets (SIG-14). */
export const highestUsagePercent = (shares: readonly UsageShare[]): number =>
  Math.max(0, ...shares.map(({ used, allowance }) => contextUsagePercent(used, allowance)));
