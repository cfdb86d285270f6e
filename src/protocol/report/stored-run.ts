/**
 * Defines the data of a stored run (command, settings, status, usage, steps), how long runs are kept, and whether this version
 * can replay one. Used by runs/store/ and fleet/postgres/, which store runs, and by the `runs` and `resume` commands.
 */

import type { UsageSums } from '../budget/usage-recorder.ts';
import type { Severity, Verdict } from '../findings/severity.ts';

/** `interrupted`: it can be resumed, whether it was stopped, killed, or waits for a provider. */
export const RUN_STATUSES = ['running', 'finished', 'interrupted', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The call that began the run. Never holds a key or anything of the environment. */
export interface RunCommand {
  readonly name: 'review' | 'audit';
  readonly positional: readonly string[];
  /** Options by the camelCase name of their flag. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly cwd: string;
}

/** Hashes of everything that shapes a run beside the files, by name: the same hash means the same setting. */
export type SettingHashes = Readonly<Record<string, string>>;

export interface StoredUsage
  extends Omit<UsageSums, 'cachedInputTokens' | 'reasoningTokens' | 'estimatedCalls' | 'unpricedCalls'> {
  /** Calls whose price nobody knows: the cost is without them. Null where that was not written down. */
  readonly unpricedCalls: number | null;
}

/** A run as a list shows it. */
export interface ListedRun {
  readonly id: string;
  /** Real path of the reviewed folder. */
  readonly root: string;
  readonly playbook: 'review' | 'audit';
  readonly mode: 'review' | 'quick' | 'standard' | 'deep';
  readonly model: string;
  /** The scope in words; until the scope is read, as it was asked for. */
  readonly selection: string;
  readonly command: RunCommand;
  /** Of the program that made it. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly status: RunStatus;
  /** Why it is not finished, in words; null where it is or nobody knows. */
  readonly reason: string | null;
  readonly resumed: number;
  readonly complete: boolean | null;
  readonly verdict: Verdict | null;
  readonly exitCode: number | null;
  /** Counted findings of the report by severity; null where there is no report. */
  readonly counts: Readonly<Record<Severity, number>> | null;
  readonly usage: StoredUsage | null;
  /** Whether a report is stored, whole or partial. */
  readonly hasReport: boolean;
}

export interface StoredRun extends ListedRun {
  readonly settings: SettingHashes;
}

/**
 * The version that recorded a run; null where this one can replay it. What was recorded is replayed by the code that
 * recorded it, so another version begins the run again; a run on a fleet waits for workers of its version, whoever resumes it.
 */
export const otherVersionFor = ({ version, command }: Pick<ListedRun, 'version' | 'command'>, here: string) =>
  version === here || typeof command.flags.database === 'string' ? null : version;

/** One effect of a run. */
export interface StoredStep {
  readonly key: string;
  /** `call`, `scope`, `scan`, `semgrep`, `choice`, `recall`, … */
  readonly kind: string;
  /** Content address: of the model, the prompt, the files and the parameters. */
  readonly inputHash: string;
  /** How often it was begun; more than once where a run ended in the middle of it. */
  readonly begun: number;
  readonly intentAt: number;
  /** Null where it was begun and no end is known. */
  readonly doneAt: number | null;
  /** Size of the stored value. */
  readonly bytes: number;
}

export interface Retention {
  /** Runs that are kept, newest first. */
  readonly maxRuns: number;
  /** Runs that began longer ago than this are forgotten. */
  readonly maxAgeDays: number;
  /** Kept whatever their age, so that a clock that jumps does not empty the history. */
  readonly minRuns: number;
  /** The raw answers of a finished run are kept this long; its report stays. */
  readonly stepDays: number;
  /** Size of the file; the raw answers of the oldest finished runs go first, then whole runs. */
  readonly maxBytes: number;
}

export const DEFAULT_RETENTION: Retention = {
  maxRuns: 1000,
  maxAgeDays: 90,
  minRuns: 20,
  stepDays: 14,
  maxBytes: 512 * 1024 * 1024,
};

export interface Pruned {
  readonly runs: number;
  /** Runs of which only the raw answers were let go. */
  readonly stripped: number;
  /** Bytes that were given back to the disk. */
  readonly bytes: number;
}
