/**
 * What models cost and hold, compiled from `knowledge/prices.yml` by `npm run knowledge`. A name that is not here has no price, and
 * a price that changed is overridden by the user.
 */
import rows from './model-prices.json' with { type: 'json' };

export interface PriceTier {
  readonly input: number;
  readonly cached: number;
  readonly write: number;
  readonly output: number;
}

export interface PriceEntry extends PriceTier {
  readonly contextTokens: number | null;
  readonly maxOutputTokens: number | null;
  readonly above?: PriceTier & { readonly inputTokens: number };
}

/** The day the table was put together, from public pages; nobody has compared every row with its provider's list. */
export const PRICES_AS_OF = '2026-11-15';

/** Providers whose models run on the user's own machine: they cost nothing, and their window is whatever was configured. */
export const FREE_PROVIDERS: ReadonlySet<string> = new Set(['ollama', 'lmstudio', 'vllm', 'llamacpp']);

export const MODEL_PRICES: Readonly<Record<string, PriceEntry>> = Object.fromEntries(
  rows.map(({ model, ...entry }) => [model, entry]),
);
