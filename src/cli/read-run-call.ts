/**
 * Turns the arguments and flags of `review`, `audit` or `plan` into the `RunCall` that wiring/conduct.ts and wiring/plan-run.ts take:
 * root, scope, flags, environment. Replaces `--rest` and pasted follow-up lines by their paths, and reads `--context -` from standard
 * input. Called by commands/playbook-command.ts and commands/plan-command.ts.
 */
import { resolve } from 'node:path';
import { ReviewError } from '../errors.ts';
import { scopeOfCells } from '../wiring/audit-flags.ts';
import type { PlaybookName } from '../wiring/playbooks.ts';
import type { RunCall } from '../wiring/run-call.ts';
import type { ClaimedRun } from '../wiring/stored-runs.ts';
import type { Flags } from './command-declaration.ts';
import { expandPasted, readSelection } from './selection.ts';
import { runPlaceOf } from './state-folder.ts';
import { readAll, type Terminal } from './streams.ts';

export interface AskedRun {
  readonly playbook: PlaybookName;
  readonly positional: readonly string[];
  readonly flags: Flags;
  /** An interrupted run that goes on; it has its scope already. */
  readonly claimed?: ClaimedRun;
}

export async function readRunCall(terminal: Terminal, given: AskedRun): Promise<RunCall> {
  const asked = { ...given, ...(await readAsked(terminal, given)) };
  const { playbook, positional, claimed } = asked;
  const { workingDirectory: cwd, environment } = terminal;
  const flags = await readContextStream(terminal, asked.flags);
  return {
    playbook,
    root: typeof flags.C === 'string' ? resolve(cwd, flags.C) : cwd,
    selection: claimed?.selection ?? (await readSelection(terminal, positional, scopeOfCells(flags, positional))),
    flags,
    positional,
    cwd,
    environment,
    place: runPlaceOf(terminal),
    ...(terminal.startedAt === undefined ? {} : { beganAt: terminal.startedAt }),
  };
}

/** Follow-up lines and `--rest` stand for paths and flags. */
const readAsked = async (terminal: Terminal, given: AskedRun): Promise<Pick<AskedRun, 'positional' | 'flags'>> =>
  given.flags.rest === undefined ? expandPasted(given) : (await import('./rest-of-run.ts')).readRest(terminal, given);

const MAX_CONTEXT_BYTES = 1_000_000;

/** `--context -`: only here is there a standard input. */
async function readContextStream(terminal: Terminal, flags: Flags): Promise<Flags> {
  if (flags.context !== '-' || flags.contextText !== undefined) return flags;
  if (flags.diff === '-')
    throw new ReviewError('bad-value', '--diff - and --context - cannot both read standard input.');
  return { ...flags, contextText: await readAll(terminal.stdin, MAX_CONTEXT_BYTES) };
}
