/**
 * Creates an embedder that turns texts into vectors over the OpenAI-compatible embeddings call of the named model's provider. A
 * wrong name or key throws at once; a failed call rejects. Called by cli/commands/search-command.ts, cli/commands/mcp-command.ts
 * and wiring/agent-tools.ts.
 */
import { ReviewError } from '../errors.ts';
import { joinSignals } from '../ports/join-signals.ts';
import { isDeeperThan } from '../protocol/text/json-depth.ts';
import { type AnswerBounds, AnswerOverrun, EMBEDDING_BOUNDS } from './answer-bounds.ts';
import { openNetwork } from './bounded-fetch.ts';
import { resolveConnection } from './connection.ts';
import { findProvider, PROVIDER_NAMES } from './providers.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const MAX_BATCH = 64;

interface Embedding {
  readonly index: number;
  readonly embedding: readonly number[];
}

const isEmbedding = (value: unknown): value is Embedding =>
  typeof value === 'object' &&
  value !== null &&
  'index' in value &&
  'embedding' in value &&
  Number.isInteger(value.index) &&
  Array.isArray(value.embedding) &&
  value.embedding.length > 0 &&
  value.embedding.every((each) => typeof each === 'number' && Number.isFinite(each));

function readVectors(body: unknown, expected: number): readonly Float32Array[] {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null;
  const vectors = Array.isArray(data) ? data.filter(isEmbedding).toSorted((a, b) => a.index - b.index) : [];
  const [first] = vectors;
  const isWhole =
    vectors.length === expected &&
    vectors.every(({ embedding }, i, all) => all[i]?.index === i && embedding.length === first?.embedding.length);
  if (!isWhole) throw new Error(`expected ${expected} vectors of one length`);
  return vectors.map(({ embedding }) => Float32Array.from(embedding));
}

/** `PROVIDER/NAME` of an embedding model. */
export function createEmbedder(name: string, env: Environment, bounds: AnswerBounds = EMBEDDING_BOUNDS) {
  const fetch = openNetwork(env)(bounds);
  const { provider, model, baseUrl, apiKey } = resolveConnection(name, env, null);
  if (findProvider(provider)?.hasEmbeddings !== true || baseUrl === null) {
    throw new ReviewError('bad-config', `embedding_model: ${provider} is not supported for embeddings.`, {
      advice: `Use one of ${PROVIDER_NAMES.filter((each) => findProvider(each)?.hasEmbeddings === true).join(', ')}.`,
    });
  }
  const embedBatch = async (texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> => {
    const response = await fetch(`${baseUrl}/embeddings`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input: texts }),
      signal: joinSignals([signal, AbortSignal.timeout(bounds.totalMs)]),
    });
    if (!response.ok) throw new Error(`${name} answered with ${response.status}`);
    const text = await response.text();
    if (isDeeperThan(text, bounds.jsonDepth)) throw new AnswerOverrun('depth', bounds.jsonDepth);
    return readVectors(JSON.parse(text), texts.length);
  };
  return {
    name,
    async embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += MAX_BATCH) {
        vectors.push(...(await embedBatch(texts.slice(at, at + MAX_BATCH), signal)));
      }
      return vectors;
    },
  };
}
