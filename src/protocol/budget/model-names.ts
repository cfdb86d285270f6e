/**
 * Lists the model names of the price table and suggests the one that was meant for an unknown name: `; did you mean
 * openai/gpt-5?`. Used by models/connection.ts, protocol/config/config-values.ts and the shell completion of the command line.
 */
import { findClosestName } from '../text/closest-name.ts';
import { MODEL_PRICES } from './model-prices-table.ts';

export const KNOWN_MODELS: readonly string[] = Object.keys(MODEL_PRICES);

const nameOf = (model: string): string => model.slice(model.indexOf('/') + 1);

/** The known model that was probably meant; null where the name is known itself, or none is near. The table may be older than a model. */
export function suggestModel(written: string): string | null {
  const name = written.trim();
  if (name === '' || KNOWN_MODELS.includes(name)) return null;
  if (!name.includes('/')) {
    const exact = KNOWN_MODELS.find((model) => nameOf(model) === name);
    if (exact !== undefined) return exact;
    const closest = findClosestName(name, KNOWN_MODELS.map(nameOf));
    return KNOWN_MODELS.find((model) => nameOf(model) === closest || nameOf(model).startsWith(`${name}-`)) ?? null;
  }
  return KNOWN_MODELS.find((model) => model.startsWith(`${name}-`)) ?? findClosestName(name, KNOWN_MODELS);
}

/** `; did you mean openai/gpt-5?`, or nothing. */
export const askMeant = (written: string): string => {
  const meant = suggestModel(written);
  return meant === null ? '' : `; did you mean ${meant}?`;
};
