/** A collector on 127.0.0.1 that takes OTLP over HTTP as JSON and keeps what arrives; or one that never answers. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Values = Readonly<Record<string, unknown>>;

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly isError: boolean;
  readonly attributes: Values;
  readonly events: readonly { readonly name: string; readonly attributes: Values }[];
}

export interface ReceivedPoint {
  readonly metric: string;
  readonly unit: string;
  readonly attributes: Values;
  readonly count: number;
  readonly sum: number;
  readonly bounds: readonly number[];
}

export interface OtlpReceiver {
  readonly url: string;
  readonly requests: readonly { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  readonly resources: () => readonly Values[];
  readonly spans: () => readonly ReceivedSpan[];
  /** As they last arrived. */
  readonly points: () => readonly ReceivedPoint[];
  /** Everything as it was on the wire. */
  readonly text: () => string;
  close(): Promise<void>;
}

/** How it treats whoever calls. */
export type ReceiverBehaviour = 'takes' | 'refuses' | 'never-answers';

export async function startOtlpReceiver(mood: ReceiverBehaviour = 'takes'): Promise<OtlpReceiver> {
  const requests: { path: string; headers: IncomingMessage['headers'] }[] = [];
  const bodies: { path: string; text: string }[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push({ path: request.url ?? '', headers: request.headers });
    bodies.push({ path: request.url ?? '', text: Buffer.concat(chunks).toString('utf8') });
    if (mood === 'never-answers') return;
    response.writeHead(mood === 'takes' ? 200 : 401, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const parsed = (path: string): readonly Json[] =>
    bodies.filter((body) => body.path.endsWith(path)).map(({ text }) => JSON.parse(text) as Json);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    resources: () =>
      [...parsed('/v1/traces'), ...parsed('/v1/metrics')].flatMap((body) =>
        [...list(body.resourceSpans), ...list(body.resourceMetrics)].map(({ resource }) =>
          readAttributes((resource as Json).attributes),
        ),
      ),
    spans: () =>
      parsed('/v1/traces').flatMap((body) =>
        list(body.resourceSpans).flatMap(({ scopeSpans }) =>
          list(scopeSpans).flatMap(({ spans }) => list(spans).map(readSpan)),
        ),
      ),
    points: () =>
      list(parsed('/v1/metrics').at(-1)?.resourceMetrics).flatMap(({ scopeMetrics }) =>
        list(scopeMetrics).flatMap(({ metrics }) => list(metrics).flatMap(readPoints)),
      ),
    text: () => bodies.map(({ text }) => text).join('\n'),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type Json = Readonly<Record<string, unknown>>;

const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const readValue = (value: Json): unknown =>
  'arrayValue' in value
    ? list((value.arrayValue as Json).values).map(readValue)
    : 'intValue' in value
      ? Number(value.intValue)
      : Object.values(value)[0];

const readAttributes = (attributes: unknown): Values =>
  Object.fromEntries(list(attributes).map(({ key, value }) => [key as string, readValue(value as Json)]));

const toMs = (nanos: unknown): number => Number(BigInt(nanos as string) / 1_000_000n);

const readSpan = (span: Json): ReceivedSpan => ({
  traceId: span.traceId as string,
  spanId: span.spanId as string,
  parentSpanId: (span.parentSpanId as string | undefined) ?? '',
  name: span.name as string,
  kind: span.kind as number,
  startMs: toMs(span.startTimeUnixNano),
  endMs: toMs(span.endTimeUnixNano),
  isError: (span.status as Json).code === 2,
  attributes: readAttributes(span.attributes),
  events: list(span.events).map((event) => ({
    name: event.name as string,
    attributes: readAttributes(event.attributes),
  })),
});

const readPoints = ({ name, unit, histogram }: Json): readonly ReceivedPoint[] =>
  list((histogram as Json | undefined)?.dataPoints).map((point) => ({
    metric: name as string,
    unit: unit as string,
    attributes: readAttributes(point.attributes),
    count: Number(point.count),
    sum: point.sum as number,
    bounds: point.explicitBounds as readonly number[],
  }));

/** The tree by names: `run > wave 1 > dispatch`, siblings in the order of their names. */
export function drawTree(spans: readonly ReceivedSpan[], parent = ''): readonly string[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  return spans
    .filter(({ parentSpanId }) => (parent === '' ? !known.has(parentSpanId) : parentSpanId === parent))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .flatMap((span) => [span.name, ...drawTree(spans, span.spanId).map((line) => `  ${line}`)]);
}
