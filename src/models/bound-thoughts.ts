/**
 * How much a model may think, in the words of its provider. Thoughts come out of the tokens that the answer is granted: the package
 * of Claude adds a budget of thoughts on top of them, so it is taken off before. Used by to-call-options.ts.
 */
import type { TurnRequest } from '../ports/model.ts';
import type { ReasoningLevel } from '../protocol/config/config-names.ts';
import type { SdkCallOptions } from './sdk-model.ts';

type Bound = Pick<SdkCallOptions, 'maxOutputTokens' | 'reasoning' | 'providerOptions'>;

/** Claude up to 4.5 takes a number of tokens; later ones decide by themselves, within an effort. */
const TAKES_BUDGET = /claude-(?:3-7|(?:opus|sonnet|haiku)-4(?:$|-(?:0|1|5|2025)))/u;

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
  if (!isClaude) return { maxOutputTokens, reasoning };
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
