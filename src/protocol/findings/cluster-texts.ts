/**
 * Groups texts that mean the same by shared words and returns the indices of each group. Texts with different CWEs or about
 * different places are kept apart, and A like B and B like C does not join A to C. Cost grows linearly. Called by group-vague.ts
 * for findings without a line.
 */
import { extractNames, extractWords, isTemplatePair, type NamedWords } from './word-overlap.ts';

export interface ClusterItem {
  /** Who says so: two texts of one agent run mean two things unless one repeats the other. */
  readonly agentRuns: readonly string[];
  readonly text: string;
  /** Where it stands, if that is known: two texts of different places never meet. */
  readonly place?: string | undefined;
  readonly cwe?: string | null | undefined;
}

/** Likeness from which on two texts say the same. */
const PAIR_LIKENESS = 0.2;
/** Mean likeness that is enough for a group of SETTLED_SIZE: what many say is told in more ways. */
const SETTLED_LIKENESS = 0.12;
const SETTLED_SIZE = 4;
/** Likeness to one member without which nothing joins a group. */
const NEAREST_LIKENESS = 0.15;
/** Likeness below which two texts have nothing to do with each other: a third cannot bring them together, only a settled group. */
const STRANGE_LIKENESS = 0.08;
/** Words two texts of one agent run share if one repeats the other. */
const REPEAT_LIKENESS = 0.3;
/** Per word a text is compared with so many of its predecessors; per text so many best partners are kept. */
const WINDOW = 64;
const PARTNERS = 8;
/** Steps of likeness in which pairs are ordered. */
const LEVELS = 4096;
/** Members of a group that stand for it in comparisons; two large groups are compared by so many pairs in all. */
const SAMPLE = 12;
const SAMPLE_PAIRS = 36;

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly likeness: number;
}

/** Texts as ascending word numbers, with the weight of each word and of each text. */
interface Corpus {
  readonly items: readonly ClusterItem[];
  readonly texts: readonly Int32Array[];
  /** Filled as they are needed. */
  readonly names: (NamedWords | undefined)[];
  readonly wordWeights: Float64Array;
  readonly textWeights: Float64Array;
}

type Groups = readonly (readonly number[])[];

/** Indices of the items, grouped; items in the given order, groups by their first item. */
export function clusterTexts(items: readonly ClusterItem[]): Groups {
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
  return { items, texts, names: [], wordWeights, textWeights };
}

/** Shared over united weight, 0..1. */
function rateLikeness({ textWeights }: Corpus, a: number, b: number, shared: number): number {
  const united = (textWeights[a] ?? 0) + (textWeights[b] ?? 0) - shared;
  return united <= 0 ? 0 : shared / united;
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
    if (likeness < NEAREST_LIKENESS || (best.length === PARTNERS && likeness <= (best[PARTNERS - 1]?.likeness ?? 0)))
      continue;
    const at = best.findIndex((pair) => pair.likeness < likeness);
    best.splice(at < 0 ? best.length : at, 0, { a, b, likeness });
    if (best.length > PARTNERS) best.pop();
  }
  return best;
}

/** Joins groups along pairs while the mean likeness of both sides holds. */
function joinPairs(corpus: Corpus, pairs: readonly Pair[]): Groups {
  const groups: number[][] = corpus.texts.map((_, i) => [i]);
  const groupOf = Int32Array.from(groups.keys());
  const places = corpus.items.map(({ place }) => place);
  /** Sizes, up to the settled one, at which two groups failed: tried again only where that could make a difference. */
  const apart = new Map<number, number>();
  for (const { a, b } of pairs) {
    const from = groupOf[a] ?? a;
    const into = groupOf[b] ?? b;
    if (from === into) continue;
    const [left, right] = [groups[from] ?? [], groups[into] ?? []];
    const attempt = Math.min(from, into) * groups.length + Math.max(from, into);
    const size = Math.min(SETTLED_SIZE, left.length + right.length);
    if (apart.get(attempt) === size) continue;
    if (mayJoin(corpus, left, right, size) && arePlacesEqual(places[from], places[into])) {
      const place = places[from] ?? places[into];
      places[moveSmaller(groups, groupOf, from, into)] = place;
    } else if (size > 2) apart.set(attempt, size);
  }
  return groups
    .filter((group) => group.length > 0)
    .map((group) => group.sort((x, y) => x - y))
    .sort((x, y) => (x[0] ?? 0) - (y[0] ?? 0));
}

