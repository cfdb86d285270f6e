/** What a model of the configuration can do and how it is given its files, before anybody has asked it. */
import { COMMAND_PROVIDER } from './adapters/models/command-model.js';
import { parsePrices, requirePrice } from './protocol/model-prices.js';
/** The most one answer may claim: no reviewer has a budget above 32,768. */
const MAX_OUTPUT_TOKENS = 16_384;
export const isCommand = (name) => name.startsWith(`${COMMAND_PROVIDER}/`);
/** Throws ReviewError where money is limited and nobody knows the price. */
export function describeMeans(name, { maxCostUsd, prices, thresholds, modelsWithoutTools }) {
    const price = requirePrice(name, maxCostUsd, parsePrices(prices, 'configuration'));
    return {
        modelName: name,
        thresholds,
        maxOutputTokens: Math.min(price?.maxOutputTokens ?? MAX_OUTPUT_TOKENS, MAX_OUTPUT_TOKENS),
        hasTools: !isCommand(name) && !modelsWithoutTools.includes(name),
        feedsAtOnce: isCommand(name),
    };
}
