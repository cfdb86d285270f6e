/**
 * Makes the `fetch` of every provider call: nothing is read beyond its bound, headers included; packed bodies are unpacked piece
 * by piece; connections are used once and redirects not followed, because keys travel in headers. Called by create-model.ts,
 * create-embedder.ts and inspect-server.ts.
 */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { type AnswerBounds, AnswerOverrun } from './answer-bounds.ts';
import type { Environment } from './providers.ts';

/** Bytes that are no answer of HTTP, or are not packed as the answer says. Time does not mend it. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

const NO_BODY = new Set([204, 205, 304]);

type FetchBounds = Pick<AnswerBounds, 'headerBytes' | 'interimAnswers' | 'bodyBytes' | 'unpackedBytes' | 'errorBytes'>;

interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/** Proxies are those of the environment, where the user has asked Node to use them. */
function openAgents(env: Environment): Agents {
  const proxy = env.NODE_USE_ENV_PROXY === '1' ? { proxyEnv: { ...env } } : {};
  return { http: new HttpAgent(proxy), https: new HttpsAgent(proxy) };
}

/** A `fetch` by the bounds of a call, over the network as the environment describes it. */
export function openNetwork(env: Environment): (bounds: FetchBounds) => typeof globalThis.fetch {
  const agents = openAgents(env);
  return (bounds) => createBoundedFetch(bounds, agents);
}

const createBoundedFetch =
  (bounds: FetchBounds, agents: Agents): typeof globalThis.fetch =>
  async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const message = await send(url, init, { bounds, agents });
    // Whoever reads it hears of errors; a body that nobody reads may break off as it likes.
    message.on('error', () => undefined);
    const { statusCode: status = 0 } = message;
    if (status < 200 || status > 599) {
      message.destroy();
      throw failed(new UnreadableAnswer(`the provider answered with status ${status}, which HTTP does not have`));
    }
    const headers = readHeaders(message);
    const body = NO_BODY.has(status) ? null : ReadableStream.from(readBody(message, status, bounds));
    if (body === null) message.resume();
    // What is handed on is unpacked.
    headers.delete('content-encoding');
    headers.delete('content-length');
    return new Response(body, { status, headers });
  };

function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

/** As `fetch` words it, so that provider packages know it. */
const failed = (cause: unknown): TypeError => new TypeError('fetch failed', { cause });

interface Way {
  readonly bounds: FetchBounds;
  readonly agents: Agents;
}

function send(url: URL, init: RequestInit, { bounds, agents }: Way): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { signal = null, method = 'GET', body = null } = init;
    if (signal?.aborted) return reject(signal.reason);
    if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array))
      return reject(new TypeError('a body that is neither text nor bytes'));
    const isSecure = url.protocol === 'https:';
    const bytes = body === null ? null : Buffer.from(body);
    const sent = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      agent: isSecure ? agents.https : agents.http,
      maxHeaderSize: bounds.headerBytes,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        'accept-encoding': 'identity',
        ...(bytes === null ? {} : { 'content-length': String(bytes.length) }),
      },
    });
    const abort = (): void => void sent.destroy(toError(signal?.reason));
    signal?.addEventListener('abort', abort, { once: true });
    let interim = 0;
    sent.on('information', () => {
      interim += 1;
      if (interim > bounds.interimAnswers) sent.destroy(new AnswerOverrun('interim', bounds.interimAnswers));
    });
    let answered: IncomingMessage | null = null;
    sent.on('error', (error) => {
      if (signal?.aborted) return reject(signal.reason);
      const known = explain(error, bounds);
      // What is wrong behind a whole body is no concern of it.
      if (answered?.complete === false) answered.destroy(known);
      reject(failed(known));
    });
    sent.on('upgrade', (_message, socket) => {
      socket.destroy();
      reject(failed(new UnreadableAnswer('the provider changed to another protocol, which was not asked for')));
    });
    sent.on('close', () => signal?.removeEventListener('abort', abort));
    sent.on('response', (message) => {
      answered = message;
      resolve(message);
    });
    sent.end(bytes ?? undefined);
  });
}

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error('aborted'));

/** The parser names what it cannot read by codes of its own. */
function explain(error: Error & { readonly code?: unknown }, { headerBytes }: FetchBounds): Error {
  const code = String(error.code ?? '');
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new AnswerOverrun('header', headerBytes);
  // The connection ended in the middle.
  if (code === 'HPE_INVALID_EOF_STATE') return Object.assign(new Error('terminated'), { code: 'ECONNRESET' });
  return code.startsWith('HPE_') ? new UnreadableAnswer(`the answer is not HTTP (${code})`) : error;
}

async function* readBody(message: IncomingMessage, status: number, bounds: FetchBounds): AsyncGenerator<Uint8Array> {
  const isExplanation = status >= 300;
  const limits = isExplanation ? { bodyBytes: bounds.errorBytes, unpackedBytes: bounds.errorBytes } : bounds;
  const packing = message.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  try {
    if (packing === 'identity' || packing === '') return yield* readAll(message, 'body', limits.bodyBytes);
    const unpacker = UNPACKERS[packing]?.();
    if (unpacker === undefined)
      throw new UnreadableAnswer(`the answer is packed as "${packing.slice(0, 40)}", which was not asked for`);
    yield* readAll(unpack(message, unpacker, limits.bodyBytes), 'unpacked', limits.unpackedBytes);
  } catch (error) {
    // The status has said what matters; a long explanation is only cut.
    if (isExplanation && error instanceof AnswerOverrun) return;
    throw explain(readUnpacking(error as Error), bounds);
  } finally {
    message.destroy();
  }
}

async function* readAll(source: Readable, bound: 'body' | 'unpacked', limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw new AnswerOverrun(bound, limit);
    yield chunk;
  }
}

/** Bodies that pack well have their bound behind the unpacking, and those that pack to nothing before it. */
function unpack(message: IncomingMessage, unpacker: Transform, limit: number): Transform {
  let bytes = 0;
  message.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limit) unpacker.destroy(new AnswerOverrun('body', limit));
  });
  // Its reader hears of errors.
  return pipeline(message, unpacker, () => undefined);
}

/** A packed body that breaks off was cut; one that is packed otherwise than it says is unreadable. */
function readUnpacking(error: Error & { readonly code?: unknown }): Error {
  const code = String(error.code ?? '');
  if (code === 'Z_BUF_ERROR' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return Object.assign(new Error('terminated'), { code: 'ECONNRESET' });
  return /^(?:Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING|ZSTD|ERR_ZLIB)/u.test(code)
    ? new UnreadableAnswer(`the answer is not packed as it says (${code})`)
    : error;
}
