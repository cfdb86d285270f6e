/**
 * How much a model may think, in the words of its provider. Thoughts come out of the tokens that the answer is granted. The packages
 * of the providers do not keep to that: Claude's adds a budget of thoughts on top of the grant, Google's takes a share of 65,536
 * tokens whatever was granted, and that of Bedrock sends no limit at all for Nova at high effort. Used by to-call-options.ts.
 */
import type { TurnRequest } from '../ports/model.ts';
import type { ReasoningLevel } from '../protocol/config/config-names.ts';
import type { SdkCallOptions } from './sdk-model.ts';

type Bound = Pick<SdkCallOptions, 'maxOutputTokens' | 'reasoning' | 'providerOptions'>;

/** Claude up to 4.5 takes a number of tokens; later ones decide by themselves, within an effort. */
const TAKES_BUDGET = /claude-(?:3-7|(?:opus|sonnet|haiku)-4(?:$|-(?:0|1|5|2025)))/u;

/** Gemini 2.5 takes a number of tokens too, and these least ones; later ones take a level. */
const GEMINI_LEAST = [
  { name: /gemini-2\.5-flash-lite/u, tokens: 512, canStop: true },
  { name: /gemini-2\.5-flash/u, tokens: 1, canStop: true },
  { name: /gemini-2\.5-pro/u, tokens: 128, canStop: false },
] as const;

/** Of what an answer is granted. */
const SHARES: Readonly<Record<Exclude<ReasoningLevel, 'none'>, number>> = { low: 0.2, medium: 0.4, high: 0.6 };
/** The least that Claude takes, and the least that is left to answer with. */
const MIN_TOKENS = 1024;

/** Whose options they are, and what an effort is called there. */
const CLAUDE = {
  anthropic: (thinking: object, effort: string | null) => ({
    anthropic: { thinking, ...(effort === null ? {} : { effort }) },
  }),
  bedrock: (thinking: object, effort: string | null) => ({
    bedrock: { reasoningConfig: { ...thinking, ...(effort === null ? {} : { maxReasoningEffort: effort }) } },
  }),
} as const;

export function boundThoughts(
  { maxOutputTokens, reasoning }: Pick<TurnRequest, 'maxOutputTokens' | 'reasoning'>,
  { provider, model }: { readonly provider: string; readonly model: string },
): Bound {
  if (reasoning === undefined) return { maxOutputTokens };
  const isClaude = provider === 'anthropic' || (provider === 'bedrock' && model.includes('anthropic.claude'));
  if (provider === 'google') return boundGemini(maxOutputTokens, reasoning, model);
  // At high effort Nova takes no limit of tokens.
  const isNova = provider === 'bedrock' && model.includes('amazon.nova');
  if (!isClaude) return { maxOutputTokens, reasoning: isNova && reasoning === 'high' ? 'medium' : reasoning };
  const write = CLAUDE[provider];
  if (reasoning === 'none') return { maxOutputTokens, providerOptions: write({ type: 'disabled' }, null) };
  if (!TAKES_BUDGET.test(model)) return { maxOutputTokens, providerOptions: write({ type: 'adaptive' }, reasoning) };
  // Too little to think and to answer: it answers.
  if (maxOutputTokens < 2 * MIN_TOKENS) return { maxOutputTokens, providerOptions: write({ type: 'disabled' }, null) };
  const share = Math.floor(maxOutputTokens * SHARES[reasoning]);
  const budgetTokens = Math.min(Math.max(MIN_TOKENS, share), maxOutputTokens - MIN_TOKENS);
  return {
    maxOutputTokens: maxOutputTokens - budgetTokens,
    providerOptions: write({ type: 'enabled', budgetTokens }, null),
  };
}

/** The limit of Gemini holds for thoughts and answer together. */
function boundGemini(maxOutputTokens: number, reasoning: ReasoningLevel, model: string): Bound {
  const least = GEMINI_LEAST.find(({ name }) => name.test(model));
  if (least === undefined) return { maxOutputTokens, reasoning };
  const share = reasoning === 'none' ? 0 : Math.floor(maxOutputTokens * SHARES[reasoning]);
  const isTooLittle = share < least.tokens || maxOutputTokens - share < MIN_TOKENS;
  const none = least.canStop ? 0 : least.tokens;
  const thinkingConfig = { thinkingBudget: isTooLittle ? none : share };
  return { maxOutputTokens, providerOptions: { google: { thinkingConfig } } };
}
