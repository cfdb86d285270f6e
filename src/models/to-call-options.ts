/**
 * Converts our TurnRequest (messages, tools, schema) to the call options of an SDK model, with cache marks where the provider
 * looks for them. Called by create-model.ts.
 */
import type { AnswerSchema, ModelMessage, ToolResult, TurnRequest } from '../ports/model.ts';
import type { ToolCall } from '../protocol/calls/turn-outcome.ts';
import { boundThoughts } from './bound-thoughts.ts';
import { toPlainSchema } from './plain-schema.ts';
import type { ProviderEntry } from './providers.ts';
import type { SdkCallOptions, SdkMessage } from './sdk-model.ts';

/** Providers take four cache options; one belongs to the system prompt. */
const MAX_CACHED_MESSAGES = 3;

const toToolCallPart = ({ id, name, input }: ToolCall): object => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: name,
  // A call whose arguments were not JSON is shown to the model as it wrote it.
  input: input.kind === 'json' ? input.value : { invalid_arguments: input.text },
});

const toToolResultPart = ({ toolCallId, toolName, text, isError }: ToolResult): object => ({
  type: 'tool-result',
  toolCallId,
  toolName,
  output: { type: isError ? 'error-text' : 'text', value: text },
});

function toContent(message: ModelMessage): unknown {
  switch (message.role) {
    case 'user':
      return [{ type: 'text', text: message.text }];
    case 'assistant':
      if (Array.isArray(message.continuation)) return message.continuation;
      return [
        ...(message.text === '' ? [] : [{ type: 'text', text: message.text }]),
        ...message.toolCalls.map(toToolCallPart),
      ];
    case 'tool':
      return message.results.map(toToolResultPart);
  }
}

function cacheableIndexes(messages: readonly ModelMessage[]): ReadonlySet<number> {
  const cacheable = messages.flatMap((message, index) => (message.endsCacheablePrefix === true ? [index] : []));
  return new Set(cacheable.slice(-MAX_CACHED_MESSAGES));
}

/** A server on the user's machine makes a grammar of the limits, too. */
const toFormat = ({ name, schema }: AnswerSchema, { isLocal }: ProviderEntry): AnswerSchema => ({
  name,
  schema: isLocal ? schema : toPlainSchema(schema),
});

export function toCallOptions(
  request: TurnRequest,
  {
    entry,
    model,
    provider = '',
  }: { readonly entry: ProviderEntry; readonly model: string; readonly provider?: string },
  abortSignal: AbortSignal,
): SdkCallOptions {
  const cacheable = cacheableIndexes(request.messages);
  const cacheOption = (entry.takesCacheOption?.(model) ?? true) ? entry.cacheOption : null;
  const cached = (isCacheable: boolean): Pick<SdkMessage, 'providerOptions'> =>
    isCacheable && cacheOption !== null ? { providerOptions: cacheOption } : {};
  const prompt: SdkMessage[] = [
    // Providers do not take an empty one.
    ...(request.system === ''
      ? []
      : [{ role: 'system' as const, content: request.system, ...cached(request.isSystemCacheable === true) }]),
    ...request.messages.map(
      (message, index): SdkMessage => ({
        role: message.role,
        content: toContent(message),
        ...cached(cacheable.has(index)),
      }),
    ),
  ];
  const tools = request.tools.map(({ name, description, inputSchema }) => ({
    type: 'function' as const,
    name,
    description,
    inputSchema,
  }));
  return {
    prompt,
    ...(tools.length === 0 ? {} : { tools }),
    ...(request.answerSchema === undefined
      ? {}
      : { responseFormat: { type: 'json', ...toFormat(request.answerSchema, entry) } }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.seed === undefined ? {} : { seed: request.seed }),
    abortSignal,
    ...(entry.callOptions === undefined ? {} : { providerOptions: entry.callOptions }),
    ...boundThoughts(request, { provider, model }),
  };
}
