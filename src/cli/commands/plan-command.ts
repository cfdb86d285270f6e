/**
 * Runs `plan [review|audit]`: prints what a review or audit with these arguments would do and use, without starting an agent. Called
 * by run-command.ts.
 */
import { EXIT } from '../../errors.ts';
import { renderPlan } from '../../report/formats.ts';
import { toLine } from '../../report/plain-text.ts';
import { planRun } from '../../wiring/plan-run.ts';
import type { Flags } from '../command-declaration.ts';
import { chooseFormat, probeOutputs, readFileOutputs, writeOutputs } from '../outputs.ts';
import { watchIndex } from '../progress/index-progress.ts';
import { readRunCall } from '../read-run-call.ts';
import type { Terminal } from '../streams.ts';
import { wantsColor } from '../terminal-settings.ts';

export async function runPlanCommand(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const outputs = readFileOutputs(flags);
  await probeOutputs(terminal, flags, outputs);
  const playbook = positional[0] === 'audit' ? 'audit' : 'review';
  const { plan, settings } = await planRun(
    await readRunCall(terminal, { playbook, positional: dropPlaybook(positional), flags }),
    {
      warn: (message) => {
        terminal.stderr.write(`warning: ${toLine(message)}\n`);
      },
      watchIndex: (index) => watchIndex(index, terminal, flags),
    },
  );
  await writeOutputs(terminal, outputs, (name) => renderPlan(name, plan, { color: false, width: 100, verbose: false }));
  const format = chooseFormat(settings.config.format, terminal);
  terminal.stdout.write(
    await renderPlan(format, plan, {
      color: wantsColor(terminal, flags),
      width: terminal.stdout.columns ?? 100,
      verbose: flags.verbose === true,
    }),
  );
  return plan.complete || settings.config.allowPartial ? EXIT.ok : EXIT.incomplete;
}

const dropPlaybook = (positional: readonly string[]): readonly string[] =>
  positional[0] === 'review' || positional[0] === 'audit' ? positional.slice(1) : positional;
