/**
 * Describes a model by name from the configuration and what its server says: output limit, window, whether it has tools, whether it is
 * given all files at once. Throws ReviewError where the cost is limited and no price is known. Called by model-reviewers.ts,
 * review-cache.ts and outgoing.ts.
 */

import { COMMAND_PROVIDER } from '../models/command-model.ts';
import { findProvider } from '../models/providers.ts';
import { readPrices, requirePrice } from '../protocol/budget/model-prices.ts';
import { fitAnswer, hasRoomForTools } from '../protocol/budget/model-window.ts';
import { isHostModel } from '../protocol/reviewers/reviewer-models.ts';
import type { ModelOptions } from '../reviewers/model/agent-policy.ts';
import type { Config } from './config.ts';
import { type KnownServers, NO_SERVERS, windowOf } from './local-servers.ts';

/** The most one answer may claim: no reviewer has a budget above 32,768. */
const MAX_OUTPUT_TOKENS = 16_384;

export const isCommand = (name: string): boolean => name.startsWith(`${COMMAND_PROVIDER}/`);

export interface ModelCapabilities
  extends Pick<
    ModelOptions,
    | 'modelName'
    | 'thresholds'
    | 'maxOutputTokens'
    | 'hasTools'
    | 'handsIn'
    | 'takesSchema'
    | 'windowTokens'
    | 'reasoning'
    | 'splitsChecklists'
  > {
  readonly feedsAtOnce: boolean;
}

/** By what hosted providers document of their models; servers on the own machine say it themselves. */
const isHeldToSchema = (name: string): boolean => {
  const slash = name.indexOf('/');
  return findProvider(name.slice(0, slash))?.takesSchema?.(name.slice(slash + 1)) === true;
};

/** Throws ReviewError where money is limited and nobody knows the price. */
export function describeCapabilities(
  name: string,
  config: Config,
  servers: KnownServers = NO_SERVERS,
): ModelCapabilities {
  const { maxCostUsd, prices, thresholds, modelsWithoutTools } = config;
  const windowTokens = windowOf(name, config, servers);
  const facts = servers.get(name)?.facts;
  const price = requirePrice(name, maxCostUsd, readPrices(prices));
  return {
    modelName: name,
    thresholds,
    maxOutputTokens: fitAnswer(Math.min(price?.maxOutputTokens ?? MAX_OUTPUT_TOKENS, MAX_OUTPUT_TOKENS), windowTokens),
    hasTools:
      !isCommand(name) &&
      !modelsWithoutTools.includes(name) &&
      facts?.hasTools !== false &&
      hasRoomForTools(windowTokens),
    feedsAtOnce: isCommand(name),
    ...(facts?.takesSchema === true || isHeldToSchema(name) ? { takesSchema: true } : {}),
    ...(config.reasoning === null ? {} : { reasoning: config.reasoning }),
    ...(config.checklists === 'split' ? { splitsChecklists: true } : {}),
    ...(windowTokens === null ? {} : { windowTokens }),
    ...(isHostModel(name) ? { handsIn: true } : {}),
  };
}
