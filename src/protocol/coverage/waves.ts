/**
 * Plans the waves (passes) of a review: which waiting files an agent takes in one, whether another follows, how many are needed
 * and what is left over (HOST-07, HOST-15, HOST-16). Models in branches take what their budget holds; shared scopes and embedded
 * reviewers (without a model) take all. Called by engine/review/plan-wave.ts, engine/review/decide-wave.ts and
 * engine/review/plan-review.ts.
 */
import type { Isolation } from '../budget/isolation.ts';

/** Share of the budget that assigned files may fill. */
export const ASSIGNED_SHARE = 0.6;
/** Waves of `auto` for reviewers that pay for reading; embedded ones have no such limit. */
export const MAX_AUTO_WAVES = 100;

export interface WaveTerms {
  readonly budgetTokens: number;
  readonly isolation: Isolation;
  /** Whether reading is charged to the agent. */
  readonly hasContext: boolean;
  /** No further wave may follow: the agent gets everything that is left, and degrades as it goes (MODE-07). */
  readonly isLast?: boolean;
}

/** A changed file weighs what is shown of it. */
export interface WeighedFile {
  readonly tokens: number;
  readonly shownTokens?: number;
}

const weightOf = ({ tokens, shownTokens = tokens }: WeighedFile): number => shownTokens;

/** The first files of the queue that fill the agent's share of the budget; at least one, all where reading is free or no wave follows. */
export function assignFiles<T extends WeighedFile>(queue: readonly T[], terms: WaveTerms): readonly T[] {
  if (!terms.hasContext || terms.isolation === 'shared' || terms.isLast === true) return queue;
  const room = terms.budgetTokens * ASSIGNED_SHARE;
  let filled = 0;
  const end = queue.findIndex((file, i) => {
    filled += weightOf(file);
    return i > 0 && filled > room;
  });
  return end < 0 ? queue : queue.slice(0, end);
}

export interface WaveAgentState {
  readonly agent: string;
  /** Files another wave could take. */
  readonly open: number;
  /** Files it has not reviewed, whether or not another wave could. */
  readonly owed: number;
  readonly embedded: boolean;
}

export interface WaveState {
  readonly wavesDone: number;
  readonly waves: 'auto' | number;
  readonly agents: readonly WaveAgentState[];
  /** Whether the last wave finished a file or recorded a finding. */
  readonly progressed: boolean;
  /** What has ended the run, the user or a limit; null where nothing has. */
  readonly stopped: string | null;
}

export interface WaveDecision {
  readonly kind: 'next-wave' | 'converge' | 'incomplete';
  readonly reason: string;
}

export function decideNextWave(state: WaveState): WaveDecision {
  const owing = state.agents.filter((agent) => agent.owed > 0);
  if (owing.length === 0) return { kind: 'converge', reason: 'every file is reviewed' };
  if (state.stopped !== null) return { kind: 'incomplete', reason: state.stopped };
  const open = state.agents.filter((agent) => agent.open > 0);
  if (open.length === 0)
    return { kind: 'incomplete', reason: 'the remaining files cannot be reviewed in another wave' };
  const limit = limitOf(state.waves, open);
  if (state.wavesDone >= limit)
    return { kind: 'incomplete', reason: `the limit of ${limit === 1 ? 'one wave' : `${limit} waves`} is reached` };
  if (!state.progressed) return { kind: 'incomplete', reason: 'the last wave made no progress' };
  const files = Math.max(...open.map((agent) => agent.open));
  return { kind: 'next-wave', reason: `${open.length} agents have up to ${files} files left` };
}

const limitOf = (waves: WaveState['waves'], open: readonly WaveAgentState[]): number => {
  if (waves !== 'auto') return waves;
  return open.every((agent) => agent.embedded) ? Number.POSITIVE_INFINITY : MAX_AUTO_WAVES;
};

/** Waves one agent needs for its files in the order given, at constant terms; embedded reviewers plan with one. */
export function estimateWaves(files: readonly WeighedFile[], terms: WaveTerms): number {
  let waves = 0;
  for (let rest = files; rest.length > 0; rest = rest.slice(assignFiles(rest, terms).length)) waves += 1;
  return waves;
}

/** Share of the budget that the files of a last wave can be expected to fill before the agent is constrained. */
const LAST_SHARE = 0.8;

/** Files that so many waves will leave over, at constant terms. */
export function listLeftOver<T extends WeighedFile>(
  queue: readonly T[],
  terms: WaveTerms,
  waves: 'auto' | number,
): readonly T[] {
  if (waves === 'auto' || !terms.hasContext || terms.isolation === 'shared') return [];
  let rest = queue;
  for (let wave = 1; wave < waves && rest.length > 0; wave += 1) rest = rest.slice(assignFiles(rest, terms).length);
  let filled = 0;
  const end = rest.findIndex((file) => {
    filled += weightOf(file);
    return filled > terms.budgetTokens * LAST_SHARE;
  });
  return end < 0 ? [] : rest.slice(end);
}
