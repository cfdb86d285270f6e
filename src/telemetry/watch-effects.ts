/**
 * Wraps model callers and analyzers so that an observer (telemetry, verbose log) hears of every call and scan, without changing what
 * passes through. Called by wiring/model-reviewers.ts and wiring/embedded-reviewers.ts.
 */

import type { Analyzer, AnalyzerOutcome } from '../ports/analyzer.ts';
import type { ModelAttempt } from '../ports/model.ts';
import type { EffectWatch, WatchedAttempt } from '../ports/telemetry.ts';
import type { TurnOutcome } from '../protocol/calls/turn-outcome.ts';
import type { KeyedCaller } from '../runs/recorded-calls.ts';

/** Stands below recordings: what is played is no call. */
export const watchCaller = (caller: KeyedCaller, watch: EffectWatch): KeyedCaller => ({
  async call(call) {
    const startedAtMs = Date.now();
    const attempts: WatchedAttempt[] = [];
    const result = await caller.call({
      ...call,
      onAttempt: (attempt) => {
        attempts.push(toWatched(attempt));
        call.onAttempt?.(attempt);
      },
    });
    watch.call({
      agent: call.agent ?? call.key,
      key: call.key,
      model: call.model.name,
      answeredBy: result.model,
      maxOutputTokens: call.request.maxOutputTokens,
      result: result.kind,
      attempts,
      startedAtMs,
      endedAtMs: Date.now(),
    });
    return result;
  },
});

function toWatched({ outcome, ...attempt }: ModelAttempt): WatchedAttempt {
  return { ...attempt, error: errorOf(outcome), finish: finishOf(outcome), usage: outcome.usage };
}

function errorOf(outcome: TurnOutcome): string | null {
  if (outcome.kind === 'replied') return null;
  return outcome.kind === 'failed' ? `failed:${outcome.reason}` : outcome.kind;
}

function finishOf(outcome: TurnOutcome): string | null {
  if (outcome.kind === 'replied') return outcome.finish.replace('-', '_');
  if (outcome.kind === 'truncated') return 'length';
  return outcome.kind === 'filtered' ? 'content_filter' : null;
}

/** An analyzer may learn its version while it scans: what is not wrapped stays the analyzer's own. */
export function watchAnalyzer<A extends Analyzer>(analyzer: A, watch: EffectWatch): A {
  const scan: Analyzer['scan'] = async (files, snapshot, signal) => {
    const startedAtMs = Date.now();
    watch.begin?.({ name: analyzer.name, files: files.length });
    const outcome: AnalyzerOutcome = await analyzer.scan(files, snapshot, signal);
    watch.scan({
      name: analyzer.name,
      version: analyzer.version,
      status: outcome.status,
      findings: outcome.findings.length,
      files: files.length,
      startedAtMs,
      endedAtMs: Date.now(),
    });
    return outcome;
  };
  return Object.assign(Object.create(analyzer) as A, { scan });
}
