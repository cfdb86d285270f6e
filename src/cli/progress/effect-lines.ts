/**
 * Turns a finished model call or analyzer scan into one line for people, and into a JSON record with snake_case names. Called by
 * watch-run.ts (lines) and verbose-log.ts (both).
 */
import type { WatchedAttempt, WatchedCall, WatchedScan, WatchedSpan } from '../../ports/telemetry.ts';

const seconds = ({ startedAtMs, endedAtMs }: WatchedSpan): string =>
  `${((endedAtMs - startedAtMs) / 1000).toFixed(1)} s`;

const describeAttempt = ({ model, error, finish, usage }: WatchedAttempt): string =>
  `${model} ${error ?? finish}${usage === null ? '' : ` (${usage.inputTokens} tokens in, ${usage.outputTokens} out)`}`;

export function describeCall(call: WatchedCall): string {
  const end = call.result === 'ended' ? '' : `, ${call.result}`;
  const attempts = call.attempts.map(describeAttempt).join(', then ');
  return `${call.agent}: call ${call.key} in ${seconds(call)}: ${attempts || 'not made'}${end}`;
}

export const describeScan = (scan: WatchedScan): string =>
  `${scan.name}: ${scan.files} files in ${seconds(scan)}: ${scan.status}, ${scan.findings} findings`;

const milliseconds = ({ startedAtMs, endedAtMs }: WatchedSpan): number => endedAtMs - startedAtMs;

export const toCallRecord = (call: WatchedCall): object => ({
  event: 'call',
  agent: call.agent,
  key: call.key,
  model: call.model,
  answered_by: call.answeredBy,
  result: call.result,
  ms: milliseconds(call),
  attempts: call.attempts.map((attempt) => ({
    attempt: attempt.attempt,
    model: attempt.model,
    ms: milliseconds(attempt),
    error: attempt.error,
    finish: attempt.finish,
    input_tokens: attempt.usage?.inputTokens ?? null,
    cached_input_tokens: attempt.usage?.cachedInputTokens ?? null,
    output_tokens: attempt.usage?.outputTokens ?? null,
    wait_ms: attempt.waitMs,
  })),
});

export const toScanRecord = (scan: WatchedScan): object => ({
  event: 'scan',
  analyzer: scan.name,
  version: scan.version,
  status: scan.status,
  files: scan.files,
  findings: scan.findings,
  ms: milliseconds(scan),
});
