/**
 * Sends requests to the API of a forge and reads its pages; waits at rate limits and outages. The token goes to the given address
 * alone: no redirect is followed. A request that creates something is not repeated where it may have arrived: it throws
 * `UnknownOutcome`, which cli/post-report.ts handles. Called by github.ts and gitlab.ts.
 */
import { z } from 'zod';
import { ReviewError } from '../errors.ts';

export interface RestSettings {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly name: string;
  /** Waits before a request is tried again. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

export interface RestAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly next: string | null;
}

export interface SendOptions {
  /** Further statuses that are answers. */
  readonly allowed?: readonly number[];
  /** A POST that ends in the same state however often it is sent. */
  readonly isRepeatable?: boolean;
}

export interface RestClient {
  /** Answers 2xx, and those of `allowed`; everything else throws ReviewError('forge-failed') or UnknownOutcome. */
  send(method: string, path: string, body?: unknown, options?: SendOptions): Promise<RestAnswer>;
  /** Every page of a list; throws ReviewError('forge-failed') where an entry is something else. */
  list<T>(path: string, entry: z.ZodType<T>): Promise<readonly T[]>;
}

const TRIES = 4;
const FIRST_PAUSE_MS = 1000;
/** Longer limits are told, not waited for. */
const LONGEST_PAUSE_MS = 120_000;
const REQUEST_MS = 30_000;
const MAX_PAGES = 100;
/** A page of a hundred comments, each as long as a forge takes it, is smaller. */
const MAX_ANSWER_BYTES = 32_000_000;
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'PUT', 'PATCH']);

/** A request that may or may not have arrived. */
export class UnknownOutcome extends Error {}

export function createRestClient(settings: RestSettings): RestClient {
  const base = readBase(settings.baseUrl);
  const send: RestClient['send'] = async (method, path, body, options = {}) => {
    const url = path.startsWith('http') ? path : `${base}${path}`;
    if (!URL.canParse(url) || new URL(url).origin !== new URL(base).origin)
      throw fail(settings, { method, url: base }, 'the address leads elsewhere');
    const isRepeatable = options.isRepeatable ?? REPEATABLE.has(method);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await ask(settings, { method, url, body });
      if (answer.kind === 'answer' && (isOk(answer.status) || options.allowed?.includes(answer.status))) return answer;
      const failure = fail(settings, { method, url }, describe(answer));
      await settings.pause(waitOrThrow(answer, failure, { attempt, isRepeatable }));
    }
  };
  return {
    send,
    async list<T>(path: string, entry: z.ZodType<T>) {
      const all: T[] = [];
      let next: string | null = path;
      for (let page = 0; next !== null; page += 1) {
        if (page === MAX_PAGES) throw fail(settings, { method: 'GET', url: base }, `more than ${MAX_PAGES} pages`);
        const answer: RestAnswer = await send('GET', next);
        if (!Array.isArray(answer.body)) throw fail(settings, { method: 'GET', url: base }, 'expected a list');
        for (const each of answer.body) all.push(understand(settings.name, each, entry));
        next = answer.next;
      }
      return all;
    },
  };
}

/** How long to wait before it is sent again; throws where that is of no use, or would do it twice. */
function waitOrThrow(
  answer: Answer,
  failure: ReviewError,
  { attempt, isRepeatable }: { readonly attempt: number; readonly isRepeatable: boolean },
): number {
  if (!isRepeatable && mayHaveArrived(answer)) throw new UnknownOutcome(failure.message, { cause: failure });
  const waitMs = pauseBefore(answer, attempt);
  if (waitMs === null || attempt === TRIES) throw failure;
  return waitMs;
}

const mayHaveArrived = (answer: Answer): boolean => answer.kind === 'silence' || answer.status >= 500;

/** Throws ReviewError('bad-value') for an address that would carry the token in the clear. */
function readBase(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isHere = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isHere)))
    throw new ReviewError('bad-value', `--api ${address}: expected an https address.`);
  return address.replace(/\/+$/u, '');
}

