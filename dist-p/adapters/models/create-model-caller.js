import { DEFAULT_RETRY_POLICY, decideRetry, isTransient, } from '../../protocol/retry.js';
import { NOTHING_RECEIVED } from '../../protocol/turn-outcome.js';
import { createCircuitBreaker, DEFAULT_BREAKER } from './circuit-breaker.js';
import { createConcurrencyLimiter } from './concurrency-limiter.js';
import { waitFor } from './wait-for.js';
const DEFAULT_CONCURRENCY = 8;
function createGate(concurrency) {
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
export function createModelCaller(settings) {
    const providers = new Map();
    const openGate = settings.openGate ?? (() => createGate(settings.concurrency ?? DEFAULT_CONCURRENCY));
    const breakers = new Map();
    const context = {
        clock: settings.clock,
        random: settings.random,
        policy: { ...DEFAULT_RETRY_POLICY, ...settings.policy },
        provider: (name) => getOrAdd(providers, name, () => openGate(name)),
        breaker: (model) => getOrAdd(breakers, model, () => createCircuitBreaker(settings.breaker ?? DEFAULT_BREAKER)),
    };
    return { call: (call) => callWithFallback(call, context) };
}
function getOrAdd(map, key, create) {
    const known = map.get(key);
    if (known !== undefined)
        return known;
    const added = create();
    map.set(key, added);
    return added;
}
async function callWithFallback(call, context) {
    const result = await callOn(call.model, call, context);
    const { fallback } = call;
    const isLost = result.kind === 'deferred' || (result.kind === 'ended' && isTransient(result.outcome));
    if (!isLost || fallback === undefined || fallback === null || call.signal.aborted)
        return result;
    return callOn(fallback, call, context);
}
async function callOn(model, call, context) {
    const progress = { attempts: 0, malformed: 0, waitedMs: 0, last: null };
    for (;;) {
        const admission = await admit(model, call, context, progress);
        if (admission.kind === 'ended')
            return admission.result;
        const decision = await attempt(model, call, context, { progress, release: admission.release });
        const outcome = progress.last;
        const base = { model: model.name, attempts: progress.attempts, outcome };
        if (decision.kind === 'defer') {
            return { kind: 'deferred', ...base, resumeAtMs: context.clock.now() + decision.waitMs };
        }
        if (decision.kind !== 'retry')
            return { kind: 'ended', ...base };
        if (!(await waitFor(decision.waitMs, context.clock, call.signal)))
            return endStopped(model, call, progress);
        progress.waitedMs += decision.waitMs;
    }
}
/** Waits until the provider, the model's breaker and a slot allow a call, and the payer agrees. */
async function admit(model, call, context, progress) {
    const provider = context.provider(model.provider);
    const breaker = context.breaker(model.name);
    for (;;) {
        const slot = await provider.acquire(call.signal);
        if (slot === null)
            return { kind: 'ended', result: endStopped(model, call, progress) };
        const now = context.clock.now();
        const pauseMs = Math.max(0, provider.pausedUntilMs - now);
        const waitMs = pauseMs === 0 ? breaker.enter(now) : pauseMs;
        if (waitMs === 0)
            return askPayer(model, call, progress, { slot, breaker, now });
        slot.release('neutral');
        const { retryAfterCapMs, maxTotalWaitMs } = context.policy;
        // While a model rests, another one that can answer now is asked at once.
        const isReplaceable = pauseMs === 0 && model !== call.fallback && (call.fallback ?? null) !== null;
        if (isReplaceable || waitMs > retryAfterCapMs || progress.waitedMs + waitMs > maxTotalWaitMs) {
            return { kind: 'ended', result: { kind: 'deferred', ...summarise(model, progress), resumeAtMs: now + waitMs } };
        }
        if (!(await waitFor(waitMs, context.clock, call.signal))) {
            return { kind: 'ended', result: endStopped(model, call, progress) };
        }
        progress.waitedMs += waitMs;
    }
}
async function askPayer(model, call, progress, { slot, breaker, now }) {
    const mayAttempt = (await call.mayAttempt?.({ model: model.name, attempt: progress.attempts + 1 })) ?? true;
    if (mayAttempt)
        return { kind: 'admitted', release: slot.release };
    slot.release('neutral');
    breaker.record('neutral', now);
    return { kind: 'ended', result: { kind: 'denied', ...summarise(model, progress) } };
}
const summarise = (model, { attempts, last }) => ({ model: model.name, attempts, outcome: last });
async function attempt(model, call, context, ticket) {
    const { progress } = ticket;
    const { clock, policy, random } = context;
    const startedAtMs = clock.now();
    const outcome = await model.turn(call.request, call.signal);
    const endedAtMs = clock.now();
    progress.attempts += 1;
    progress.malformed += outcome.kind === 'malformed' ? 1 : 0;
    progress.last = outcome;
    notePause(context.provider(model.provider), outcome, endedAtMs);
    context.breaker(model.name).record(judgeHealth(outcome), endedAtMs);
    ticket.release(judgeLoad(outcome));
    const decision = call.signal.aborted
        ? { kind: 'done' }
        : decideRetry(outcome, progress, policy, random());
    const waitMs = decision.kind === 'retry' ? decision.waitMs : null;
    call.onAttempt?.({ model: model.name, attempt: progress.attempts, startedAtMs, endedAtMs, outcome, waitMs });
    return decision;
}
function notePause(provider, outcome, nowMs) {
    const asked = 'retryAfterMs' in outcome ? outcome.retryAfterMs : null;
    if (asked !== null)
        provider.pause(nowMs + asked);
}
const judgeLoad = ({ kind }) => kind === 'rate-limited' ? 'too-many' : kind === 'replied' || kind === 'truncated' ? 'well' : 'neutral';
/** A limit on our rate says nothing about the model; an answer of any kind says that it is there. */
function judgeHealth(outcome) {
    if (outcome.kind === 'rate-limited' || outcome.kind === 'aborted')
        return 'neutral';
    return isTransient(outcome) ? 'failed' : 'well';
}
/** The signal ended the waiting. Attempts made before were reported as they ended. */
function endStopped(model, { signal }, { attempts }) {
    const isTimeout = signal.reason === 'timeout' || signal.reason?.name === 'TimeoutError';
    const outcome = isTimeout
        ? { ...NOTHING_RECEIVED, kind: 'timed-out', message: 'the time for this call is over' }
        : { ...NOTHING_RECEIVED, kind: 'aborted', message: 'the call was stopped while it waited' };
    return { kind: 'ended', model: model.name, attempts, outcome };
}
