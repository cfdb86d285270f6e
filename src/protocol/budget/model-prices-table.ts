/**
 * What models cost and hold, as their providers published it. Data only: a name that is not here has no price, and a price
 * that changed is overridden by the user. US dollars per million tokens; `write` is the price of putting a prefix into the
 * cache, `above` the price of the whole call where its input is larger.
 */

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

const M = 1_000_000;

/** Anthropic: writing costs 1.25 times the input. */
const claude = (input: number, output: number, cached: number, size: readonly [number, number]): PriceEntry => ({
  input,
  cached,
  write: input * 1.25,
  output,
  contextTokens: size[0],
  maxOutputTokens: size[1],
});

const LARGE = [M, 128_000] as const;
const FORMER = [200_000, 64_000] as const;

/** Where no price of writing is published it is taken as the input's, and a quarter more for the newest generation. */
const gpt = (input: number, cached: number, output: number, size: readonly [number, number]): PriceEntry => ({
  input,
  cached,
  write: input,
  output,
  contextTokens: size[0],
  maxOutputTokens: size[1],
});

/** Above 272,000 tokens of input the input costs twice, the output one and a half times as much. */
const longGpt = (input: number, cached: number, output: number): PriceEntry => ({
  ...gpt(input, cached, output, [1_050_000, 128_000]),
  write: input * 1.25,
  above: { inputTokens: 272_000, input: input * 2, cached: cached * 2, write: input * 2.5, output: output * 1.5 },
});

const gemini = (input: number, cached: number, output: number): PriceEntry =>
  gpt(input, cached, output, [1_048_576, 65_536]);

export const MODEL_PRICES: Readonly<Record<string, PriceEntry>> = {
  'anthropic/claude-fable-5-1': claude(10, 50, 0.25, LARGE),
  'anthropic/claude-fable-5': claude(10, 50, 1, LARGE),
  'anthropic/claude-opus-5-5': claude(4, 20, 0.2, LARGE),
  'anthropic/claude-opus-5': claude(5, 25, 0.5, LARGE),
  'anthropic/claude-opus-4-8': claude(5, 25, 0.5, LARGE),
  'anthropic/claude-opus-4-7': claude(5, 25, 0.5, LARGE),
  'anthropic/claude-opus-4-6': claude(5, 25, 0.5, LARGE),
  'anthropic/claude-opus-4-5': claude(5, 25, 0.5, FORMER),
  'anthropic/claude-opus-4-1': claude(15, 75, 1.5, [200_000, 32_000]),
  'anthropic/claude-sonnet-5-5': claude(2, 10, 0.1, LARGE),
  'anthropic/claude-sonnet-5': claude(2, 10, 0.2, LARGE),
  'anthropic/claude-sonnet-4-6': claude(3, 15, 0.3, LARGE),
  'anthropic/claude-sonnet-4-5': claude(3, 15, 0.3, FORMER),
  'anthropic/claude-haiku-5-5': {
    ...claude(0.1, 0.5, 0.01, LARGE),
    above: { inputTokens: 100_000, input: 0.5, cached: 0.05, write: 0.625, output: 2.5 },
  },
  'anthropic/claude-haiku-4-5': claude(1, 5, 0.1, FORMER),

  'openai/gpt-6.1-sol': longGpt(2, 0.1, 10),
  'openai/gpt-6-sol': longGpt(2, 0.2, 10),
  'openai/gpt-6-luna': longGpt(0.1, 0.01, 0.5),
  'openai/gpt-5.6-sol': longGpt(5, 0.5, 30),
  'openai/gpt-5.6-terra': longGpt(2, 0.2, 12),
  'openai/gpt-5.6-luna': longGpt(0.2, 0.02, 1.2),
  'openai/gpt-5.2': gpt(1.75, 0.175, 14, [400_000, 128_000]),
  'openai/gpt-5.1': gpt(1.25, 0.125, 10, [400_000, 128_000]),
  'openai/gpt-5': gpt(1.25, 0.125, 10, [400_000, 128_000]),
  'openai/gpt-5-mini': gpt(0.25, 0.025, 2, [400_000, 128_000]),
  'openai/gpt-5-nano': gpt(0.05, 0.005, 0.4, [400_000, 128_000]),
  'openai/gpt-4.1': gpt(2, 0.5, 8, [1_047_576, 32_768]),
  'openai/gpt-4.1-mini': gpt(0.4, 0.1, 1.6, [1_047_576, 32_768]),
  'openai/gpt-4.1-nano': gpt(0.1, 0.025, 0.4, [1_047_576, 32_768]),
  'openai/gpt-4o': gpt(2.5, 1.25, 10, [128_000, 16_384]),
  'openai/gpt-4o-mini': gpt(0.15, 0.075, 0.6, [128_000, 16_384]),

  'google/gemini-3.8-flash': gemini(0.75, 0.75, 3.75),
  'google/gemini-3.1-pro-preview': {
    ...gemini(2, 0.2, 12),
    above: { inputTokens: 200_000, input: 4, cached: 0.4, write: 4, output: 18 },
  },
  'google/gemini-2.5-pro': {
    ...gemini(1.25, 0.125, 10),
    above: { inputTokens: 200_000, input: 2.5, cached: 0.25, write: 2.5, output: 15 },
  },
  'google/gemini-2.5-flash': gemini(0.3, 0.03, 2.5),
  'google/gemini-2.5-flash-lite': gemini(0.1, 0.01, 0.4),
};
