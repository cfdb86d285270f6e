/**
 * Runs `resume [RUN]`: repeats the command of an interrupted run with the flags it had; steps recorded in its journal are taken from
 * there. A finished run is printed again; a run handed to a fleet goes to fleet-command.ts. Called by run-command.ts.
 */
import { resolve } from 'node:path';
import { type FleetRunName, findFleetRecord } from '../../fleet/local-record.ts';
import { otherVersionFor, type StoredRun } from '../../protocol/report/stored-run.ts';
import { readVersion } from '../../version.ts';
import { type ClaimedRun, releaseRun, takeRun } from '../../wiring/stored-runs.ts';
import type { Flags } from '../command-declaration.ts';
import { openHistory } from '../run-history.ts';
import { findRoot, runPlaceOf } from '../state-folder.ts';
import type { Terminal } from '../streams.ts';

export async function runResumeCommand(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
): Promise<number> {
  if (flags.database !== undefined)
    return (await import('./fleet-command.ts')).resumeOnFleet(terminal, positional, flags);
  const folder = findRoot(terminal, flags);
  const handedOver = await findHandedOver(terminal, positional[0] ?? null, folder);
  if (handedOver !== null) {
    const { id, database } = handedOver;
    return (await import('./fleet-command.ts')).resumeOnFleet(terminal, [id], { ...flags, database });
  }
  const taken = await takeRun(runPlaceOf(terminal), positional[0] ?? null, folder);
  for (const warning of taken.warnings) terminal.stderr.write(`warning: ${warning}\n`);
  if (taken.kind === 'finished') return printAgain(terminal, taken.run, flags);
  const { claimed } = taken;
  try {
    return await goOn(terminal, claimed, flags);
  } catch (error) {
    // Where the command broke off before it took the run over.
    releaseRun(claimed);
    throw error;
  }
}

async function findHandedOver(terminal: Terminal, name: string | null, folder: string): Promise<FleetRunName | null> {
  using history = openHistory(terminal);
  return history === null ? null : await findFleetRecord(history, name, folder);
}

async function goOn(terminal: Terminal, claimed: ClaimedRun, flags: Flags): Promise<number> {
  const { id, command, startedAt } = claimed.run;
  const isReplayed = otherVersionFor(claimed.run, readVersion()) === null;
  if (isReplayed && (flags.quiet ?? command.flags.quiet) !== true) {
    const steps = await claimed.store.steps(id);
    const done = steps.filter(({ doneAt }) => doneAt !== null).length;
    const open = steps.filter(({ kind, doneAt }) => kind === 'call' && doneAt === null).length;
    const lost =
      open === 0 ? '' : `, ${open} ${open === 1 ? 'call was' : 'calls were'} in flight and may be made again`;
    terminal.stderr.write(
      `Resuming ${id}, ${command.name === 'audit' ? 'an' : 'a'} ${command.name} begun ${new Date(startedAt).toISOString()}: ${done} steps recorded${lost}\n`,
    );
  }
  const there = { ...terminal, workingDirectory: command.cwd };
  const asked = { ...command.flags, ...fromHere(terminal, flags) };
  const { runPlaybookCommand } = await import('./playbook-command.ts');
  return runPlaybookCommand(there, { playbook: command.name, positional: command.positional, flags: asked, claimed });
}

/** Whoever resumes a run wants its report, also where only the printing was left to do. */
async function printAgain(terminal: Terminal, { id, command }: StoredRun, flags: Flags): Promise<number> {
  const asked = { ...command.flags, ...fromHere(terminal, flags) };
  if (asked.quiet !== true) terminal.stderr.write(`${id} is already finished; this is its report\n`);
  const { runReportCommand } = await import('./report-command.ts');
  return runReportCommand({ ...terminal, workingDirectory: command.cwd }, [id], asked);
}

/** Paths of this call are relative to this folder, not to the one in which the run began. */
function fromHere({ workingDirectory }: Terminal, { C: _folder, output, ...flags }: Flags): Flags {
  if (!Array.isArray(output)) return flags;
  const absolute = (output as readonly string[]).map((text) => {
    const at = text.indexOf('=') + 1;
    return at === 0 ? text : `${text.slice(0, at)}${resolve(workingDirectory, text.slice(at))}`;
  });
  return { ...flags, output: absolute };
}
