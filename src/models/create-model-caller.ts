/**
 * Creates the ModelCaller (ports/model.ts): the one retry loop around model calls. Each attempt waits for the provider's pause,
 * the circuit breaker, a free slot and the payer's consent; its outcome is reported, then retried, put off, given to the fallback
 * model or returned. Created by wiring/model-reviewers.ts.
 */

import type { Clock } from '../ports/clock.ts';
import type { CallResult, Model, ModelCall, ModelCaller, Random } from '../ports/model.ts';
import {
  DEFAULT_RETRY_POLICY,
  decideRetry,
  isTransient,
  type RetryDecision,
  type RetryPolicy,
} from '../protocol/calls/retry.ts';
import { NOTHING_RECEIVED, type TurnOutcome } from '../protocol/calls/turn-outcome.ts';
import { getOrAdd } from '../protocol/collections/get-or-add.ts';
import { type BreakerLimits, type CircuitBreaker, createCircuitBreaker, DEFAULT_BREAKER } from './circuit-breaker.ts';
import { createConcurrencyLimiter, type Slot, type SlotFeedback } from './concurrency-limiter.ts';
import { waitFor } from './wait-for.ts';

export interface ModelCallerSettings {
  readonly clock: Clock;
  readonly random: Random;
  readonly policy?: Partial<RetryPolicy>;
  /** Calls at once per provider. Default 8. */
  readonly concurrency?: number;
  /** How many calls a provider answers at once, where it says so; null where it does not. */
  readonly slotsOf?: (provider: string) => number | null;
  readonly breaker?: BreakerLimits;
  /** Who lets calls of a provider through, where others share it. */
  readonly openGate?: (provider: string) => ProviderGate;
}

const DEFAULT_CONCURRENCY = 8;

/** How a provider fares: shared by all models and agents of a run, or of a fleet. */
export interface ProviderGate {
  /** Null where the signal ended the wait. */
  acquire(signal: AbortSignal): Promise<Slot | null>;
  /** Nobody calls before; looked at behind `acquire`. */
  readonly pausedUntilMs: number;
  /** Set by Retry-After; never shortens a pause. */
  pause(untilMs: number): void;
}

function createGate(concurrency: number): ProviderGate {
  const limiter = createConcurrencyLimiter(concurrency);
  let pausedUntilMs = 0;
  return {
    acquire: limiter.acquire,
    get pausedUntilMs() {
      return pausedUntilMs;
    },
    pause: (untilMs) => {
      pausedUntilMs = Math.max(pausedUntilMs, untilMs);
    },
  };
}

interface Context {
  readonly clock: Clock;
  readonly random: Random;
  readonly policy: RetryPolicy;
  provider(name: string): ProviderGate;
  breaker(model: string): CircuitBreaker;
}

/** What one call on one model has behind it. */
interface Progress {
  attempts: number;
  malformed: number;
  waitedMs: number;
  last: TurnOutcome | null;
}

type Admission =
  | { readonly kind: 'admitted'; release(feedback: SlotFeedback): void }
  | { readonly kind: 'ended'; readonly result: CallResult };

export function createModelCaller(settings: ModelCallerSettings): ModelCaller {
  const providers = new Map<string, ProviderGate>();
  const widthOf = (provider: string): number =>
    settings.slotsOf?.(provider) ?? settings.concurrency ?? DEFAULT_CONCURRENCY;
  const openGate = settings.openGate ?? ((provider: string) => createGate(widthOf(provider)));
  const breakers = new Map<string, CircuitBreaker>();
  const context: Context = {
    clock: settings.clock,
    random: settings.random,
    policy: { ...DEFAULT_RETRY_POLICY, ...settings.policy },
    provider: (name) => getOrAdd(providers, name, () => openGate(name)),
    breaker: (model) => getOrAdd(breakers, model, () => createCircuitBreaker(settings.breaker ?? DEFAULT_BREAKER)),
  };
  return { call: (call) => callWithFallback(call, context) };
}

