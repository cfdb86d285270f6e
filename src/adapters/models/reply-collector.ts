/**
 * Takes the parts of one stream and keeps what matters: text, whole tool calls, the first error, the finish, the usage, and
 * the provider's own form of the reply where it wants it back (signed thoughts, ids of items).
 */
import type { TurnRequest } from '../../model-port.ts';
import type { JsonValue, ToolCall, ToolInput, TurnReceipt, TurnUsage } from '../../protocol/turn-outcome.ts';
import type { ReportedFinish } from '../../protocol/turn-outcome-classify.ts';
import { boundUsage, type ReportedUsage, readUsage } from '../../protocol/turn-outcome-usage.ts';
import type { SdkPart, SdkUsage } from './sdk-model.ts';
import { createTextCollector, type TextCollector } from './text-collector.ts';

interface Block {
  readonly type: 'text' | 'reasoning';
  readonly content: TextCollector;
  metadata: unknown;
}

type Item = Block | { readonly type: 'tool-call'; readonly call: ToolCall; readonly metadata: unknown };

export interface ReplyCollector {
  take(part: SdkPart): void;
  receipt(mayBeBilled: boolean): TurnReceipt;
  hasCalls(): boolean;
  continuation(): JsonValue | null;
  readonly finish: () => ReportedFinish | null;
  /** The first error the stream carried; undefined where it carried none. */
  readonly error: () => unknown;
}

function parseInput(text: string): ToolInput {
  try {
    return { kind: 'json', value: JSON.parse(text === '' ? '{}' : text) as JsonValue };
  } catch {
    return { kind: 'invalid', text };
  }
}

const toReported = (usage: SdkUsage): ReportedUsage => ({
  inputTokens: usage.inputTokens.total,
  cachedInputTokens: usage.inputTokens.cacheRead,
  cacheWriteInputTokens: usage.inputTokens.cacheWrite,
  outputTokens: usage.outputTokens.total,
});

/** Anthropic counts the input before it writes the first word. */
function readEarlyUsage(part: SdkPart): ReportedUsage | null {
  if (part.kind !== 'anthropic.message_start') return null;
  const metadata = part.providerMetadata as { anthropic?: { usage?: Record<string, unknown> } } | undefined;
  const usage = metadata?.anthropic?.usage;
  if (typeof usage?.input_tokens !== 'number') return null;
  const cached = Number(usage.cache_read_input_tokens ?? 0);
  const written = Number(usage.cache_creation_input_tokens ?? 0);
  return {
    inputTokens: usage.input_tokens + cached + written,
    cachedInputTokens: cached,
    cacheWriteInputTokens: written,
    outputTokens: undefined,
  };
}

const toOptions = (metadata: unknown): object => (metadata === undefined ? {} : { providerOptions: metadata });

function toPart(item: Item): object {
  if (item.type !== 'tool-call') return { type: item.type, text: item.content.text(), ...toOptions(item.metadata) };
  const { id, name, input } = item.call;
  const value = input.kind === 'json' ? input.value : { invalid_arguments: input.text };
  return { type: 'tool-call', toolCallId: id, toolName: name, input: value, ...toOptions(item.metadata) };
}

export function createReplyCollector(request: TurnRequest): ReplyCollector {
  const items: Item[] = [];
  const open = new Map<string, Block>();
  const calls: ToolCall[] = [];
  let finish: ReportedFinish | null = null;
  let final: ReportedUsage | null = null;
  let early: ReportedUsage | null = null;
  let error: unknown;

  const openBlock = (part: SdkPart, type: Block['type']): Block => {
    const key = `${type} ${part.id ?? ''}`;
    const known = open.get(key);
    const block = known ?? { type, content: createTextCollector(), metadata: undefined };
    if (known === undefined) {
      open.set(key, block);
      items.push(block);
    }
    if (part.providerMetadata !== undefined) block.metadata = part.providerMetadata;
    return block;
  };
  const takeBlock = (part: SdkPart, type: Block['type']): void => {
    // Without tools there is no next turn that would need the thoughts.
    if (type === 'reasoning' && request.tools.length === 0) return;
    const block = openBlock(part, type);
    if (part.delta !== undefined) block.content.add(part.delta);
    if (part.type.endsWith('-end')) open.delete(`${type} ${part.id ?? ''}`);
  };
  const takeCall = (part: SdkPart): void => {
    if (part.providerExecuted === true) return;
    const input =
      typeof part.input === 'string' ? parseInput(part.input) : parseInput(JSON.stringify(part.input ?? {}));
    const call: ToolCall = { id: part.toolCallId ?? '', name: part.toolName ?? '', input };
    calls.push(call);
    items.push({ type: 'tool-call', call, metadata: part.providerMetadata });
    request.onToolCall?.(call);
  };
  const readText = (): string => items.map((item) => (item.type === 'text' ? item.content.text() : '')).join('');
  const hasOutput = (): boolean => items.some((item) => item.type === 'tool-call' || !item.content.isEmpty());
  const readTotals = (): TurnUsage | null => {
    const usage = final === null ? null : readUsage(final, hasOutput());
    return usage ?? (early === null ? null : boundUsage(early, request.maxOutputTokens));
  };

  const takers: Readonly<Record<string, (part: SdkPart) => void>> = {
    'text-start': (part) => takeBlock(part, 'text'),
    'text-delta': (part) => {
      takeBlock(part, 'text');
      if (part.delta) request.onText?.(part.delta);
    },
    'text-end': (part) => takeBlock(part, 'text'),
    'reasoning-start': (part) => takeBlock(part, 'reasoning'),
    'reasoning-delta': (part) => takeBlock(part, 'reasoning'),
    'reasoning-end': (part) => takeBlock(part, 'reasoning'),
    'tool-call': takeCall,
    custom: (part) => {
      early = readEarlyUsage(part) ?? early;
    },
    error: (part) => {
      error ??= part.error ?? new Error('the stream carried an error without a reason');
    },
    finish: (part) => {
      finish = { unified: part.finishReason?.unified ?? 'other', raw: part.finishReason?.raw ?? null };
      final = part.usage === undefined ? null : toReported(part.usage);
    },
  };

  return {
    take: (part) => takers[part.type]?.(part),
    receipt: (mayBeBilled) => ({ text: readText(), toolCalls: calls, usage: readTotals(), mayBeBilled }),
    hasCalls: () => calls.length > 0,
    continuation() {
      const isNeeded = items.some(({ type, metadata }) => type === 'reasoning' || metadata !== undefined);
      if (calls.length === 0 || !isNeeded) return null;
      return structuredClone(items.map(toPart)) as unknown as JsonValue;
    },
    finish: () => finish,
    error: () => error,
  };
}
