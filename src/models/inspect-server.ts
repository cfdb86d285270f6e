/**
 * Asks a server for local models over HTTP for its context window, slots and tools; sends no code and no prompt. Null where it
 * does not answer or publishes nothing. Called by wiring/local-servers.ts and cli/commands/measure-model.ts (`doctor`);
 * server-facts.ts reads the answers.
 */
import { joinSignals } from '../ports/join-signals.ts';
import type { InspectableProvider } from '../protocol/reviewers/inspectable-models.ts';
import { isDeeperThan } from '../protocol/text/json-depth.ts';
import { readJson } from '../protocol/text/json-object.ts';
import { boundAnswer } from './answer-bounds.ts';
import { openNetwork } from './bounded-fetch.ts';
import { resolveConnection } from './connection.ts';
import type { Environment } from './providers.ts';
import {
  readLlamaProps,
  readLmStudio,
  readOldLmStudio,
  readOllama,
  readVllm,
  type ServerFacts,
} from './server-facts.ts';

const TIMEOUT_MS = 5000;
/** Lists of models with their licences and templates. */
const BOUNDS = boundAnswer(0, { bodyBytes: 4_194_304, unpackedBytes: 4_194_304 });

/** The parsed answer; undefined where there is none. */
type Get = (path: string, body?: object) => Promise<unknown>;

type Inspect = (get: Get, model: string) => Promise<ServerFacts | null>;

const INSPECTIONS: Readonly<Record<InspectableProvider, Inspect>> = {
  llamacpp: async (get) => readLlamaProps(await get('/props')),
  ollama: async (get, model) => {
    const [show, running] = await Promise.all([get('/api/show', { model }), get('/api/ps')]);
    return readOllama(show, running, model);
  },
  vllm: async (get, model) => readVllm(await get('/v1/models'), model),
  lmstudio: async (get, model) =>
    readLmStudio(await get('/api/v1/models'), model) ?? readOldLmStudio(await get('/api/v0/models'), model),
};

export interface InspectOptions {
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly fetch?: typeof globalThis.fetch;
}

/** Null where nothing is known of the server. Throws ReviewError where the name or the address is wrong. */
export async function inspectServer(name: string, options: InspectOptions): Promise<ServerFacts | null> {
  const { env, signal, fetch = openNetwork(env)(BOUNDS) } = options;
  const { provider, model, baseUrl, apiKey } = resolveConnection(name, env, null);
  const inspect: Inspect | undefined = INSPECTIONS[provider as InspectableProvider];
  if (inspect === undefined || baseUrl === null) return null;
  // The pages stand beside the API, not below it.
  const root = baseUrl.replace(/\/v1$/u, '');
  const get: Get = async (path, body) => {
    try {
      const response = await fetch(`${root}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: joinSignals([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const text = await response.text();
      return response.ok && !isDeeperThan(text, BOUNDS.jsonDepth) ? readJson(text) : undefined;
    } catch {
      return undefined;
    }
  };
  return inspect(get, model);
}
