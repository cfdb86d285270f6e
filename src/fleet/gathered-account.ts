/**
 * Adds up the tokens and cost that the agents of a run report from other workers, against the limits of the run. Created by
 * conduct-run.ts, fed by fleet-host.ts.
 */

import type { RunLimits } from '../protocol/budget/run-account.ts';
import { createUsageRecorder, type RunUsage } from '../protocol/budget/usage-recorder.ts';
import type { SpentAccount } from '../wiring/model-reviewers.ts';

export interface AgentSpending {
  readonly usage: Pick<RunUsage, 'entries'>;
  readonly isSpent: boolean;
}

export interface GatheredAccount extends SpentAccount {
  add(spending: AgentSpending): void;
}

/** `holdAll` holds all agents of the run to a bound of its plan. */
export function createGatheredAccount(limits: RunLimits, holdAll: (tokens: number) => Promise<void>): GatheredAccount {
  const { maxTokens, maxCostUsd, reservedTokens, reservedUsd = 0 } = limits;
  const book = createUsageRecorder();
  let isSpent = false;
  return {
    add(spending) {
      for (const { agent, model, ...sums } of spending.usage.entries) book.add({ agent, model }, sums);
      isSpent ||= spending.isSpent;
    },
    get usage() {
      return book.read();
    },
    get isSpent() {
      return isSpent;
    },
    get shares() {
      const { inputTokens, outputTokens, costUsd } = book.sums;
      return [
        ...(maxTokens === null ? [] : [{ used: inputTokens + outputTokens, allowance: maxTokens }]),
        ...(maxCostUsd === null ? [] : [{ used: costUsd, allowance: maxCostUsd }]),
      ];
    },
    bound: (tokens) => (maxTokens === null ? holdAll(tokens) : undefined),
    hasTail: reservedTokens > 0 || reservedUsd > 0,
    // Whoever conducts a run calls nobody.
    claim: () => null,
    untilRoom: () => null,
    bookLost: () => undefined,
    noteReused: () => undefined,
  };
}
