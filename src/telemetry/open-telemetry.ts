/**
 * Sets up the OpenTelemetry SDK for one run, or for a worker of many, and returns what watches a run: spans and metrics go to the
 * endpoint of the standard variables over HTTP. What cannot be delivered in time is dropped with a warning; the report never waits for
 * it. Called by wiring/conduct.ts and cli/progress/watch-worker.ts.
 */
import { randomUUID } from 'node:crypto';
import type { Agent } from 'node:http';
import { type Context, ROOT_CONTEXT, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type IdGenerator, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import type { RunEnding, RunWatch } from '../ports/telemetry.ts';
import { createRunMeasures } from './measure-run.ts';
import type { TelemetrySettings, TraceParent } from './telemetry-settings.ts';
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

/** Where the spans of a run belong. */
export interface TracePlace {
  /** The trace that the run is a part of. */
  readonly parent: TraceParent | null;
  /** The span of the run, where several processes have to know it before it is told: what happens without it hangs on it. */
  readonly run?: Pick<TraceParent, 'traceId' | 'spanId'>;
}

export interface Telemetry {
  watch(place: TracePlace): Omit<RunWatch, 'end'> & { end(ending: RunEnding): void };
  /** Delivers what waits; resolves within a bound, whatever listens at the other end. */
  close(): Promise<void>;
}

export function openTelemetry(options: TelemetryOptions): RunWatch {
  const telemetry = startTelemetry(options);
  const { end, ...watch } = telemetry.watch({ parent: options.settings.parent });
  return {
    ...watch,
    end: (ending) => {
      end(ending);
      return telemetry.close();
    },
  };
}

export function startTelemetry({ settings, version, warn }: TelemetryOptions): Telemetry {
  const { traces, metrics, timeoutMs } = settings;
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
  const ids = new ChosenIds();
  const tracers = traces ? openTracers(resource, delivery, timeoutMs, ids) : null;
  const meters = metrics ? openMeters(resource, delivery, timeoutMs) : null;
  return {
    watch({ parent, run }) {
      const above = remoteContext(parent);
      const here = run === undefined ? above : remoteContext({ ...run, traceFlags: TraceFlags.SAMPLED });
      const tracer = tracers?.getTracer(NAME, version);
      const tree = tracer === undefined ? null : createRunTrace(tracer, { above, here });
      const measures = meters === null ? null : createRunMeasures(meters.getMeter(NAME, version));
      return {
        emit: (event) => {
          // The first span of this event is the run's.
          ids.choose(event.kind === 'run' ? (run ?? null) : null);
          tree?.emit(event);
          ids.choose(null);
          measures?.emit(event);
        },
        call: (call) => {
          tree?.call(call);
          measures?.call(call);
        },
        scan: (scan) => tree?.scan(scan),
        end: (ending) => {
          tree?.end(ending);
          measures?.end(ending);
        },
      };
    },
    close: async () => {
      const problem = await delivery.finish([tracers?.shutdown(), meters?.shutdown()]);
      if (problem !== null) warn(`telemetry was not delivered: ${problem}`);
    },
  };
}

type Resource = ReturnType<typeof defaultResource>;

const remoteContext = (parent: TraceParent | null): Context =>
  parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });

/** By chance, unless the next span is to have an id that others know. */
class ChosenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #trace: string | null = null;
  #span: string | null = null;

  choose(ids: Pick<TraceParent, 'traceId' | 'spanId'> | null): void {
    this.#trace = ids?.traceId ?? null;
    this.#span = ids?.spanId ?? null;
  }

  generateTraceId = (): string => this.#trace ?? this.#random.generateTraceId();

  generateSpanId = (): string => {
    const chosen = this.#span ?? this.#random.generateSpanId();
    this.#span = null;
    return chosen;
  };
}

const openTracers = (
  resource: Resource,
  delivery: Delivery,
  timeoutMs: number,
  idGenerator: IdGenerator,
): TracerProvider =>
  new TracerProvider({
    resource,
    idGenerator,
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
