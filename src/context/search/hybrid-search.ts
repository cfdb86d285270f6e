/**
 * Searches by words and by meaning: with a model of this process over the vectors of the index; with an embedder of a provider it takes
 * candidates from the keyword search, redacts them, and orders them by words and vectors together. Without either, or when it fails,
 * the order is that of the keywords. Called by the command `search`, mcp/search-tool.ts and wiring/agent-tools.ts.
 */
import type {
  ContextStore,
  SearchAnswer,
  SearchRequest,
  SearchResult,
  VectorModel,
} from '../../ports/context-store.ts';
import type { Redactor } from '../../protocol/redaction/redactor.ts';
import { type ReadFile, redactResults } from './redact-results.ts';

/** Turns texts into vectors, one for each, all of one length. May reject; may call the provider the user configured. */
export interface Embedder {
  readonly name: string;
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
}

export interface HybridOptions {
  /** Null where none is configured. Only an embedder of a provider is sent anything. */
  readonly embedder: Embedder | VectorModel | null;
  /** Takes secrets out of question and passages before anybody sees them, the embedder included. */
  readonly redactor: Redactor;
  /** The files as they are now; null where they are not at hand. */
  readonly read: ReadFile | null;
  readonly signal: AbortSignal;
}

const CANDIDATES_PER_RESULT = 3;
const MAX_CANDIDATES = 100;
const MAX_EMBEDDED_CHARS = 4000;
/** Of reciprocal rank fusion: how little the very first ranks stand out. */
const RANK_DAMPING = 20;

function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let i = 0; i < a.length; i += 1) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    dot += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  return dot === 0 ? 0 : dot / Math.sqrt(lengthA * lengthB);
}

function fuseRanks(results: readonly SearchResult[], similarities: readonly number[]): readonly SearchResult[] {
  const byMeaning = results.map((_, i) => i).sort((a, b) => (similarities[b] ?? 0) - (similarities[a] ?? 0));
  const meaningRank = new Map(byMeaning.map((index, rank) => [index, rank]));
  return results
    .map((result, rank) => ({
      ...result,
      score: 1 / (RANK_DAMPING + rank) + 1 / (RANK_DAMPING + (meaningRank.get(rank) ?? results.length)),
    }))
    .sort((a, b) => b.score - a.score);
}

/** Whether its vectors are made here, and nothing leaves. */
export const isInProcess = (embedder: Embedder | VectorModel): embedder is VectorModel => 'dimensions' in embedder;

export async function searchHybrid(
  store: Pick<ContextStore, 'search'>,
  request: SearchRequest,
  options: HybridOptions,
): Promise<SearchAnswer> {
  const { embedder, redactor, read, signal } = options;
  if (embedder !== null && isInProcess(embedder)) {
    // Whoever waits no longer for vectors that are still missing has the words.
    const found = await store.search(request, { model: embedder, signal }).catch(() => store.search(request));
    return { ...found, results: await redactResults(found.results, read, redactor) };
  }
  const limit = embedder === null ? request.limit : Math.min(request.limit * CANDIDATES_PER_RESULT, MAX_CANDIDATES);
  const found = await store.search({ ...request, limit });
  const wide = { ...found, results: await redactResults(found.results, read, redactor) };
  if (embedder === null) return wide;
  const narrow = { ...wide, results: wide.results.slice(0, request.limit) };
  if (wide.source !== 'keyword') return narrow;
  try {
    const texts = [request.query, ...wide.results.map(({ filePath, content }) => `${filePath}\n${content}`)].map(
      (text) => redactor.redact(text),
    );
    const [question, ...vectors] = await embedder.embed(
      texts.map((text) => text.slice(0, MAX_EMBEDDED_CHARS)),
      signal,
    );
    if (question === undefined || vectors.length !== wide.results.length) return narrow;
    const fused = fuseRanks(
      wide.results,
      vectors.map((vector) => cosine(question, vector)),
    );
    return { query: request.query, source: 'hybrid', results: fused.slice(0, request.limit) };
  } catch {
    return narrow;
  }
}