async function callWithFallback(call: ModelCall, context: Context): Promise<CallResult> {
  const result = await callOn(call.model, call, context);
  const { fallback } = call;
  const isLost = result.kind === 'deferred' || (result.kind === 'ended' && isTransient(result.outcome));
  if (!isLost || fallback === undefined || fallback === null || call.signal.aborted) return result;
  return callOn(fallback, call, context);
}

async function callOn(model: Model, call: ModelCall, context: Context): Promise<CallResult> {
  const progress: Progress = { attempts: 0, malformed: 0, waitedMs: 0, last: null };
  for (;;) {
    const admission = await admit(model, call, context, progress);
    if (admission.kind === 'ended') return admission.result;
    const decision = await attempt(model, call, context, { progress, release: admission.release });
    const outcome = progress.last as TurnOutcome;
    const base = { model: model.name, attempts: progress.attempts, outcome };
    if (decision.kind === 'defer') {
      return { kind: 'deferred', ...base, resumeAtMs: context.clock.now() + decision.waitMs };
    }
    if (decision.kind !== 'retry') return { kind: 'ended', ...base };
    if (!(await waitFor(decision.waitMs, context.clock, call.signal))) return endStopped(model, call, progress);
    progress.waitedMs += decision.waitMs;
  }
}

/** Nobody is asked: the failure that was the last one stands for this call too. */
function giveUp(model: Model, { attempts, last }: Progress, failure: TurnOutcome): Admission {
  const reason = 'message' in failure ? failure.message : failure.kind;
  const message = `${model.name} is not asked again in this run: it only failed for a minute (${reason})`;
  const outcome = last ?? { ...failure, ...NOTHING_RECEIVED, ...('message' in failure ? { message } : {}) };
  return { kind: 'ended', result: { kind: 'ended', model: model.name, attempts, outcome } };
}

/** Waits until the provider, the model's breaker and a slot allow a call, and the payer agrees. */
async function admit(model: Model, call: ModelCall, context: Context, progress: Progress): Promise<Admission> {
  const provider = context.provider(model.provider);
  const breaker = context.breaker(model.name);
  for (;;) {
    const slot = await provider.acquire(call.signal);
    if (slot === null) return { kind: 'ended', result: endStopped(model, call, progress) };
    const now = context.clock.now();
    const next = planNext(provider, breaker, now);
    if (next.kind === 'now') return askPayer(model, call, progress, { slot, breaker });
    slot.release('neutral');
    if (next.kind === 'never') return giveUp(model, progress, next.failure);
    const { waitMs, isPause } = next;
    const { retryAfterCapMs, maxTotalWaitMs } = context.policy;
    // While a model rests, another one that can answer now is asked at once.
    const isReplaceable = !isPause && model !== call.fallback && (call.fallback ?? null) !== null;
    const isTooLate = breaker.givenUp(now + waitMs) !== null;
    if (isReplaceable || isTooLate || waitMs > retryAfterCapMs || progress.waitedMs + waitMs > maxTotalWaitMs) {
      return { kind: 'ended', result: { kind: 'deferred', ...summarise(model, progress), resumeAtMs: now + waitMs } };
    }
    if (!(await waitFor(waitMs, context.clock, call.signal))) {
      return { kind: 'ended', result: endStopped(model, call, progress) };
    }
    progress.waitedMs += waitMs;
  }
}

type Next =
  | { readonly kind: 'now' }
  /** `isPause`: the provider asked for it. */
  | { readonly kind: 'wait'; readonly waitMs: number; readonly isPause: boolean }
  | { readonly kind: 'never'; readonly failure: TurnOutcome };

function planNext({ pausedUntilMs }: ProviderGate, breaker: CircuitBreaker, now: number): Next {
  if (pausedUntilMs > now) return { kind: 'wait', waitMs: pausedUntilMs - now, isPause: true };
  const failure = breaker.givenUp(now);
  if (failure !== null) return { kind: 'never', failure };
  const waitMs = breaker.enter(now);
  if (waitMs === 0) return { kind: 'now' };
  const late = breaker.givenUp(now + waitMs);
  return late === null ? { kind: 'wait', waitMs, isPause: false } : { kind: 'never', failure: late };
}

