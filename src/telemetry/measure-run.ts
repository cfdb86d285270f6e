/**
 * Records a run as OpenTelemetry metrics, from its events and model calls: histograms of tokens and durations of calls, agents and
 * runs, named by the conventions for generative AI. Created by open-telemetry.ts.
 */
import type { Attributes, Histogram, Meter } from '@opentelemetry/api';
import type { Emit } from '../ports/events.ts';
import type { RunEnding, WatchedCall } from '../ports/telemetry.ts';
import type { RunEvent } from '../protocol/report/run-events.ts';
import { describeAgent, describeModel, errorOfCall } from './gen-ai.ts';

export interface RunMeasures {
  readonly emit: Emit;
  call(call: WatchedCall): void;
  end(ending: RunEnding): void;
}

/** As the conventions advise. */
const TOKEN_BUCKETS = Array.from({ length: 14 }, (_, i) => 4 ** i);
const SECOND_BUCKETS = Array.from({ length: 14 }, (_, i) => 2 ** i / 100);
/** Runs and agents take longer than calls. */
const LONG_BUCKETS = [1, 5, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200];

export function createRunMeasures(meter: Meter): RunMeasures {
  const seconds = (name: string, description: string, buckets: readonly number[]): Histogram =>
    meter.createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries: [...buckets] } });
  const tokens = meter.createHistogram('gen_ai.client.token.usage', {
    unit: '{token}',
    description: 'Tokens that a provider billed.',
    advice: { explicitBucketBoundaries: TOKEN_BUCKETS },
  });
  const calls = seconds('gen_ai.client.operation.duration', 'Calls of models, repetitions included.', SECOND_BUCKETS);
  const agents = seconds('gen_ai.invoke_agent.duration', 'Agents, from their start to their end.', LONG_BUCKETS);
  const runs = seconds('gen_ai.workflow.duration', 'Runs, from their start to their report.', LONG_BUCKETS);
  const startedAt = new Map<string, number>();
  let run: { readonly attributes: Attributes; readonly startedAt: number } | null = null;
  const emit = (event: RunEvent): void => {
    if (event.kind === 'run')
      run = { attributes: { 'gen_ai.workflow.name': event.playbook }, startedAt: performance.now() };
    if (event.kind !== 'agent' || event.status === 'progress') return;
    if (event.status === 'started') {
      startedAt.set(event.agent, performance.now());
      return;
    }
    const since = startedAt.get(event.agent);
    if (since !== undefined) agents.record((performance.now() - since) / 1000, describeAgent(event.agent));
  };
  return {
    emit,
    call: (call) => {
      const error = errorOfCall(call);
      calls.record((call.endedAtMs - call.startedAtMs) / 1000, {
        ...describeModel(call.model),
        ...(error === null ? {} : { 'error.type': error }),
      });
      for (const { model, usage } of call.attempts) {
        if (usage === null) continue;
        tokens.record(usage.inputTokens, { ...describeModel(model), 'gen_ai.token.type': 'input' });
        tokens.record(usage.outputTokens, { ...describeModel(model), 'gen_ai.token.type': 'output' });
      }
    },
    end: (ending) => {
      if (run === null || ending.kind === 'left') return;
      const error = ending.kind === 'failed' ? { 'error.type': ending.code } : {};
      runs.record((performance.now() - run.startedAt) / 1000, { ...run.attributes, ...error });
      run = null;
    },
  };
}
