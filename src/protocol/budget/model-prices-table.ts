/**
 * Loads model-prices.json (compiled from `knowledge/prices.yml` by `npm run knowledge`) as a table from `provider/model` to
 * prices and context window, and lists the providers that cost nothing. Read by model-prices.ts, which lets prices of the user
 * win, and model-names.ts.
 */
import table from './model-prices.json' with { type: 'json' };
import type { PriceEntry } from './price-schema.ts';

/** The day the table was put together. */
export const PRICES_AS_OF = table.asOf;

/** Providers whose models run on the user's own machine: they cost nothing, and their window is whatever was configured. */
export const FREE_PROVIDERS: ReadonlySet<string> = new Set(['ollama', 'lmstudio', 'vllm', 'llamacpp']);

export const MODEL_PRICES: Readonly<Record<string, PriceEntry>> = Object.fromEntries(
  table.models.map(({ model, ...entry }) => [model, entry]),
);
