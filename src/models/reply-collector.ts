/**
 * Collects the parts of one streamed reply: text, whole tool calls, first error, finish reason, usage, and the provider's own
 * form of the reply where it wants that back (signed thoughts, item ids). Tells the caller of text as it arrives. Used by
 * create-model.ts.
 */
import type { HiddenKind, TurnRequest } from '../ports/model.ts';
import type { JsonValue, ToolCall, ToolInput, TurnReceipt, TurnUsage } from '../protocol/calls/turn-outcome.ts';
import type { ReportedFinish } from '../protocol/calls/turn-outcome-classify.ts';
import { boundUsage, type ReportedUsage, readUsage } from '../protocol/calls/turn-outcome-usage.ts';
import { isDeeperThan } from '../protocol/text/json-depth.ts';
import { type AnswerBounds, AnswerOverrun } from './answer-bounds.ts';
import type { SdkPart, SdkUsage } from './sdk-model.ts';
import { createTextCollector, type TextCollector } from './text-collector.ts';

interface Block {
  readonly type: 'text' | 'reasoning';
  readonly content: TextCollector;
  metadata: unknown;
}

type Item = Block | { readonly type: 'tool-call'; readonly call: ToolCall; readonly metadata: unknown };

/** A defect of the caller, not of the provider. */
export class CallbackFailed extends Error {
  override readonly name = 'CallbackFailed';
}

export function notify<T extends readonly unknown[]>(
  callback: ((...values: T) => void) | undefined,
  ...values: T
): void {
  try {
    callback?.(...values);
  } catch (cause) {
    throw new CallbackFailed('a callback of the call threw', { cause });
  }
}

export interface ReplyCollector {
  take(part: SdkPart): void;
  receipt(mayBeBilled: boolean): TurnReceipt;
  hasCalls(): boolean;
  continuation(): JsonValue | null;
  readonly finish: () => ReportedFinish | null;
  /** The first error the stream carried; undefined where it carried none. */
  readonly error: () => unknown;
}

/** Arguments that nobody could walk through are not taken for JSON. */
function parseInput(text: string, maxDepth: number): ToolInput {
  if (isDeeperThan(text, maxDepth)) return { kind: 'invalid', text };
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
  reasoningTokens: usage.outputTokens.reasoning,
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

interface ReplyItems {
  addToBlock(part: SdkPart, type: Block['type']): void;
  addCall(call: ToolCall, metadata: unknown): void;
  readonly calls: readonly ToolCall[];
  text(): string;
  isEmpty(): boolean;
  toContinuation(): JsonValue | null;
}

/** The reply in the order in which it was written. A block of text is kept once. */
function createReplyItems(): ReplyItems {
  const items: Item[] = [];
  const open = new Map<string, Block>();
  const calls: ToolCall[] = [];
  const openBlock = (key: string, type: Block['type']): Block => {
    const block: Block = { type, content: createTextCollector(), metadata: undefined };
    open.set(key, block);
    items.push(block);
    return block;
  };
  return {
    calls,
    addToBlock(part, type) {
      const key = `${type} ${part.id ?? ''}`;
      const block = open.get(key) ?? openBlock(key, type);
      if (part.providerMetadata !== undefined) block.metadata = part.providerMetadata;
      if (part.delta !== undefined) block.content.add(part.delta);
      if (part.type.endsWith('-end')) open.delete(key);
    },
    addCall(call, metadata) {
      calls.push(call);
      items.push({ type: 'tool-call', call, metadata });
    },
    text: () => items.map((item) => (item.type === 'text' ? item.content.text() : '')).join(''),
    isEmpty: () => items.every((item) => item.type !== 'tool-call' && item.content.isEmpty()),
    toContinuation() {
      const isNeeded = items.some(({ type, metadata }) => type === 'reasoning' || metadata !== undefined);
      if (calls.length === 0 || !isNeeded) return null;
      return structuredClone(items.map(toPart)) as unknown as JsonValue;
    },
  };
}

/** What is written beside the text, told as it arrives; arguments that a provider does not stream, when their call is whole. */
function createHiddenTeller({ onHidden }: TurnRequest) {
  const streamed = new Set<string>();
  return {
    tell({ id = '', delta }: SdkPart, kind: HiddenKind): void {
      if (kind === 'arguments') streamed.add(id);
      if (delta) notify(onHidden, delta, kind);
    },
    tellWhole({ toolCallId = '' }: SdkPart, written: string): void {
      if (!streamed.has(toolCallId)) notify(onHidden, written, 'arguments' as const);
    },
  };
}

/** Throws AnswerOverrun where a reply has more calls than anybody answers. */
export function createReplyCollector(
  request: TurnRequest,
  bounds: Pick<AnswerBounds, 'jsonDepth' | 'toolCalls'>,
): ReplyCollector {
  const items = createReplyItems();
  let finish: ReportedFinish | null = null;
  let final: ReportedUsage | null = null;
  let early: ReportedUsage | null = null;
  let error: unknown;
  let begun = 0;
  const hidden = createHiddenTeller(request);

  const takeText = (part: SdkPart): void => {
    items.addToBlock(part, 'text');
    if (part.delta) notify(request.onText, part.delta);
  };
  // Without tools there is no next turn that would need the thoughts.
  const takeThought = (part: SdkPart): void => {
    if (request.tools.length > 0) items.addToBlock(part, 'reasoning');
    hidden.tell(part, 'reasoning');
  };
  const beginCall = (): void => {
    begun += 1;
    if (begun > bounds.toolCalls) throw new AnswerOverrun('tool-calls', bounds.toolCalls);
  };
  const takeCall = (part: SdkPart): void => {
    const written = typeof part.input === 'string' ? part.input : JSON.stringify(part.input ?? {});
    hidden.tellWhole(part, written);
    if (part.providerExecuted === true) return;
    const input = parseInput(written, bounds.jsonDepth);
    // Not every format announces a call.
    if (items.calls.length >= begun) beginCall();
    const call: ToolCall = { id: part.toolCallId ?? '', name: part.toolName ?? '', input };
    items.addCall(call, part.providerMetadata);
    notify(request.onToolCall, call);
  };
  const takers: Readonly<Record<string, (part: SdkPart) => void>> = {
    'text-start': takeText,
    'text-delta': takeText,
    'text-end': takeText,
    'reasoning-start': takeThought,
    'reasoning-delta': takeThought,
    'reasoning-end': takeThought,
    'tool-input-start': beginCall,
    'tool-input-delta': (part) => hidden.tell(part, 'arguments'),
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
  const readTotals = (): TurnUsage | null => {
    const usage = final === null ? null : readUsage(final, !items.isEmpty());
    return usage ?? (early === null ? null : boundUsage(early, request.maxOutputTokens));
  };

  return {
    take: (part) => takers[part.type]?.(part),
    receipt: (mayBeBilled) => ({ text: items.text(), toolCalls: items.calls, usage: readTotals(), mayBeBilled }),
    hasCalls: () => items.calls.length > 0,
    continuation: items.toContinuation,
    finish: () => finish,
    error: () => error,
  };
}
