/**
 * What models cost and hold, compiled from `knowledge/prices.yml` by `npm run knowledge`. A name that is not here has no price, and
 * a price that changed is overridden by the user.
 */
import rows from './model-prices.json' with { type: 'json' };
import type { PriceEntry } from './price-schema.ts';

/** The day the table was put together, from public pages; nobody has compared every row with its provider's list. */
export const PRICES_AS_OF = '2026-11-15';

/** Providers whose models run on the user's own machine: they cost nothing, and their window is whatever was configured. */
export const FREE_PROVIDERS: ReadonlySet<string> = new Set(['ollama', 'lmstudio', 'vllm', 'llamacpp']);

export const MODEL_PRICES: Readonly<Record<string, PriceEntry>> = Object.fromEntries(
  rows.map(({ model, ...entry }) => [model, entry]),
);
