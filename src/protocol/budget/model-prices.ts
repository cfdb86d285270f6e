/**
 * Finds prices and context window of a model by its name, from the user's prices or the built-in table (null where unknown), and
 * computes what a call cost and at most can cost in US dollars. `requirePrice` refuses a limit in money for a model without a
 * price. Called by run-account.ts, wiring/model-capabilities.ts and wiring/review-ports.ts.
 */
import { ReviewError } from '../../errors.ts';
import type { TurnUsage } from '../calls/turn-outcome.ts';
import { isHostModel } from '../reviewers/reviewer-models.ts';
import { FREE_PROVIDERS, MODEL_PRICES } from './model-prices-table.ts';
import type { PriceEntry, PriceTier, WrittenPrice, WrittenTier } from './price-schema.ts';

export type { PriceEntry } from './price-schema.ts';

export type PriceTable = Readonly<Record<string, PriceEntry>>;

const FREE: PriceEntry = { input: 0, cached: 0, write: 0, output: 0, contextTokens: null, maxOutputTokens: null };

/** What is not said costs as much as fresh input, writing a quarter more: never less than the bill. */
const toTier = ({ input, output, cached, write }: WrittenTier): PriceTier => ({
  input,
  output,
  cached: cached ?? input,
  write: write ?? input * 1.25,
});

/** Prices of the user, keyed by `provider/name`, as the configuration has checked them. */
export const readPrices = (written: Readonly<Record<string, WrittenPrice>>): PriceTable =>
  Object.fromEntries(
    Object.entries(written).map(([name, { above, ...entry }]): [string, PriceEntry] => [
      name,
      {
        ...toTier(entry),
        contextTokens: entry.context_tokens ?? null,
        maxOutputTokens: entry.max_output_tokens ?? null,
        ...(above === undefined ? {} : { above: { ...toTier(above), inputTokens: above.input_tokens } }),
      },
    ]),
  );

/** `us.anthropic.claude-x-20250929-v1:0` of Bedrock is `anthropic/claude-x`; a region costs a tenth more. */
const BEDROCK_CLAUDE = /^(?:(us|eu|apac|au|jp|global|us-gov)\.)?anthropic\.(claude-.+?)(?:-v\d+(?::\d+)?)?$/u;
const REGIONAL_SURCHARGE = 1.1;

/** A dated snapshot or `-latest` of a model costs what the model costs. */
const withoutDate = (name: string): string => name.replace(/(?:-20\d{2}-?\d{2}-?\d{2}|-latest|-0)$/u, '');

const look = (table: PriceTable, name: string): PriceEntry | null =>
  Object.hasOwn(table, name) ? (table[name] ?? null) : null;

const lookDated = (table: PriceTable, name: string): PriceEntry | null =>
  look(table, name) ?? look(table, withoutDate(name));

const surcharge = (entry: PriceTier): PriceTier => ({
  input: entry.input * REGIONAL_SURCHARGE,
  cached: entry.cached * REGIONAL_SURCHARGE,
  write: entry.write * REGIONAL_SURCHARGE,
  output: entry.output * REGIONAL_SURCHARGE,
});

function findBedrock(table: PriceTable, model: string): PriceEntry | null {
  const [, region, name] = BEDROCK_CLAUDE.exec(model) ?? [];
  const entry = name === undefined ? null : lookDated(table, `anthropic/${name}`);
  if (entry === null || region === undefined || region === 'global') return entry;
  const { above } = entry;
  return {
    ...entry,
    ...surcharge(entry),
    ...(above === undefined ? {} : { above: { ...surcharge(above), inputTokens: above.inputTokens } }),
  };
}

/** Null where nobody knows what it costs. `overrides` win over the table. */
export function findPrice(name: string, overrides: PriceTable = {}): PriceEntry | null {
  const slash = name.indexOf('/');
  const provider = name.slice(0, slash);
  const table = { ...MODEL_PRICES, ...overrides };
  const known = lookDated(table, name);
  if (known !== null) return known;
  if (FREE_PROVIDERS.has(provider)) return FREE;
  return provider === 'bedrock' ? findBedrock(table, name.slice(slash + 1)) : null;
}

/** Cost of a call in US dollars. */
export function costUsd(usage: Omit<TurnUsage, 'isEstimated'>, entry: PriceEntry): number {
  const { above } = entry;
  const rates = above !== undefined && usage.inputTokens > above.inputTokens ? above : entry;
  const fresh = usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteInputTokens;
  const sum =
    fresh * rates.input +
    usage.cachedInputTokens * rates.cached +
    usage.cacheWriteInputTokens * rates.write +
    usage.outputTokens * rates.output;
  return sum / 1_000_000;
}

/** The most a call with so much input and at most so much output can cost: everything fresh or written, nothing cached. */
export function worstCostUsd(inputTokens: number, maxOutputTokens: number, entry: PriceEntry): number {
  const base = { inputTokens, cachedInputTokens: 0, outputTokens: maxOutputTokens };
  const fresh = costUsd({ ...base, cacheWriteInputTokens: 0 }, entry);
  return Math.max(fresh, costUsd({ ...base, cacheWriteInputTokens: inputTokens }, entry));
}

/** A limit in money binds only where every price is known: anything else would be a guess. */
export function requirePrice(name: string, maxCostUsd: number | null, own: PriceTable): PriceEntry | null {
  const price = findPrice(name, own);
  // What the host's own agents cost is on the host's bill.
  if (price !== null || maxCostUsd === null || isHostModel(name)) return price;
  throw new ReviewError('bad-config', `--max-cost: the price of ${name} is unknown.`, {
    advice: `Set it in the configuration, "prices": { "${name}": { "input": 3, "output": 15 } } in US dollars per million tokens, or use --max-tokens.`,
  });
}
