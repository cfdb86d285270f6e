/**
 * Translates model calls and agents into attributes of OpenTelemetry's semantic conventions for generative AI. Called by trace-run.ts
 * for spans and by measure-run.ts for metrics.
 */
import type { Attributes } from '@opentelemetry/api';
import type { WatchedAttempt, WatchedCall } from '../ports/telemetry.ts';

/** Providers that the convention has another name for. */
const PROVIDERS: Readonly<Record<string, string>> = {
  google: 'gcp.gemini',
  bedrock: 'aws.bedrock',
  mistral: 'mistral_ai',
  xai: 'x_ai',
  azure: 'azure.ai.openai',
  vertex: 'gcp.vertex_ai',
};

/** `provider/name` as provider and model of the convention. */
export function splitModel(model: string): { readonly provider: string; readonly name: string } {
  const at = model.indexOf('/');
  const provider = at < 0 ? model : model.slice(0, at);
  return { provider: PROVIDERS[provider] ?? provider, name: at < 0 ? model : model.slice(at + 1) };
}

export const describeModel = (model: string): Attributes => {
  const { provider, name } = splitModel(model);
  return { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': provider, 'gen_ai.request.model': name };
};

export const describeAgent = (agent: string): Attributes => ({
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': agent,
});

/** How the call ended, in one word; null where it was answered. */
export const errorOfCall = ({ result, attempts }: WatchedCall): string | null =>
  result === 'ended' ? (attempts.at(-1)?.error ?? null) : result;

/** Tokens of all attempts: each of them is paid for. */
export function describeCall(call: WatchedCall): Attributes {
  const sum = (read: (usage: NonNullable<WatchedAttempt['usage']>) => number): number =>
    call.attempts.reduce((total, { usage }) => total + (usage === null ? 0 : read(usage)), 0);
  const last = call.attempts.at(-1);
  const finish = last?.finish ?? null;
  return {
    ...describeModel(call.model),
    'gen_ai.agent.name': call.agent,
    'gen_ai.request.max_tokens': call.maxOutputTokens,
    'gen_ai.response.model': splitModel(call.answeredBy).name,
    ...(finish === null ? {} : { 'gen_ai.response.finish_reasons': [finish] }),
    ...(call.attempts.some(({ usage }) => usage !== null)
      ? {
          'gen_ai.usage.input_tokens': sum(({ inputTokens }) => inputTokens),
          'gen_ai.usage.output_tokens': sum(({ outputTokens }) => outputTokens),
          'gen_ai.usage.cache_read.input_tokens': sum(({ cachedInputTokens }) => cachedInputTokens),
          'gen_ai.usage.cache_creation.input_tokens': sum(({ cacheWriteInputTokens }) => cacheWriteInputTokens),
        }
      : {}),
    'consensus_review.call.key': call.key,
    'consensus_review.call.attempts': call.attempts.length,
  };
}

/** Usage stands at the call alone, so that whoever adds up spans counts no token twice. */
export const describeAttempt = ({ attempt, model, waitMs, finish }: WatchedAttempt): Attributes => ({
  'consensus_review.attempt': attempt,
  'consensus_review.attempt.model': model,
  ...(finish === null ? {} : { 'consensus_review.attempt.finish': finish }),
  ...(waitMs === null ? {} : { 'consensus_review.attempt.wait_ms': waitMs }),
});
