/**
 * Declares in zod what a model costs (US dollars per million tokens): a row of `knowledge/prices.yml`, checked by
 * scripts/generate-knowledge.ts, and an entry under `prices` in the configuration, part of protocol/config/config-schema.ts.
 * model-prices.ts uses the types.
 */
import { z } from 'zod';
import type { DocumentOf, WrittenAs } from '../text/document-of.ts';

const usd = z.number().min(0).max(1_000_000);
const tokens = z.int().min(1);
const tier = { input: usd, cached: usd, write: usd, output: usd };

const priceRow = z.strictObject({
  model: z.string().regex(/^[^/]+\/.+$/u),
  ...tier,
  contextTokens: tokens.nullable(),
  maxOutputTokens: tokens.nullable(),
  above: z.strictObject({ inputTokens: tokens, ...tier }).exactOptional(),
});

export const priceTable = z.strictObject({
  asOf: z.string().regex(/^\d{4}-\d{2}-\d{2}$/u),
  models: z.array(priceRow),
});

export type PriceEntry = Omit<DocumentOf<typeof priceRow>, 'model'>;
export type PriceTier = Pick<PriceEntry, keyof typeof tier>;

/** What is not said costs as much as fresh input, writing a quarter more. */
const writtenTier = { input: usd, output: usd, cached: usd.exactOptional(), write: usd.exactOptional() };

export const writtenPrice = z.strictObject({
  ...writtenTier,
  context_tokens: tokens.nullable().exactOptional(),
  max_output_tokens: tokens.nullable().exactOptional(),
  above: z.strictObject({ ...writtenTier, input_tokens: tokens }).exactOptional(),
});

export type WrittenPrice = WrittenAs<typeof writtenPrice>;
export type WrittenTier = Pick<WrittenPrice, keyof typeof writtenTier>;