type Answer =
  /** `isFinal`: the same would come again. */
  | { readonly kind: 'silence'; readonly reason: string; readonly isFinal: boolean }
  | (RestAnswer & { readonly kind: 'answer'; readonly headers: Headers });

interface Request {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

async function ask({ headers }: RestSettings, { method, url, body }: Request): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      method,
      headers: { accept: 'application/json', 'user-agent': 'consensus-review', ...headers, ...contentType(body) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    const text = await readText(answer);
    if (text === null)
      return { kind: 'silence', reason: `the answer is longer than ${MAX_ANSWER_BYTES / 1e6} MB`, isFinal: true };
    return {
      kind: 'answer',
      status: answer.status,
      body: parse(text),
      next: nextPage(answer.headers),
      headers: answer.headers,
    };
  } catch (error) {
    const { message, cause } = error as Error;
    return { kind: 'silence', reason: cause instanceof Error ? cause.message : message, isFinal: false };
  }
}

/** Null where it is longer than any answer; the rest is not read. */
async function readText({ body }: Response): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_ANSWER_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const contentType = (body: unknown): Record<string, string> =>
  body === undefined ? {} : { 'content-type': 'application/json' };

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text.slice(0, 200);
  }
}

const nextPage = (headers: Headers): string | null =>
  /<([^>]+)>;\s*rel="next"/u.exec(headers.get('link') ?? '')?.[1] ?? null;

const isOk = (status: number): boolean => status >= 200 && status < 300;

const isLimited = ({ status, headers }: Answer & { kind: 'answer' }): boolean =>
  status === 429 || (status === 403 && (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'));

/** Null where it is of no use to wait. */
function pauseBefore(answer: Answer, attempt: number): number | null {
  const usual = FIRST_PAUSE_MS * 2 ** (attempt - 1);
  if (answer.kind === 'silence') return answer.isFinal ? null : usual;
  if (answer.status >= 500) return usual;
  if (!isLimited(answer)) return null;
  const asked = Number(answer.headers.get('retry-after') ?? Number.NaN) * 1000;
  const waitMs = Number.isFinite(asked) ? asked : LONGEST_PAUSE_MS / 2;
  return waitMs <= LONGEST_PAUSE_MS ? waitMs : null;
}

function describe(answer: Answer): string {
  if (answer.kind === 'silence') return answer.reason;
  const { message } = (answer.body ?? {}) as { readonly message?: unknown };
  const said = typeof message === 'string' ? message : JSON.stringify(message ?? answer.body ?? '');
  // It goes to a terminal.
  return `${answer.status} ${said.slice(0, 200).replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')}`;
}

/** It goes to git. */
export const commitId = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u);

/** Throws ReviewError('forge-failed') for an answer that is something else, such as a page of the web site. */
export function understand<T>(name: string, body: unknown, shape: z.ZodType<T>): T {
  const read = shape.safeParse(body);
  if (read.success) return read.data;
  const { path = [], message = '' } = read.error.issues[0] ?? {};
  const where = path.length === 0 ? '' : ` at ${path.join('.')}`;
  throw new ReviewError('forge-failed', `${name}: the answer was not understood${where}: ${message}.`, {
    advice: 'Check --api: the address of the API, not of the web site (docs/pull-requests.md).',
  });
}

/** The answer to a request that made something: where it is not understood, what it made has to be looked for. */
export function understandMade<T>(name: string, body: unknown, shape: z.ZodType<T>): T {
  try {
    return understand(name, body, shape);
  } catch (cause) {
    throw new UnknownOutcome('the answer was not understood', { cause });
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  '401': 'The token is not valid. Set a new one.',
  '403': 'The token may not do this. See docs/pull-requests.md for the rights it needs.',
  '404': 'Check --repo and --pr, and whether the token may read the repository.',
};

function fail({ name }: RestSettings, { method, url }: Request, reason: string): ReviewError {
  const advice = ADVICE[reason.slice(0, 3)];
  return new ReviewError(
    'forge-failed',
    `${name}: ${method} ${new URL(url).pathname}: ${reason}.`,
    advice ? { advice } : {},
  );
}
