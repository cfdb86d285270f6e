/**
 * Groups texts that say the same, for findings without a place. Pairs come from an inverted index, so the cost grows with
 * the number of texts; groups grow by mean likeness, so that A like B and B like C do not chain A to C.
 */
import { extractWords, overlapOf, weighWords } from './word-overlap.ts';

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
/** Members of a group that stand for it in the mean. */
const SAMPLE = 6;

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly likeness: number;
}

/** Indices of the items, grouped; items in the given order, groups by their first item. */
export function clusterTexts(items: readonly ClusterItem[]): readonly (readonly number[])[] {
  const texts = items.map(({ text }) => extractWords(text));
  const weights = weighWords(texts);
  const likenessOf = (a: number, b: number): number => {
    const [left, right] = [texts[a], texts[b]];
    if (!left || !right) return 0;
    return overlapOf(left, right, weights) * (items[a]?.agent === items[b]?.agent ? SAME_AGENT_FACTOR : 1);
  };
  return joinPairs(items.length, findPairs(texts, likenessOf), likenessOf);
}

/** Every text with its likest predecessors among those that share a word. */
function findPairs(texts: readonly ReadonlySet<string>[], likenessOf: (a: number, b: number) => number): Pair[] {
  const holders = new Map<string, number[]>();
  const pairs: Pair[] = [];
  for (const [b, words] of texts.entries()) {
    const shared = new Map<number, number>();
    for (const word of words) {
      const list = holders.get(word);
      if (list === undefined) holders.set(word, [b]);
      else {
        for (const a of list.slice(-WINDOW)) shared.set(a, (shared.get(a) ?? 0) + 1);
        list.push(b);
      }
    }
    pairs.push(...bestPartners(b, shared, likenessOf));
  }
  return pairs.sort((x, y) => y.likeness - x.likeness || x.b - y.b || x.a - y.a);
}

function bestPartners(
  b: number,
  shared: ReadonlyMap<number, number>,
  likenessOf: (a: number, b: number) => number,
): Pair[] {
  const likely = [...shared].toSorted(([a1, n1], [a2, n2]) => n2 - n1 || a1 - a2).slice(0, WINDOW);
  return likely
    .map(([a]) => ({ a, b, likeness: likenessOf(a, b) }))
    .filter(({ likeness }) => likeness >= PAIR_LIKENESS)
    .toSorted((x, y) => y.likeness - x.likeness || x.a - y.a)
    .slice(0, PARTNERS);
}

/** Joins groups along pairs, the likest first, while the mean likeness of both sides holds. */
function joinPairs(size: number, pairs: readonly Pair[], likenessOf: (a: number, b: number) => number): number[][] {
  const groups = new Map(Array.from({ length: size }, (_, i) => [i, [i]]));
  const groupOf = Array.from({ length: size }, (_, i) => i);
  for (const { a, b } of pairs) {
    const [left, right] = [groupOf[a] ?? a, groupOf[b] ?? b].toSorted((x, y) => x - y) as [number, number];
    const [into, from] = [groups.get(left), groups.get(right)];
    if (left === right || !into || !from || meanLikeness(into, from, likenessOf) < MEAN_LIKENESS) continue;
    for (const member of from) {
      into.push(member);
      groupOf[member] = left;
    }
    groups.delete(right);
  }
  return [...groups.values()].map((group) => group.toSorted((x, y) => x - y));
}

function meanLikeness(
  left: readonly number[],
  right: readonly number[],
  likenessOf: (a: number, b: number) => number,
): number {
  const [some, others] = [left.slice(0, SAMPLE), right.slice(0, SAMPLE)];
  let sum = 0;
  for (const a of some) for (const b of others) sum += likenessOf(a, b);
  return sum / (some.length * others.length);
}
