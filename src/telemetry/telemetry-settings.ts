/**
 * Reads from the standard OpenTelemetry variables whether and where telemetry is sent; null where no endpoint is named, and then the
 * SDK is not loaded. Addresses, headers and certificates are read by the exporters. Called by wiring/conduct.ts, wiring/outgoing.ts,
 * fleet/hand-over.ts and cli/progress/watch-worker.ts.
 */

type Environment = Readonly<Record<string, string | undefined>>;

export interface TelemetrySettings {
  readonly traces: boolean;
  readonly metrics: boolean;
  /** The most that the end of a run waits for the other side, and one delivery for its answer. */
  readonly timeoutMs: number;
  /** What the user should know before the run begins. */
  readonly warnings: readonly string[];
  /** The trace that the run is a part of (`TRACEPARENT`, as a build system sets it). */
  readonly parent: TraceParent | null;
}

export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

const PREFIX = 'OTEL_EXPORTER_OTLP';
/** Shorter than the standard's ten seconds: nobody waits so long for the end of a review. */
const DEFAULT_TIMEOUT_MS = 2000;
const SIGNALS = ['TRACES', 'METRICS'] as const;

/** Null where nothing is to be sent. */
export function readTelemetrySettings(env: Environment): TelemetrySettings | null {
  const value = (name: string): string => env[name]?.trim() ?? '';
  if (value('OTEL_SDK_DISABLED').toLowerCase() === 'true') return null;
  const wants = (signal: (typeof SIGNALS)[number]): boolean =>
    (value(`${PREFIX}_${signal}_ENDPOINT`) || value(`${PREFIX}_ENDPOINT`)) !== '' &&
    value(`OTEL_${signal}_EXPORTER`).toLowerCase() !== 'none';
  const asked = SIGNALS.filter(wants);
  if (asked.length === 0) return null;
  const protocolOf = (signal: string): string => value(`${PREFIX}_${signal}_PROTOCOL`) || value(`${PREFIX}_PROTOCOL`);
  const spoken = asked.filter((signal) => protocolOf(signal) !== 'grpc');
  const timeouts = ['', ...SIGNALS.map((signal) => `_${signal}`)]
    .map((part) => Number(value(`${PREFIX}${part}_TIMEOUT`)))
    .filter((ms) => Number.isFinite(ms) && ms > 0);
  return {
    traces: spoken.includes('TRACES'),
    metrics: spoken.includes('METRICS'),
    timeoutMs: timeouts.length === 0 ? DEFAULT_TIMEOUT_MS : Math.max(...timeouts),
    warnings:
      spoken.length === asked.length
        ? []
        : ['telemetry is sent over HTTP only: name an HTTP endpoint and leave the protocol grpc out'],
    parent: parseTraceParent(value('TRACEPARENT')),
  };
}

/** The endpoints that would be sent to, with the variables that name them. */
export function listEndpoints(env: Environment): readonly { readonly variable: string; readonly url: string }[] {
  const settings = readTelemetrySettings(env);
  const sent = [...(settings?.traces ? ['TRACES'] : []), ...(settings?.metrics ? ['METRICS'] : [])];
  const variables = sent.map((signal) => {
    const own = `${PREFIX}_${signal}_ENDPOINT`;
    return env[own]?.trim() ? own : `${PREFIX}_ENDPOINT`;
  });
  return [...new Set(variables)].map((variable) => ({ variable, url: env[variable]?.trim() ?? '' }));
}

const TRACE_PARENT = /^00-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/u;

function parseTraceParent(text: string): TraceParent | null {
  const { traceId = '', spanId = '', flags = '' } = TRACE_PARENT.exec(text)?.groups ?? {};
  if (/^0*$/u.test(traceId) || /^0*$/u.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}
