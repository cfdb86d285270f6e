/**
 * The OpenTelemetry SDK, set up for one run: spans and metrics go to the endpoint of the standard variables over HTTP. What
 * cannot be delivered in time is given up and said; the run never waits for it before its report is written.
 */
import { randomUUID } from 'node:crypto';
import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { createRunMeasures } from './measure-run.js';
import { createRunTrace } from './trace-run.js';
const NAME = 'consensus-review';
/** More spans than that wait for delivery only where nobody takes them: then they are dropped. */
const MAX_WAITING_SPANS = 4096;
const METRICS_INTERVAL_MS = 30_000;
export function openTelemetry({ settings, version, warn }) {
    const { traces, metrics, timeoutMs, parent } = settings;
    const delivery = createDelivery(timeoutMs);
    const resource = defaultResource()
        .merge(resourceFromAttributes({
        'service.name': NAME,
        'service.version': version,
        'service.instance.id': randomUUID(),
    }))
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
            if (problem !== null)
                warn(`telemetry was not delivered: ${problem}`);
        },
    };
}
const openTracers = (resource, delivery, timeoutMs) => new TracerProvider({
    resource,
    spanProcessors: [
        new BatchSpanProcessor({
            exporter: delivery.watch(new OTLPTraceExporter(delivery.options)),
            maxQueueSize: MAX_WAITING_SPANS,
            exportTimeoutMillis: timeoutMs,
        }),
    ],
});
const openMeters = (resource, delivery, timeoutMs) => new MeterProvider({
    resource,
    readers: [
        new PeriodicExportingMetricReader({
            exporter: delivery.watch(new OTLPMetricExporter(delivery.options)),
            exportIntervalMillis: Math.max(METRICS_INTERVAL_MS, timeoutMs),
            exportTimeoutMillis: timeoutMs,
        }),
    ],
});
function createDelivery(timeoutMs) {
    const agents = [];
    let problem = null;
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
            exporter.export = (items, done) => send(items, (result) => {
                // The code of success is 0.
                if (result.code !== 0)
                    problem ??= nameFailure(result.error);
                done(result);
            });
            return exporter;
        },
        async finish(flushes) {
            let timer;
            const late = new Promise((resolve) => {
                timer = setTimeout(() => resolve(`no answer within ${timeoutMs} ms`), timeoutMs);
            });
            const all = Promise.all(flushes).then(() => problem, (error) => problem ?? nameFailure(error));
            const end = await Promise.race([all, late]);
            clearTimeout(timer);
            for (const agent of agents)
                agent.destroy();
            return end;
        },
    };
}
/** A status or the code of a broken connection; the words of a server may be anything. */
function nameFailure(error) {
    const { code, name } = (error ?? {});
    if (typeof code === 'number')
        return `the endpoint answers ${code}`;
    return String(typeof code === 'string' ? code : (name ?? 'no connection'));
}
