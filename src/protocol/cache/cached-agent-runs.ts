/**
 * Evaluates the earlier agent runs behind cached file reviews: which cached files may be used, which verdict they add to the new
 * one, how many model calls they save. A verdict covers all files of its run; for a part only its findings count. Called by
 * engine/review/find-cached-files.ts, engine/review/agent-record.ts and engine/review/compose-cached.ts.
 */

import type { Verdict } from '../findings/severity.ts';
import type { CachedAgentRun, CachedReview } from './cached-review.ts';

type Cached = Pick<CachedReview, 'sittings'>;

/** Each agent run once, in the order in which files name them. */
export const listAgentRuns = (cached: readonly Cached[]): readonly CachedAgentRun[] => [
  ...new Map(cached.flatMap(({ sittings: runs }) => runs.map((run) => [run.id, run] as const))).values(),
];

/** Agent runs of which every finished file is cached. */
function listWhole(cached: readonly Cached[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { sittings: runs } of cached) {
    const home = runs.at(-1)?.id ?? '';
    counts.set(home, (counts.get(home) ?? 0) + 1);
  }
  const whole = listAgentRuns(cached).filter(({ id, files }) => (counts.get(id) ?? 0) >= files);
  return new Set(whole.map(({ id }) => id));
}

/**
 * Without the files of an agent run whose agent objected for reasons that no finding shows, unless all of its files are here: the
 * objection may concern any of them, and the one that is missing may have been it.
 */
export function keepSound<T extends Cached>(cached: readonly T[]): readonly T[] {
  const whole = listWhole(cached);
  const isSound = ({ isExplained, id }: CachedAgentRun): boolean => isExplained || whole.has(id);
  const sound = cached.filter(({ sittings: runs }) => runs.every(isSound));
  return sound.length === cached.length ? cached : keepSound(sound);
}

const STRICTEST_FIRST = ['VETO', 'WARN', 'OK'] as const;

export interface AgentVerdict {
  readonly verdict: Verdict | null;
  readonly vetoReasons: readonly string[];
}

/** Whether `a` is at least as strict as `b`; no word is the mildest of all. */
export const isAsStrict = (a: Verdict, b: Verdict | null): boolean =>
  b === null || STRICTEST_FIRST.indexOf(a) <= STRICTEST_FIRST.indexOf(b);

export interface CachedVerdict extends Cached {
  /** Where its findings alone lead, also those on lines that a change did not touch. */
  readonly shown: AgentVerdict;
}

/**
 * The agent's word on what it reviewed now and before. Where only part of an agent run is cached its word stands as far as the
 * findings of that part show it, so a mild word on the rest does not stand for both.
 */
export function joinVerdicts(now: AgentVerdict, cached: readonly CachedVerdict[]): AgentVerdict {
  const whole = listWhole(cached);
  const runs = listAgentRuns(cached);
  const parts = runs.filter(({ id }) => !whole.has(id));
  const verdicts = [now, ...runs.map((run) => (whole.has(run.id) ? run : verdictOfPart(run, cached)))];
  const verdict = strictestOf(verdicts);
  return {
    verdict: parts.length > 0 && verdict === 'OK' ? null : verdict,
    vetoReasons: [...new Set(verdicts.flatMap(({ vetoReasons }) => vetoReasons))],
  };
}

const strictestOf = (verdicts: readonly Pick<AgentVerdict, 'verdict'>[]): Verdict | null =>
  STRICTEST_FIRST.find((strict) => verdicts.some(({ verdict }) => verdict === strict)) ?? null;

function verdictOfPart({ id, verdict }: CachedAgentRun, cached: readonly CachedVerdict[]): AgentVerdict {
  const shown = cached.filter(({ sittings: runs }) => runs.some((each) => each.id === id)).map((file) => file.shown);
  const strictest = strictestOf(shown);
  const isShown = verdict === null || (strictest !== null && isAsStrict(strictest, verdict));
  return {
    verdict: isShown ? verdict : strictest,
    vetoReasons: verdict === 'VETO' ? shown.flatMap(({ vetoReasons }) => vetoReasons) : [],
  };
}

/** Calls that stand behind what was cached and are not made again. */
export const countReusedCalls = (cached: readonly Cached[]): number =>
  listAgentRuns(cached).reduce((sum, { calls }) => sum + calls, 0);