interface Entry {
  readonly slot: { release(feedback: SlotFeedback): void };
  readonly breaker: CircuitBreaker;
}

async function askPayer(
  model: Model,
  call: ModelCall,
  progress: Progress,
  { slot, breaker }: Entry,
): Promise<Admission> {
  const mayAttempt = (await call.mayAttempt?.({ model: model.name, attempt: progress.attempts + 1 })) ?? true;
  if (mayAttempt) return { kind: 'admitted', release: slot.release };
  slot.release('neutral');
  breaker.leave();
  return { kind: 'ended', result: { kind: 'denied', ...summarise(model, progress) } };
}

const summarise = (model: Model, { attempts, last }: Progress) => ({ model: model.name, attempts, outcome: last });

interface Ticket {
  readonly progress: Progress;
  release(feedback: SlotFeedback): void;
}

async function attempt(model: Model, call: ModelCall, context: Context, ticket: Ticket): Promise<RetryDecision> {
  const { progress } = ticket;
  const { clock, policy, random } = context;
  const startedAtMs = clock.now();
  const outcome = await model.turn(call.request, call.signal);
  const endedAtMs = clock.now();
  progress.attempts += 1;
  progress.malformed += outcome.kind === 'malformed' ? 1 : 0;
  progress.last = outcome;
  notePause(context.provider(model.provider), outcome, endedAtMs);
  context.breaker(model.name).record({ outcome, startedAtMs, endedAtMs, isStopped: call.signal.aborted });
  ticket.release(judgeLoad(outcome));
  const decision: RetryDecision = call.signal.aborted
    ? { kind: 'done' }
    : limitPatience(decideRetry(outcome, progress, policy, random()), outcome, (waitMs) =>
        context.breaker(model.name).givenUp(endedAtMs + waitMs),
      );
  const waitMs = decision.kind === 'retry' ? decision.waitMs : null;
  call.onAttempt?.({ model: model.name, attempt: progress.attempts, startedAtMs, endedAtMs, outcome, waitMs });
  return decision;
}

/** A wait that ends when nobody waits any more is put off where the provider named it, and else not begun. */
function limitPatience(
  decision: RetryDecision,
  outcome: TurnOutcome,
  givenUpAfter: (waitMs: number) => TurnOutcome | null,
): RetryDecision {
  if (decision.kind !== 'retry' || givenUpAfter(decision.waitMs) === null) return decision;
  const isNamed = 'retryAfterMs' in outcome && outcome.retryAfterMs !== null;
  return isNamed ? { kind: 'defer', waitMs: decision.waitMs } : { kind: 'give-up' };
}

function notePause(provider: ProviderGate, outcome: TurnOutcome, nowMs: number): void {
  const asked = 'retryAfterMs' in outcome ? outcome.retryAfterMs : null;
  if (asked !== null) provider.pause(nowMs + asked);
}

const judgeLoad = ({ kind }: TurnOutcome): SlotFeedback =>
  kind === 'rate-limited' ? 'too-many' : kind === 'replied' || kind === 'truncated' ? 'well' : 'neutral';

/** The signal ended the waiting. Attempts made before were reported as they ended. */
function endStopped(model: Model, { signal }: ModelCall, { attempts }: Progress): CallResult {
  const isTimeout =
    signal.reason === 'timeout' || (signal.reason as { name?: unknown } | null)?.name === 'TimeoutError';
  const outcome: TurnOutcome = isTimeout
    ? { ...NOTHING_RECEIVED, kind: 'timed-out', message: 'the time for this call is over' }
    : { ...NOTHING_RECEIVED, kind: 'aborted', message: 'the call was stopped while it waited' };
  return { kind: 'ended', model: model.name, attempts, outcome };
}
