/**
 * Finds the files whose chunks and paths mean most nearly what a query says, over the vectors of the index itself: all chunks are
 * compared by the first dimensions of their vectors, the best of them by all. Opened by
 * context/store/sqlite-store.ts, called by context/search/search.ts.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { MeaningOptions, SearchRequest } from '../../ports/context-store.ts';
import type { SearchView } from '../search/grep-passages.ts';
import { type FindMeant, type MeantFile, resolveView } from '../search/search.ts';
import { type BranchVectors, openVectors, type PackedVectors } from './stored-vectors.ts';

/** How much the path of a file says beside a chunk of it; chosen with the other figures on Django (docs/search.md). */
const PATH_WEIGHT = 0.6;
/** Dimensions that choose, and how many chunks they choose. */
const FIRST_DIMENSIONS = 32;
const MOST_CHUNKS = 2000;
const BUCKETS = 1024;
/** The score of what is not asked for. */
const UNWANTED = Number.NEGATIVE_INFINITY;

/** The lowest score that belongs to the best `most`, by counting scores in buckets: sorting all of them would take longer than making them. */
function findBound(scores: Float32Array, most: number): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < scores.length; i += 1) {
    const score = scores[i] as number;
    if (score < low && score !== UNWANTED) low = score;
    if (score > high) high = score;
  }
  if (scores.length <= most || high <= low) return low;
  const step = (high - low) / BUCKETS;
  const counts = new Int32Array(BUCKETS + 1);
  for (let i = 0; i < scores.length; i += 1) {
    const score = scores[i] as number;
    if (score === UNWANTED) continue;
    const bucket = ((score - low) / step) | 0;
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  let bucket = BUCKETS;
  for (let found = counts[bucket] as number; found < most && bucket > 0; found += counts[bucket] as number) bucket -= 1;
  return low + bucket * step;
}

/** The query against one vector of a table, by its first `dimensions`. */
function dotRow({ bytes, scales }: PackedVectors, row: number, query: Float32Array, dimensions: number): number {
  const from = row * query.length;
  let sum = 0;
  for (let i = 0; i < dimensions; i += 1) sum += (bytes[from + i] as number) * (query[i] as number);
  return sum * (scales[row] as number);
}

const isWanted = ({ pathPrefix, only }: SearchView, path: string): boolean =>
  (pathPrefix === '' || path === pathPrefix || path.startsWith(`${pathPrefix}/`)) && only?.has(path) !== false;

/** Loads the vectors of the branch that is asked for, and makes those that are missing. */
export async function openMeaning(
  database: DatabaseSync,
  request: Omit<SearchRequest, 'query' | 'limit'>,
  meaning: MeaningOptions,
): Promise<FindMeant> {
  const vectors = await openVectors(database, meaning, resolveView(database, request).branch);
  return (query, view, limit) => searchMeaning(vectors, meaning.model.embed(query), view, limit);
}

/** None for a query of which the model knows no word. */
function searchMeaning(
  vectors: BranchVectors,
  wanted: Float32Array,
  view: SearchView,
  limit: number,
): readonly MeantFile[] {
  if (wanted.every((value) => value === 0)) return [];
  const { paths, ofPaths, ofChunks, files, segmentOf, segments } = vectors;
  const first = Math.min(FIRST_DIMENSIONS, wanted.length);
  const scorePaths = Float32Array.from(paths, (path, file) =>
    isWanted(view, path) ? PATH_WEIGHT * dotRow(ofPaths, file, wanted, first) : UNWANTED,
  );
  const rough = new Float32Array(files.length);
  for (let chunk = 0; chunk < rough.length; chunk += 1) {
    const scorePath = scorePaths[files[chunk] as number] as number;
    rough[chunk] = scorePath === UNWANTED ? UNWANTED : scorePath + dotRow(ofChunks, chunk, wanted, first);
  }
  const bound = findBound(rough, MOST_CHUNKS);
  const best = new Map<number, { readonly chunk: number; readonly score: number }>();
  for (let chunk = 0; chunk < rough.length; chunk += 1) {
    if ((rough[chunk] as number) < bound) continue;
    const file = files[chunk] as number;
    const score =
      dotRow(ofChunks, chunk, wanted, wanted.length) + PATH_WEIGHT * dotRow(ofPaths, file, wanted, wanted.length);
    if (score > (best.get(file)?.score ?? UNWANTED)) best.set(file, { chunk, score });
  }
  return [...best]
    .sort(([a, x], [b, y]) => y.score - x.score || a - b)
    .slice(0, limit)
    .flatMap(([file, { chunk }]) => {
      const segment = segments[segmentOf[chunk] as number];
      const path = paths[file];
      if (segment === undefined || path === undefined) return [];
      return [{ path, contentId: segment.contentId, segment: segment.segment, chunk: chunk - segment.firstChunk }];
    });
}
