/**
 * Implements the Model port (ports/model.ts) for any HTTP provider: one streamed call through the provider's SDK package
 * (imported with the first call), no retries; a call ends in a TurnOutcome and never throws. Created by
 * wiring/model-reviewers.ts, wiring/local-servers.ts and the commands that check models.
 */

import type { Clock } from '../ports/clock.ts';
import type { Model, TurnRequest } from '../ports/model.ts';
import { askMeant } from '../protocol/budget/model-names.ts';
import type { FailureReason, TurnEnd, TurnOutcome } from '../protocol/calls/turn-outcome.ts';
import { type ClassifiedProblem, classifyFinish, classifyProblem } from '../protocol/calls/turn-outcome-classify.ts';
import { type AnswerBounds, AnswerOverrun, boundAnswer } from './answer-bounds.ts';
import { openNetwork } from './bounded-fetch.ts';
import { type ModelConnection, resolveConnection } from './connection.ts';
import type { Environment } from './providers.ts';
import { isUnconnected, readProblem } from './read-problem.ts';
import { CallbackFailed, createReplyCollector, notify, type ReplyCollector } from './reply-collector.ts';
import type { SdkConnection, SdkModel } from './sdk-model.ts';
import { toCallOptions } from './to-call-options.ts';
import { createWireWatch, type WireWatch } from './wire-watch.ts';

export interface ModelSettings {
  readonly env: Environment;
  readonly clock: Clock;
  /** From the configuration; wins over the environment. */
  readonly baseUrl?: string | null;
  /** Other bounds for what is read of an answer. */
  readonly bounds?: Partial<AnswerBounds>;
  /** Stands in for the network below all bounds of HTTP. */
  readonly fetch?: typeof globalThis.fetch;
}

type OpenModel = (name: string, connection: SdkConnection) => SdkModel;

interface Turn {
  readonly connection: ModelConnection;
  readonly settings: ModelSettings;
  readonly request: TurnRequest;
  readonly signal: AbortSignal;
  /** What all calls of the model know of its provider. */
  readonly provider: { hasSpoken: boolean; readonly openFetch: ReturnType<typeof openNetwork> };
}

/** Throws ReviewError where the name, the key or the address is wrong; a call of the model never throws. */
export function createModel(name: string, settings: ModelSettings): Model {
  const connection = resolveConnection(name, settings.env, settings.baseUrl ?? null);
  const openFetch = openNetwork(settings.env);
  const provider = { hasSpoken: false, openFetch };
  let opened: Promise<OpenModel> | null = null;
  const load = (): Promise<OpenModel> => {
    opened ??= connection.entry.load(settings.env);
    return opened;
  };
  return {
    name,
    provider: connection.provider,
    turn: (request, signal) => runTurn({ connection, settings, request, signal, provider }, load),
  };
}

async function runTurn(turn: Turn, load: () => Promise<OpenModel>): Promise<TurnOutcome> {
  const { connection, request, settings, signal, provider } = turn;
  const { callTimeoutMs, firstByteTimeoutMs } = request;
  const bounds = boundAnswer(request.maxOutputTokens, {
    ...(callTimeoutMs === undefined ? {} : { totalMs: callTimeoutMs }),
    ...settings.bounds,
  });
  const collector = createReplyCollector(request, bounds);
  const watch = createWireWatch({
    // The user's own machine may take its time to read a long question.
    bounds: connection.entry.isLocal ? { ...bounds, firstByteMs: request.idleTimeoutMs } : bounds,
    ...(firstByteTimeoutMs === undefined ? {} : { queueMs: firstByteTimeoutMs }),
    idleTimeoutMs: request.idleTimeoutMs,
    signal,
    fetch: settings.fetch ?? provider.openFetch(bounds),
    hasSpoken: () => provider.hasSpoken,
    onBytes: (bytes) => {
      provider.hasSpoken = true;
      notify(request.onBytes, bytes);
    },
  });
  let thrown: unknown = null;
  try {
    const open = await load();
    await readStream(open, turn, watch, collector);
  } catch (error) {
    thrown = error ?? new Error('the provider package threw nothing');
  } finally {
    watch.stop();
  }
  return { ...collector.receipt(mayBeBilled(watch, thrown)), ...decideEnd(turn, watch, collector, thrown) };
}

async function readStream(open: OpenModel, turn: Turn, watch: WireWatch, collector: ReplyCollector): Promise<void> {
  const { connection, request } = turn;
  watch.signal.throwIfAborted();
  const model = open(connection.model, { ...connection, fetch: watch.fetch });
  const { stream } = await orAbort(
    Promise.resolve(model.doStream(toCallOptions(request, connection, watch.signal))),
    watch.signal,
  );
  const reader = stream.getReader();
  // Not every stream ends when its request is aborted; a cancelled reader always does.
  const cancel = (): void => void reader.cancel(watch.signal.reason).catch(() => undefined);
  watch.signal.addEventListener('abort', cancel, { once: true });
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) collector.take(read.value);
  } catch (error) {
    cancel();
    throw error;
  }
}

