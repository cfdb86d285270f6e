/**
 * Prints the plan of an audit with what it may cost and asks on the terminal whether to start it; returns the answer. Does not ask
 * with `--yes`, in a replay, or where no paid model is used. Called by commands/playbook-command.ts and commands/fleet-command.ts.
 */

import { type AuditPlan, toHunters } from '../engine/audit/plan-audit.ts';
import { findPrice, readPrices } from '../protocol/budget/model-prices.ts';
import { type AuditEstimate, estimateAudit, estimateHunters } from '../protocol/rounds/audit-estimate.ts';
import { auditorOf } from '../wiring/audit-ports.ts';
import type { Settings } from '../wiring/settings.ts';
import { readYes } from './ask-yes.ts';
import type { Flags } from './command-declaration.ts';
import type { Terminal } from './streams.ts';

/** Asked only where money is spent: embedded agents cost nothing, a replay asks nobody, and `--yes` has answered already. */
export async function confirmPlan(
  terminal: Terminal,
  { config }: Pick<Settings, 'config'>,
  flags: Flags,
  plan: AuditPlan,
): Promise<boolean> {
  const model = auditorOf(config);
  if (model === 'embedded' || flags.replay !== undefined) return true;
  const price = findPrice(model, readPrices(config.prices));
  if (flags.quiet !== true || flags.yes !== true) terminal.stderr.write(formatPlan(plan, model, price));
  if (flags.yes === true) return true;
  if (!(terminal.stdin.isTTY && terminal.stderr.isTTY)) return false;
  terminal.stderr.write('Start these agents? [y/N] ');
  return readYes(terminal);
}

function formatPlan(plan: AuditPlan, model: string, price: ReturnType<typeof findPrice>): string {
  const hunters = toHunters(plan);
  return [
    `[PLAN] ${plan.mode} audit of ${plan.files} files (${plan.loc} lines) with ${model}`,
    ...plan.agents.map(
      ({ dimensions, turns, files }) =>
        `  ${dimensions.join(', ')}: ${files.length} files, up to ${turns.maxTurns} turns, ${turns.budgetTokens} tokens`,
    ),
    `  first round: ${formatEstimate(estimateHunters(hunters, price))}`,
    `  whole audit: ${formatEstimate(estimateAudit(plan.mode, hunters, price))}`,
    '  --max-tokens, --max-cost and --deadline limit the run.',
    '',
  ].join('\n');
}

const thousands = (count: number): string => `${Math.ceil(count / 1000)}k`;

const formatEstimate = ({ calls, inputTokens, outputTokens, costUsd }: AuditEstimate): string =>
  `at most ${calls} calls, about ${thousands(inputTokens)} tokens in and ${thousands(outputTokens)} out, ${costUsd === null ? 'price unknown' : `${costUsd.toFixed(2)} USD before discounts for cached tokens`}`;
