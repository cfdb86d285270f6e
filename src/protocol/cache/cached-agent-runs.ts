/**
 * What follows from the sittings behind recalled files: which files may be taken at all, what the agent's word on them was,
 * how many calls are not made again. A verdict is the agent's word on all its files; part of them does not inherit it.
 */

import type { Verdict } from '../findings/severity.ts';
import type { Recollection, Sitting } from './cached-review.ts';

type Recalled = Pick<Recollection, 'sittings'>;

/** Each sitting once, in the order in which files name them. */
export const listSittings = (recalled: readonly Recalled[]): readonly Sitting[] => [
  ...new Map(recalled.flatMap(({ sittings }) => sittings.map((sitting) => [sitting.id, sitting] as const))).values(),
];

/** Sittings of which every finished file is recalled. */
function listWhole(recalled: readonly Recalled[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { sittings } of recalled) {
    const home = sittings.at(-1)?.id ?? '';
    counts.set(home, (counts.get(home) ?? 0) + 1);
  }
  const whole = listSittings(recalled).filter(({ id, files }) => (counts.get(id) ?? 0) >= files);
  return new Set(whole.map(({ id }) => id));
}

/**
 * Without the files of a sitting whose agent objected for reasons that no finding shows, unless all of its files are here: the
 * objection may concern any of them, and the one that is missing may have been it.
 */
export function keepSound<T extends Recalled>(recalled: readonly T[]): readonly T[] {
  const whole = listWhole(recalled);
  const isSound = ({ isExplained, id }: Sitting): boolean => isExplained || whole.has(id);
  const sound = recalled.filter(({ sittings }) => sittings.every(isSound));
  return sound.length === recalled.length ? recalled : keepSound(sound);
}

const STRICTEST_FIRST = ['VETO', 'WARN', 'OK'] as const;

export interface AgentWord {
  readonly verdict: Verdict | null;
  readonly vetoReasons: readonly string[];
}

/** Whether `a` is at least as strict as `b`; no word is the mildest of all. */
export const isAsStrict = (a: Verdict, b: Verdict | null): boolean =>
  b === null || STRICTEST_FIRST.indexOf(a) <= STRICTEST_FIRST.indexOf(b);

export interface RecalledWords extends Recalled {
  /** Where its findings alone lead, also those on lines that a change did not touch. */
  readonly shown: AgentWord;
}

/**
 * The agent's word on what it reviewed now and before. Where only part of a sitting is recalled its word stands as far as the
 * findings of that part show it, so a mild word on the rest does not stand for both.
 */
export function joinWords(now: AgentWord, recalled: readonly RecalledWords[]): AgentWord {
  const whole = listWhole(recalled);
  const sittings = listSittings(recalled);
  const parts = sittings.filter(({ id }) => !whole.has(id));
  const words = [now, ...sittings.map((sitting) => (whole.has(sitting.id) ? sitting : wordOfPart(sitting, recalled)))];
  const verdict = strictestOf(words);
  return {
    verdict: parts.length > 0 && verdict === 'OK' ? null : verdict,
    vetoReasons: [...new Set(words.flatMap(({ vetoReasons }) => vetoReasons))],
  };
}

const strictestOf = (words: readonly Pick<AgentWord, 'verdict'>[]): Verdict | null =>
  STRICTEST_FIRST.find((each) => words.some((word) => word.verdict === each)) ?? null;

function wordOfPart({ id, verdict }: Sitting, recalled: readonly RecalledWords[]): AgentWord {
  const shown = recalled.filter(({ sittings }) => sittings.some((each) => each.id === id)).map((file) => file.shown);
  const strictest = strictestOf(shown);
  const isShown = verdict === null || (strictest !== null && isAsStrict(strictest, verdict));
  return {
    verdict: isShown ? verdict : strictest,
    vetoReasons: verdict === 'VETO' ? shown.flatMap(({ vetoReasons }) => vetoReasons) : [],
  };
}

/** Calls that stand behind what was recalled and are not made again. */
export const countReusedCalls = (recalled: readonly Recalled[]): number =>
  listSittings(recalled).reduce((sum, { calls }) => sum + calls, 0);
