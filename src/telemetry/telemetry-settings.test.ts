import { expect, test } from 'vitest';
import { readTelemetrySettings } from './telemetry-settings.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const ON = { traces: true, metrics: true, timeoutMs: 2000, warnings: [], parent: null };

test.each([
  ['nothing configured', {}, null],
  ['an empty endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, null],
  ['switched off', { ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }, null],
  ['an endpoint', ENDPOINT, ON],
  ['traces alone', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c/v1/traces' }, { ...ON, metrics: false }],
  ['metrics alone', { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://c/v1/metrics' }, { ...ON, traces: false }],
  ['one signal not wanted', { ...ENDPOINT, OTEL_METRICS_EXPORTER: 'none' }, { ...ON, metrics: false }],
  [
    'the longest timeout',
    { ...ENDPOINT, OTEL_EXPORTER_OTLP_TIMEOUT: '500', OTEL_EXPORTER_OTLP_METRICS_TIMEOUT: '900' },
    { ...ON, timeoutMs: 900 },
  ],
  ['no number for a timeout', { ...ENDPOINT, OTEL_EXPORTER_OTLP_TIMEOUT: 'soon' }, ON],
])('%s', (_name, env, expected) => {
  expect(readTelemetrySettings(env)).toEqual(expected);
});

test('a protocol that is not spoken is said, and nothing is sent to it', () => {
  const settings = readTelemetrySettings({ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
  expect(settings).toMatchObject({ traces: false, metrics: false, warnings: [expect.stringContaining('HTTP')] });
});

test.each([
  [
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 },
  ],
  ['00-00000000000000000000000000000000-b7ad6b7169203331-01', null],
  ['00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01', null],
  ['nonsense', null],
])('TRACEPARENT %s', (text, parent) => {
  expect(readTelemetrySettings({ ...ENDPOINT, TRACEPARENT: text })?.parent).toEqual(parent);
});