const arePlacesEqual = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined || a === b;

const mayJoin = (corpus: Corpus, left: readonly number[], right: readonly number[], size: number): boolean =>
  meanLikeness(corpus, left, right) >= neededLikeness(size) && !holdApart(corpus, left, right);

function neededLikeness(size: number): number {
  const settled = (size - 2) / (SETTLED_SIZE - 2);
  return PAIR_LIKENESS + settled * (SETTLED_LIKENESS - PAIR_LIKENESS);
}

/** The group both are in afterwards. */
function moveSmaller(groups: number[][], groupOf: Int32Array, left: number, right: number): number {
  const leftIsSmaller = (groups[left]?.length ?? 0) < (groups[right]?.length ?? 0);
  const [from, into] = leftIsSmaller ? [left, right] : [right, left];
  for (const member of groups[from] ?? []) {
    groups[into]?.push(member);
    groupOf[member] = into;
  }
  groups[from] = [];
  return into;
}

/** Nothing while few are together and two of them are strangers. */
function meanLikeness(corpus: Corpus, left: readonly number[], right: readonly number[]): number {
  const { rows, columns } = sampleSizes(left, right);
  let sum = 0;
  let least = 1;
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) {
      const likeness = likenessOf(corpus, left[i] ?? 0, right[j] ?? 0);
      sum += likeness;
      least = Math.min(least, likeness);
    }
  }
  const isSettled = left.length + right.length > SETTLED_SIZE;
  return least < STRANGE_LIKENESS && !isSettled ? 0 : sum / (rows * columns);
}

function holdApart(corpus: Corpus, left: readonly number[], right: readonly number[]): boolean {
  const { rows, columns } = sampleSizes(left, right);
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) if (areDifferent(corpus, left[i] ?? 0, right[j] ?? 0)) return true;
  }
  return false;
}

function sampleSizes(left: readonly number[], right: readonly number[]): { rows: number; columns: number } {
  const rows = Math.min(left.length, SAMPLE);
  return { rows, columns: Math.min(right.length, SAMPLE, Math.ceil(SAMPLE_PAIRS / rows)) };
}

/** Two CWEs, two things told in one agent run, or one sentence about two things. */
function areDifferent(corpus: Corpus, a: number, b: number): boolean {
  const [one, other] = [corpus.items[a], corpus.items[b]];
  if (!one || !other) return false;
  if (one.cwe && other.cwe && one.cwe !== other.cwe) return true;
  if (one.text === other.text) return false;
  if (
    one.agentRuns.some((agentRun) => other.agentRuns.includes(agentRun)) &&
    shareOf(corpus.texts[a] ?? [], corpus.texts[b] ?? []) < REPEAT_LIKENESS
  )
    return true;
  return isTemplatePair(namesOf(corpus, a), namesOf(corpus, b));
}

function namesOf({ names, items }: Corpus, index: number): NamedWords {
  const named = names[index] ?? extractNames(items[index]?.text ?? '');
  names[index] = named;
  return named;
}

function shareOf(left: ArrayLike<number> & Iterable<number>, right: ArrayLike<number> & Iterable<number>): number {
  const words = new Set(left);
  let shared = 0;
  for (const word of right) if (words.has(word)) shared += 1;
  return shared === 0 ? 0 : shared / (left.length + right.length - shared);
}
