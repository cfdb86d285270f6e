/**
 * Groups texts that say the same, for findings without a place. Pairs come from an inverted index with bounded lists, so
 * the cost grows with the number of texts alone; groups grow by mean likeness, so that A like B and B like C do not
 * chain A to C.
 */
import { extractWords } from './word-overlap.ts';

export interface ClusterItem {
  readonly agent: string;
  readonly text: string;
}

/** Two texts are candidates from here on; a group must reach MEAN_LIKENESS with what it takes in. */
const PAIR_LIKENESS = 0.16;
const MEAN_LIKENESS = 0.8 * PAIR_LIKENESS;
/** One agent seldom says the same thing twice: its own texts must be more alike. */
const SAME_AGENT_FACTOR = 0.6;
/** Per word a text is compared with so many of its predecessors; per text so many best partners are kept. */
const WINDOW = 64;
const PARTNERS = 12;
/** Steps of likeness in which pairs are ordered. */
const LEVELS = 4096;
/** Members of a group that stand for it in the mean. */
const SAMPLE = 6;

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly likeness: number;
}

/** Texts as ascending word numbers, with the weight of each word and of each text. */
interface Corpus {
  readonly texts: readonly Int32Array[];
  readonly wordWeights: Float64Array;
  readonly textWeights: Float64Array;
  readonly agents: readonly string[];
}

/** Indices of the items, grouped; items in the given order, groups by their first item. */
export function clusterTexts(items: readonly ClusterItem[]): readonly (readonly number[])[] {
  const corpus = readCorpus(items);
  return joinPairs(corpus, findPairs(corpus));
}

/** A word weighs the more, the fewer texts have it; the root keeps single rare words from deciding alone. */
function readCorpus(items: readonly ClusterItem[]): Corpus {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const texts = items.map(({ text }) =>
    Int32Array.from(extractWords(text), (word) => {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      counts[number] = (counts[number] ?? 0) + 1;
      return number;
    }).sort(),
  );
  const wordWeights = Float64Array.from(counts, (count) => Math.sqrt(Math.log1p(items.length / count)));
  const textWeights = Float64Array.from(texts, (words) =>
    words.reduce((sum, word) => sum + (wordWeights[word] ?? 0), 0),
  );
  return { texts, wordWeights, textWeights, agents: items.map(({ agent }) => agent) };
}

/** Shared over united weight, 0..1. */
function rateLikeness({ textWeights, agents }: Corpus, a: number, b: number, shared: number): number {
  const united = (textWeights[a] ?? 0) + (textWeights[b] ?? 0) - shared;
  if (united <= 0) return 0;
  return (shared / united) * (agents[a] === agents[b] ? SAME_AGENT_FACTOR : 1);
}

function likenessOf(corpus: Corpus, a: number, b: number): number {
  const left = corpus.texts[a] ?? [];
  const right = corpus.texts[b] ?? [];
  let shared = 0;
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const difference = (left[i] ?? 0) - (right[j] ?? 0);
    if (difference === 0) shared += corpus.wordWeights[left[i] ?? 0] ?? 0;
    if (difference <= 0) i += 1;
    if (difference >= 0) j += 1;
  }
  return rateLikeness(corpus, a, b, shared);
}

/** Every text with its likest predecessors among those that share a word, the likest pair first. */
function findPairs(corpus: Corpus): readonly Pair[] {
  const holders: number[][] = Array.from(corpus.wordWeights, () => []);
  const shared = new Float64Array(corpus.texts.length);
  const levels: Pair[][] = Array.from({ length: LEVELS + 1 }, () => []);
  for (const [b, words] of corpus.texts.entries()) {
    const touched: number[] = [];
    for (const word of words) {
      const list = holders[word] ?? [];
      addShared(list, corpus.wordWeights[word] ?? 0, shared, touched);
      list.push(b);
    }
    for (const pair of pickPartners(corpus, b, touched, shared)) levels[Math.floor(pair.likeness * LEVELS)]?.push(pair);
    for (const a of touched) shared[a] = 0;
  }
  return levels.reverse().flat();
}

/** Books one word's weight for the latest texts that hold it. */
function addShared(holders: readonly number[], weight: number, shared: Float64Array, touched: number[]): void {
  for (let i = Math.max(0, holders.length - WINDOW); i < holders.length; i += 1) {
    const a = holders[i] ?? 0;
    if (shared[a] === 0) touched.push(a);
    shared[a] = (shared[a] ?? 0) + weight;
  }
}

/** The few likest; what was counted in a bounded window is a lower bound, and close enough to choose by. */
function pickPartners(corpus: Corpus, b: number, touched: readonly number[], shared: Float64Array): readonly Pair[] {
  const best: Pair[] = [];
  for (const a of touched) {
    const likeness = rateLikeness(corpus, a, b, shared[a] ?? 0);
    if (likeness < PAIR_LIKENESS || (best.length === PARTNERS && likeness <= (best[PARTNERS - 1]?.likeness ?? 0)))
      continue;
    const at = best.findIndex((pair) => pair.likeness < likeness);
    best.splice(at < 0 ? best.length : at, 0, { a, b, likeness });
    if (best.length > PARTNERS) best.pop();
  }
  return best;
}

/** Joins groups along pairs while the mean likeness of both sides holds. Two groups that once failed are not tried again. */
function joinPairs(corpus: Corpus, pairs: readonly Pair[]): readonly (readonly number[])[] {
  const groups: number[][] = corpus.texts.map((_, i) => [i]);
  const groupOf = Int32Array.from(groups.keys());
  const apart = new Set<number>();
  for (const { a, b } of pairs) {
    const left = groupOf[a] ?? a;
    const right = groupOf[b] ?? b;
    const attempt = Math.min(left, right) * groups.length + Math.max(left, right);
    if (left === right || apart.has(attempt)) continue;
    if (meanLikeness(corpus, groups[left] ?? [], groups[right] ?? []) < MEAN_LIKENESS) apart.add(attempt);
    else moveSmaller(groups, groupOf, left, right);
  }
  return groups
    .filter((group) => group.length > 0)
    .map((group) => group.sort((x, y) => x - y))
    .sort((x, y) => (x[0] ?? 0) - (y[0] ?? 0));
}

function moveSmaller(groups: number[][], groupOf: Int32Array, left: number, right: number): void {
  const leftIsSmaller = (groups[left]?.length ?? 0) < (groups[right]?.length ?? 0);
  const [from, into] = leftIsSmaller ? [left, right] : [right, left];
  for (const member of groups[from] ?? []) {
    groups[into]?.push(member);
    groupOf[member] = into;
  }
  groups[from] = [];
}

function meanLikeness(corpus: Corpus, left: readonly number[], right: readonly number[]): number {
  const rows = Math.min(left.length, SAMPLE);
  const columns = Math.min(right.length, SAMPLE);
  let sum = 0;
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) sum += likenessOf(corpus, left[i] ?? 0, right[j] ?? 0);
  }
  return sum / (rows * columns);
}