/** Waits for the promise or the abort, whichever comes first; a late rejection is nobody's business any more. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const isTimeout = (reason: unknown): boolean =>
  reason === 'timeout' ||
  (typeof reason === 'object' && reason !== null && 'name' in reason && reason.name === 'TimeoutError');

function decideEnd(turn: Turn, watch: WireWatch, collector: ReplyCollector, thrown: unknown): TurnEnd {
  const { signal } = turn;
  if (signal.aborted) {
    return isTimeout(signal.reason)
      ? { kind: 'timed-out', message: 'the time for this call is over' }
      : { kind: 'aborted', message: 'the call was stopped' };
  }
  const broken = describeWireEnd(watch, thrown);
  if (broken !== null) return broken;
  if (watch.lacksEvents()) return { kind: 'malformed', message: describeForm(watch) };
  const error = collector.error() ?? thrown;
  if (error !== null) return adviseOn(forgiveCut(classifyError(error, turn, watch), watch), turn.connection);
  const finish = collector.finish();
  if (finish === null) return CUT;
  const problem = classifyFinish(finish);
  if (problem !== null) return adviseOn(problem, turn.connection);
  const hasCalls = collector.hasCalls();
  if (finish.unified === 'tool-calls' && !hasCalls) {
    return { kind: 'malformed', message: 'the model announced tool calls and made none' };
  }
  return { kind: 'replied', finish: hasCalls ? 'tool-calls' : 'stop', continuation: collector.continuation() };
}

const CUT = { kind: 'disconnected', message: 'the stream ended before the answer was finished' } as const;

/** What the wire or the length of the reply ended, whatever the provider package made of it. */
function describeWireEnd(watch: WireWatch, thrown: unknown): TurnEnd | null {
  const overrun = (error: AnswerOverrun): TurnEnd => ({ kind: 'overrun', bound: error.bound, message: error.message });
  if (thrown instanceof AnswerOverrun) return overrun(thrown);
  const end = watch.end();
  switch (end?.kind) {
    case undefined:
      return null;
    case 'silent':
      return { kind: 'stalled', message: `nothing arrived for ${end.afterMs} ms` };
    case 'too-long':
      return { kind: 'timed-out', message: `the answer had no end within ${end.afterMs} ms` };
    case 'overrun':
      return overrun(end.overrun);
    case 'unreadable':
      return { kind: 'malformed', message: end.message };
    case 'cut':
      return CUT;
  }
}

const describeForm = (watch: WireWatch): string =>
  `the provider answered with ${watch.headers()['content-type'] ?? 'a body of no type'} instead of a stream of events`;

/** Errors of reading what arrived, by the names of the SDK. */
const MALFORMED = /^AI_(?:JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody)Error$/u;

function classifyError(error: unknown, { connection, settings }: Turn, watch: WireWatch): ClassifiedProblem {
  const context = { headers: watch.headers(), nowMs: settings.clock.now(), apiKey: connection.apiKey };
  const problem = readProblem(error, context);
  if (!watch.wasSent() || error instanceof CallbackFailed)
    return { kind: 'failed', reason: 'defect', message: problem.message };
  const isSound = watch.status() !== null && (watch.status() ?? 0) < 300;
  const isMalformed = problem.code.split(' ').some((name) => MALFORMED.test(name));
  if (isSound && isMalformed && !/without a finish/u.test(problem.message)) {
    return { kind: 'malformed', message: problem.message };
  }
  // The SDK repeats the status of a sound answer on errors that came later; it says nothing then.
  const status = problem.status !== null && problem.status < 300 ? null : problem.status;
  return classifyProblem({ ...problem, status });
}

/** A last event that is only a piece of one was cut: it is not what the provider meant to send. */
const forgiveCut = (end: ClassifiedProblem, watch: WireWatch): ClassifiedProblem =>
  end.kind === 'malformed' && watch.endedInEvent() ? CUT : end;

/** Without an answer only a connection that was never made is certainly free. */
function mayBeBilled(watch: WireWatch, thrown: unknown): boolean {
  if (!watch.wasSent()) return false;
  const status = watch.status();
  return status === null ? !isUnconnected(thrown) : status < 300;
}

function adviseOn(end: ClassifiedProblem, { provider, model, entry, baseUrl }: ModelConnection): TurnEnd {
  if (end.kind !== 'failed') return end;
  const key = entry.keyVariables[0] ?? '';
  const address = entry.baseUrlVariables[0] ?? '';
  const advice: Readonly<Record<FailureReason, string>> = {
    auth:
      provider === 'bedrock'
        ? 'Check the AWS credentials and AWS_REGION.'
        : `Check ${key}: the provider does not accept it.`,
    permission: `The key has no right to use ${model}: ask for access, or choose another model.`,
    'unknown-model': `Check the name "${model}" and the address ${baseUrl ?? 'of the region'} (${address})${askMeant(`${provider}/${model}`) || '.'}`,
    quota: 'Add credit or raise the limit of the account, or choose another model.',
    'no-tools': 'This model cannot call tools: choose one that can, or let files be handed over one by one.',
    redirected: `Set ${address} to the address it redirects to; redirects are not followed because of the key.`,
    'bad-request': 'The provider did not accept the request: run again with --debug to see its answer.',
    defect: 'The call could not be made: run again with --debug and report what it prints.',
  };
  return { ...end, advice: advice[end.reason] };
}
