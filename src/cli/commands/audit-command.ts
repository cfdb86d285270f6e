/** `audit`: settings, plan and its confirmation, the audit, report, exit code. */

import { runAudit } from '../../engine/audit/run-audit.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { createGracefulStop } from '../../runs/graceful-stop.ts';
import { readAuditFlags, scopeOfCells } from '../../wiring/audit-flags.ts';
import { auditorOf, createAuditPorts, createAuditRequest } from '../../wiring/audit-ports.ts';
import { limitTime } from '../../wiring/review-ports.ts';
import type { ClaimedRun } from '../../wiring/stored-runs.ts';
import { confirmPlan } from '../confirm-plan.ts';
import { closeRun } from '../end-run.ts';
import { failKeptRun, openKeptRun } from '../kept-run.ts';
import { leaveOutOwn, loadCliSettings } from '../load-settings.ts';
import { openReuse, warnOfReuse } from '../open-reuse.ts';
import { openStore, warnOfStore } from '../open-store.ts';
import { chooseFormat, probeOutputs, readFileOutputs } from '../outputs.ts';
import type { Flags } from '../program.ts';
import { openEventStream, tellAll } from '../progress/event-stream.ts';
import { watchRun } from '../progress/watch-run.ts';
import { flagsOf, openRecording, openReplay } from '../recording-flags.ts';
import { readSelection } from '../selection.ts';
import type { Terminal } from '../streams.ts';

export async function runAuditCommand(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
  claimed: ClaimedRun | null = null,
): Promise<number> {
  const replay = openReplay(terminal, flags);
  const asked = readAuditFlags(flagsOf(replay, flags));
  const outputs = readFileOutputs(flags);
  await probeOutputs(terminal, outputs);
  const selection = claimed?.selection ?? (await readSelection(terminal, positional, scopeOfCells(flags, positional)));
  const settings = await loadCliSettings(terminal, flagsOf(replay, flags), selection);
  await using _repository = settings.repository;
  if (flags.database !== undefined) {
    const { runOnFleet } = await import('./fleet-command.ts');
    return await runOnFleet(terminal, { playbook: 'audit', settings, selection, positional, flags, outputs });
  }
  const model = auditorOf(settings.config);
  const command = { name: 'audit', positional, flags } as const;
  const playbook = { name: 'audit', mode: asked.mode, model } as const;
  const stop = createGracefulStop(terminal.interrupt, { graceMs: terminal.graceMs ?? 0 });
  const signal = limitTime(stop.signal, settings.config.deadlineMs);
  const kept = await openKeptRun(terminal, { command, playbook, settings, selection, claimed, signal });
  const tape = replay ?? openRecording(terminal, flags, model, kept.tape);
  const format = chooseFormat(settings.config.format, terminal);
  using stream = openEventStream(terminal, format, outputs);
  const watch = await watchRun(terminal, flags, format);
  using store = await openStore(terminal, settings.repository);
  using reuse = await openReuse(terminal, flags, settings);
  let report: ReportDocument;
  try {
    const ports = await createAuditPorts({
      settings,
      selection,
      environment: terminal.environment,
      store,
      tape,
      reuse: reuse?.reuse ?? null,
      emit: tellAll(stream, watch),
      watch: watch.effects,
      guard: stop.guard,
      signal: kept.signal,
      confirmPlan: (plan) => confirmPlan(terminal, settings, flags, plan),
      requireSemgrep: asked.requireSemgrep,
    });
    report = kept.check(
      await runAudit(createAuditRequest(leaveOutOwn(terminal, settings, flags), selection, asked), ports),
    );
  } catch (thrown) {
    if (terminal.interrupt.aborted)
      terminal.stderr.write('No report: the audit was interrupted before there was anything to report.\n');
    const error = await failKeptRun(terminal, kept, thrown);
    stream.fail(error);
    await watch.fail(error);
    throw error;
  } finally {
    watch.stop();
    warnOfStore(terminal, store);
    warnOfReuse(terminal, reuse);
  }
  tape?.end(Date.parse(report.run.finished_at));
  const code = await closeRun(terminal, flags, report, { format, outputs, stream, kept, config: settings.config });
  await watch.end(report);
  return code;
}
