/**
 * Distributes the audit dimensions of a round, and the languages, over its agents: dimensions of one kind of work (track) stay
 * together; agents who share a track divide it by language first (FACT-01, AUD-08, AUD-10). Called by engine/audit/plan-audit.ts.
 */
import {
  compareDimensions,
  DIMENSION_PROFILES,
  DIMENSIONS,
  type Dimension,
  type Track,
} from '../findings/dimension.ts';

export interface LanguageShare {
  readonly language: string;
  readonly loc: number;
}

export interface Hand {
  readonly dimensions: readonly Dimension[];
  /** Languages whose files are this agent's; null = all. */
  readonly languages: readonly string[] | null;
  /** Which of how many shares of those files: agents with the same dimensions and languages split the files. */
  readonly part: number;
  readonly parts: number;
}

const TRACK_ORDER: readonly Track[] = ['sink', 'config', 'control'];

/** A language with less than this share of the lines is no area of its own. */
const AREA_SHARE = 0.15;

/** One hand per agent, in the order of their first dimension. Without dimensions there is nobody to send. */
export function distributeDimensions(
  dimensions: readonly Dimension[],
  agents: number,
  languages: readonly LanguageShare[] = [],
): readonly Hand[] {
  const ordered = [...new Set(dimensions)].sort(compareDimensions);
  if (ordered.length === 0) return [];
  const tracks = TRACK_ORDER.map((track) => ordered.filter((each) => DIMENSION_PROFILES[each].track === track)).filter(
    (own) => own.length > 0,
  );
  const count = Math.max(1, agents);
  const hands =
    count <= tracks.length
      ? joinTracks(tracks, count).map((own) => wholeHand(own))
      : shareOut(
          count,
          tracks.map((own) => own.length),
        ).flatMap((counts, i) => splitTrack(tracks[i] ?? [], counts, languages));
  return hands.toSorted((a, b) => compareFirst(a, b) || a.part - b.part);
}

/** An empty hand comes last. */
const firstOf = ({ dimensions }: Hand): Dimension => dimensions[0] ?? (DIMENSIONS.at(-1) as Dimension);

const compareFirst = (a: Hand, b: Hand): number => compareDimensions(firstOf(a), firstOf(b));

const wholeHand = (dimensions: readonly Dimension[]): Hand => ({
  dimensions: dimensions.toSorted(compareDimensions),
  languages: null,
  part: 0,
  parts: 1,
});

/** Fewer agents than tracks: whole tracks are put together, the largest first, each to whoever has least, the last of them. */
function joinTracks(tracks: readonly (readonly Dimension[])[], agents: number): readonly (readonly Dimension[])[] {
  const hands: Dimension[][] = Array.from({ length: agents }, () => []);
  for (const [i, track] of tracks.toSorted((a, b) => b.length - a.length).entries()) {
    const least = Math.min(...hands.map((hand) => hand.length));
    const at = i < agents ? i : hands.findLastIndex((hand) => hand.length === least);
    hands[at]?.push(...track);
  }
  return hands;
}

/** Agents by weight, at least one each; what is left over goes to the largest remainders. */
function shareOut(agents: number, weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (agents * weight) / total);
  const counts = exact.map((share) => Math.max(1, Math.floor(share)));
  const byRemainder = exact.map((share, i) => ({ i, rest: share - (counts[i] ?? 0) })).sort((a, b) => b.rest - a.rest);
  let left = agents - counts.reduce((sum, each) => sum + each, 0);
  for (let at = 0; left !== 0; at = (at + 1) % byRemainder.length) {
    // The floor of one may have given out too much: whoever is furthest above its share gives back.
    const { i } = (left > 0 ? byRemainder[at] : byRemainder[byRemainder.length - 1 - at]) ?? { i: 0 };
    const step = left > 0 ? 1 : (counts[i] ?? 0) > 1 ? -1 : 0;
    counts[i] = (counts[i] ?? 0) + step;
    left -= step;
  }
  return counts;
}

/** The agents of one track: first by language, then by dimension, at last by files. */
function splitTrack(
  dimensions: readonly Dimension[],
  agents: number,
  languages: readonly LanguageShare[],
): readonly Hand[] {
  const areas = groupLanguages(languages, agents);
  if (areas.length < 2) return splitDimensions(dimensions, agents, null);
  return shareOut(
    agents,
    areas.map(({ loc }) => loc),
  ).flatMap((counts, i) => splitDimensions(dimensions, counts, areas[i]?.names ?? null));
}

interface Area {
  readonly names: readonly string[];
  readonly loc: number;
}

/** At most `most` groups of languages of like size; small languages go with the first group. */
function groupLanguages(languages: readonly LanguageShare[], most: number): readonly Area[] {
  const total = languages.reduce((sum, { loc }) => sum + loc, 0);
  const sorted = languages.toSorted((a, b) => b.loc - a.loc || (a.language < b.language ? -1 : 1));
  const large = sorted.filter(({ loc }) => loc >= total * AREA_SHARE);
  const groups = Array.from({ length: Math.min(most, large.length) }, () => ({ names: [] as string[], loc: 0 }));
  for (const { language, loc } of large) {
    const least = groups.toSorted((a, b) => a.loc - b.loc)[0];
    if (least === undefined) break;
    least.names.push(language);
    least.loc += loc;
  }
  for (const { language } of sorted.slice(large.length)) groups[0]?.names.push(language);
  return groups;
}

function splitDimensions(
  dimensions: readonly Dimension[],
  agents: number,
  languages: readonly string[] | null,
): readonly Hand[] {
  const hands: Dimension[][] = Array.from({ length: agents }, () => []);
  for (let i = 0; i < Math.max(dimensions.length, agents); i += 1) {
    const dimension = dimensions[i % dimensions.length];
    if (dimension !== undefined) hands[i % agents]?.push(dimension);
  }
  const rivals = (own: readonly Dimension[]): readonly number[] =>
    hands.flatMap((other, at) => (own.some((dimension) => other.includes(dimension)) ? [at] : []));
  return hands.map((own, at) => {
    const sharing = rivals(own);
    return { dimensions: own, languages, part: sharing.indexOf(at), parts: sharing.length };
  });
}
