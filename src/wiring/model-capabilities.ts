/**
 * What the configuration alone says of a model, without a call: its output limit, whether it has tools, whether it is given all
 * files at once. Throws ReviewError where the cost is limited and no price is known.
 */

import { COMMAND_PROVIDER } from '../models/command-model.ts';
import { parsePrices, requirePrice } from '../protocol/budget/model-prices.ts';
import { isHostModel } from '../protocol/reviewers/reviewer-models.ts';
import type { ModelOptions } from '../reviewers/model/agent-policy.ts';
import type { Config } from './config.ts';

/** The most one answer may claim: no reviewer has a budget above 32,768. */
const MAX_OUTPUT_TOKENS = 16_384;

export const isCommand = (name: string): boolean => name.startsWith(`${COMMAND_PROVIDER}/`);

export interface ModelCapabilities
  extends Pick<ModelOptions, 'modelName' | 'thresholds' | 'maxOutputTokens' | 'hasTools' | 'handsIn'> {
  readonly feedsAtOnce: boolean;
}

/** Throws ReviewError where money is limited and nobody knows the price. */
export function describeCapabilities(
  name: string,
  { maxCostUsd, prices, thresholds, modelsWithoutTools }: Config,
): ModelCapabilities {
  const price = requirePrice(name, maxCostUsd, parsePrices(prices, 'configuration'));
  return {
    modelName: name,
    thresholds,
    maxOutputTokens: Math.min(price?.maxOutputTokens ?? MAX_OUTPUT_TOKENS, MAX_OUTPUT_TOKENS),
    hasTools: !isCommand(name) && !modelsWithoutTools.includes(name),
    feedsAtOnce: isCommand(name),
    ...(isHostModel(name) ? { handsIn: true } : {}),
  };
}
