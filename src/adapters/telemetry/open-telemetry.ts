/**
 * The OpenTelemetry SDK, set up for one run: spans and metrics go to the endpoint of the standard variables over HTTP. What
 * cannot be delivered in time is given up and said; the run never waits for it before its report is written.
 */
import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { RunWatch } from '../../telemetry-port.ts';
import { createRunMeasures } from './measure-run.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';
import { createRunTrace } from './trace-run.ts';

const NAME = 'consensus-review';
/** More spans than that wait for delivery only where nobody takes them: then they are dropped. */
const MAX_WAITING_SPANS = 4096;
const METRICS_INTERVAL_MS = 30_000;

export interface TelemetryOptions {
  readonly settings: TelemetrySettings;
  readonly version: string;
  /** Told once, where something was not delivered. */
  readonly warn: (message: string) => void;
}

export function openTelemetry({ settings, version, warn }: TelemetryOptions): RunWatch {
  const { traces, metrics, timeoutMs, parent } = settings;
  const delivery = createDelivery(timeoutMs);
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': NAME,
        'service.version': version,
        'service.instance.id': randomUUID(),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));
  const tracers = traces ? openTracers(resource, delivery, timeoutMs) : null;
  const meters = metrics ? openMeters(resource, delivery, timeoutMs) : null;
  const root = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
  const tree = tracers === null ? null : createRunTrace(tracers.getTracer(NAME, version), root);
  const measures = meters === null ? null : createRunMeasures(meters.getMeter(NAME, version));
  return {
    emit: (event) => {
      tree?.emit(event);
      measures?.emit(event);
    },
    call: (call) => {
      tree?.call(call);
      measures?.call(call);
    },
    scan: (scan) => tree?.scan(scan),
    end: async (ending) => {
      tree?.end(ending);
      measures?.end(ending);
      const problem = await delivery.finish([tracers?.shutdown(), meters?.shutdown()]);
      if (problem !== null) warn(`telemetry was not delivered: ${problem}`);
    },
  };
}

type Resource = ReturnType<typeof defaultResource>;

const openTracers = (resource: Resource, delivery: Delivery, timeoutMs: number): TracerProvider =>
  new TracerProvider({
    resource,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: delivery.watch(new OTLPTraceExporter(delivery.options)),
        maxQueueSize: MAX_WAITING_SPANS,
        exportTimeoutMillis: timeoutMs,
      }),
    ],
  });

const openMeters = (resource: Resource, delivery: Delivery, timeoutMs: number): MeterProvider =>
  new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: delivery.watch(new OTLPMetricExporter(delivery.options)),
        exportIntervalMillis: Math.max(METRICS_INTERVAL_MS, timeoutMs),
        exportTimeoutMillis: timeoutMs,
      }),
    ],
  });

interface Delivery {
  readonly options: {
    readonly timeoutMillis: number;
    readonly httpAgentOptions: (protocol: string) => Promise<Agent>;
  };
  /** The same exporter; what it fails at is remembered. */
  watch<E extends Exporter>(exporter: E): E;
  /** Waits a bounded time and leaves no socket open; answers what went wrong, or null. */
  finish(flushes: readonly (Promise<void> | undefined)[]): Promise<string | null>;
}

interface Exporter {
  // biome-ignore lint/suspicious/noExplicitAny: spans or metrics, which nobody looks at here
  export(items: any, done: (result: { readonly code: number; readonly error?: Error }) => void): void;
}

function createDelivery(timeoutMs: number): Delivery {
  const agents: Agent[] = [];
  let problem: string | null = null;
  return {
    options: {
      timeoutMillis: timeoutMs,
      httpAgentOptions: async (protocol) => {
        const { Agent } = protocol === 'http:' ? await import('node:http') : await import('node:https');
        const agent = new Agent({ keepAlive: true });
        agents.push(agent);
        return agent;
      },
    },
    watch(exporter) {
      const send = exporter.export.bind(exporter);
      exporter.export = (items, done) =>
        send(items, (result) => {
          // The code of success is 0.
          if (result.code !== 0) problem ??= nameFailure(result.error);
          done(result);
        });
      return exporter;
    },
    async finish(flushes) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<string>((resolve) => {
        timer = setTimeout(() => resolve(`no answer within ${timeoutMs} ms`), timeoutMs);
      });
      const all = Promise.all(flushes).then(
        () => problem,
        (error: unknown) => problem ?? nameFailure(error),
      );
      const end = await Promise.race([all, late]);
      clearTimeout(timer);
      for (const agent of agents) agent.destroy();
      return end;
    },
  };
}

/** A status or the code of a broken connection; the words of a server may be anything. */
function nameFailure(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  if (typeof code === 'number') return `the endpoint answers ${code}`;
  return String(typeof code === 'string' ? code : (name ?? 'no connection'));
}
