/**
 * Kills runs with SIGKILL at random instants and goes on with them until they end. What is left each time is looked at from
 * three sides: the run store, the requests that arrived at the provider, and the report of a run that nobody killed.
 */
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { checkEnd, compareCalls, type Uninterrupted } from './kill-checks.ts';
import { type Aim, KilledRun, type KillSubject, LATENCY_MS, type Left } from './killed-run.ts';
import { createRandom, type RandomSource } from './random.ts';

export interface KillTally {
  /** Processes that were still running when they were killed. */
  kills: number;
  runs: number;
  /** Of the kills, before the run was stored. */
  early: number;
  /** Calls in flight at a kill, by the journal: each is made again. */
  lost: number;
  /** Requests that reached the provider twice. */
  repeated: number;
  /** Recorded calls that a later process did not have to pay for. */
  spared: number;
  readonly problems: string[];
}

const MAX_KILLS = 4;
/** What a process takes longer than a run in this one. */
const START_MS = 400;
const FAR_MS = 120_000;

async function runUninterrupted(subject: KillSubject): Promise<Uninterrupted> {
  const run = await KilledRun.open(subject);
  try {
    const ended = await run.finish(null);
    if (ended.stdout === '') throw new Error(`no report: ${ended.stderr}`);
    return {
      report: JSON.parse(ended.stdout) as ReportDocument,
      requests: run.provider.requests.length,
      milliseconds: ended.milliseconds,
    };
  } finally {
    await run.close();
  }
}

const chooseAim = (random: RandomSource, whole: Uninterrupted, left: number): Aim =>
  random.below(4) === 0
    ? { afterMs: random.below(START_MS + Math.ceil(whole.milliseconds)) }
    : { requests: 1 + random.below(Math.max(1, left)), thenMs: random.below(LATENCY_MS * 2) };

/** Recorded calls, with how often each was begun. */
const doneIn = (left: Left | null): ReadonlyMap<string, number> =>
  new Map(left?.calls.filter(({ doneAt }) => doneAt !== null).map(({ key, begun }) => [key, begun]));

const countOpen = (left: Left | null): number => left?.calls.filter(({ doneAt }) => doneAt === null).length ?? 0;

interface Target {
  readonly subject: KillSubject;
  readonly whole: Uninterrupted;
  readonly mostKills: number;
}

async function killRun({ subject, whole, mostKills }: Target, random: RandomSource, tally: KillTally): Promise<void> {
  const run = await KilledRun.open(subject);
  const complain = (problem: string): void => void tally.problems.push(`seed ${random.seed}: ${problem}`);
  const wanted = Math.min(mostKills, 1 + random.below(MAX_KILLS));
  let left: Left | null = null;
  tally.runs += 1;
  try {
    for (let kills = 0; ; kills += 1) {
      const done = doneIn(left);
      const aim = kills < wanted ? chooseAim(random, whole, whole.requests - done.size) : null;
      const ended = await (aim === null ? run.finish(left?.run ?? null) : run.start(left?.run ?? null, aim));
      left = await run.look();
      compareCalls(done, left?.calls ?? []).forEach(complain);
      if (ended.signal !== 'SIGKILL') {
        const { lost, repeated } = checkEnd(ended, { expected: whole, kills, left, subject, killed: run, complain });
        tally.lost += lost;
        tally.repeated += repeated;
        return;
      }
      tally.kills += 1;
      tally.early += left === null ? 1 : 0;
      tally.spared += doneIn(left).size;
      if (countOpen(left) > subject.agents) complain(`${countOpen(left)} calls in flight at once`);
    }
  } finally {
    await run.close();
  }
}

export interface KillPlan {
  readonly subject: KillSubject;
  readonly kills: number;
  readonly seed: number;
  /** Runs at the same time. */
  readonly width: number;
}

/** Runs are killed until there were as many kills as asked for. */
export async function killRuns({ subject, kills, seed, width }: KillPlan): Promise<KillTally> {
  const tally: KillTally = { kills: 0, runs: 0, early: 0, lost: 0, repeated: 0, spared: 0, problems: [] };
  const whole = await runUninterrupted(subject);
  let next = seed;
  const endAt = performance.now() + FAR_MS * Math.max(1, kills / 20);
  const work = async (): Promise<void> => {
    while (tally.kills < kills && tally.problems.length < 10 && performance.now() < endAt)
      await killRun({ subject, whole, mostKills: kills - tally.kills }, createRandom(next++), tally);
  };
  await Promise.all(Array.from({ length: width }, work));
  if (tally.kills < kills && tally.problems.length === 0) tally.problems.push(`only ${tally.kills} kills in time`);
  return tally;
}
