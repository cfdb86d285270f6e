/** `audit`: settings, plan and its confirmation, the audit, report, exit code. */
import { createAuditPorts, createAuditRequest } from '../audit-wiring.ts';
import type { AuditPlan } from '../engine/audit/plan-audit.ts';
import { runAudit } from '../engine/audit/run-audit.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import type { Settings } from '../settings.ts';
import { limitTime, usesModels } from '../wiring.ts';
import { readAuditFlags } from './audit-flags.ts';
import { endRun } from './end-run.ts';
import { openEventStream, tellAll, watchRun, writeReport } from './event-stream.ts';
import { loadCliSettings } from './load-settings.ts';
import { openStore, warnOfStore } from './open-store.ts';
import { chooseFormat, probeOutputs, readFileOutputs } from './outputs.ts';
import type { Flags } from './program.ts';
import { readSelection } from './selection.ts';
import type { Terminal } from './streams.ts';

export async function runAuditCommand(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const asked = readAuditFlags(flags);
  const outputs = readFileOutputs(flags);
  await probeOutputs(terminal, outputs);
  const selection = await readSelection(terminal, positional, flags);
  const settings = await loadCliSettings(terminal, flags, selection);
  await using _repository = settings.repository;
  const format = chooseFormat(settings.config.format, terminal);
  using stream = openEventStream(terminal, format, outputs);
  const progress = watchRun(terminal, flags, format);
  using store = await openStore(terminal, settings.repository);
  let report: ReportDocument;
  try {
    const signal = limitTime(terminal.interrupt, settings.config.deadlineMs);
    const ports = await createAuditPorts({
      settings,
      selection,
      environment: terminal.environment,
      store,
      emit: tellAll(stream, progress),
      signal,
      confirmPlan: (plan) => confirmPlan(terminal, settings, flags, plan),
      requireSemgrep: asked.requireSemgrep,
    });
    report = await runAudit(createAuditRequest(settings, selection, asked), ports);
  } catch (error) {
    stream.fail(error);
    throw error;
  } finally {
    progress.stop();
    warnOfStore(terminal, store);
  }
  await writeReport(terminal, flags, report, { format, outputs, stream });
  return endRun(terminal, report, settings.config);
}

/** Asked only where money is spent: embedded agents cost nothing, and `--yes` has answered already. */
async function confirmPlan(terminal: Terminal, settings: Settings, flags: Flags, plan: AuditPlan): Promise<boolean> {
  if (!usesModels(settings) || flags.yes === true) return true;
  if (!(terminal.stdin.isTTY && terminal.stderr.isTTY)) return false;
  const agents = plan.seats.map(
    ({ dimensions, turns }) =>
      `  ${dimensions.join(', ')}: up to ${turns.maxTurns} turns, ${turns.budgetTokens} tokens`,
  );
  terminal.stderr.write(
    [
      `[PLAN] ${plan.mode} audit of ${plan.files} files (${plan.loc} lines) with ${settings.config.model}`,
      ...agents,
      'Further rounds, deep dive and validation come on top; --max-tokens and --max-cost limit the run.',
      '',
    ].join('\n'),
  );
  terminal.stderr.write('Send the agents out? [y/N] ');
  for await (const answer of terminal.stdin) return /^y(?:es)?$/iu.test(String(answer).trim());
  return false;
}
