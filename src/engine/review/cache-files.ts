/**
 * Stores after a wave, file by file, what its agents said of files they reviewed completely (in full mode, by the model that was
 * asked, to its end), with hashes of every file the claims rest on, so that later runs can reuse it (find-cached-files.ts). Called by
 * run-review.ts.
 */

import type { Snapshot } from '../../ports/repository.ts';
import type { CachedText, Reuse } from '../../ports/review-cache.ts';
import { isAsStrict } from '../../protocol/cache/cached-agent-runs.ts';
import {
  type CachedAgentRun,
  type CachedReview,
  type Dependence,
  formatCachedReview,
  type ModelClaim,
} from '../../protocol/cache/cached-review.ts';
import { mergeRanges } from '../../protocol/coverage/coverage.ts';
import { indexPaths, listCitedPaths } from '../../protocol/findings/cited-paths.ts';
import type { AgentRun } from './agent-record.ts';
import { showVerdict } from './cached-verdict.ts';
import { createFileHashes, type FileHashes, hashQuestion, hashSaid, keyOf, readSaid } from './find-cached-files.ts';
import { type DriversFor, listMembers, type PanelMember } from './panel-members.ts';
import type { ReviewState } from './review-state.ts';

export interface CachePorts {
  readonly driversFor: DriversFor;
  readonly reuse?: Reuse | null;
}

export async function cacheWave(
  state: ReviewState,
  wave: number,
  run: { readonly runId: string; readonly at: number; readonly now: number },
  { driversFor, reuse }: CachePorts,
): Promise<void> {
  if (!reuse) return;
  const { snapshot } = state.survey;
  const said = hashSaid(await readSaid(snapshot), reuse);
  const context = { state, reuse, said, hashes: createFileHashes(snapshot, reuse), ...run };
  const all = await Promise.all(
    listMembers(state.survey.reviewers, driversFor).map((member) => cacheMember(member, wave, context)),
  );
  const entries = all.flat();
  if (entries.length > 0) await reuse.reviewCache.write(entries);
}

interface CacheContext {
  readonly state: ReviewState;
  readonly reuse: Reuse;
  readonly hashes: FileHashes;
  readonly said: CachedReview['said'];
  readonly runId: string;
  /** When the run began. */
  readonly at: number;
  readonly now: number;
}

/** Whether the agent was heard to its end, in the words of the model that was asked. */
const isCompleteAnswer = ({ status, cuts, asked, model }: AgentRun): boolean =>
  status === 'completed' &&
  cuts.length === 0 &&
  asked.calls > 0 &&
  asked.models.every((answered) => answered === model);

/** Whether what it said of the file is all it would have said: beyond full analysis it keeps the milder things to itself. */
const isFull = ({ mode, closed }: AgentRun, path: string): boolean => mode === 'full' || closed.includes(path);

async function cacheMember(member: PanelMember, wave: number, context: CacheContext): Promise<readonly CachedText[]> {
  const { state, reuse, hashes } = context;
  const questionHash = hashQuestion(member, reuse);
  const runs = state.runs.filter(
    (run) => run.agent === member.reviewer.name && run.model === member.model && run.round === 1 && run.wave <= wave,
  );
  const last = runs.at(-1);
  if (questionHash === null || last?.wave !== wave || !isCompleteAnswer(last)) return [];
  const before = new Map(
    (state.recalled ?? [])
      .find(({ agent, model }) => agent === member.reviewer.name && model === member.model)
      ?.files.map(({ path, review }) => [path, review]),
  );
  const own = new Set(runs.flatMap(({ done }) => done.filter((path) => !before.has(path))));
  const fresh = last.done.filter((path) => own.has(path));
  const added = [...before.keys()].filter((path) => last.heard.some(({ finding }) => finding.file === path));
  const paths = [...fresh, ...added];
  const byPath = new Map(state.survey.files.map((file) => [file.path, file]));
  const memberRuns = { member, runs, last, own, files: paths.length };
  const entries = await Promise.all(
    paths.map(async (path) => {
      const file = byPath.get(path);
      const review = await composeCachedReview(path, before.get(path) ?? null, memberRuns, context);
      const key = file === undefined || review === null ? null : await keyOf(questionHash, file, hashes, reuse);
      return key === null || review === null ? [] : [{ key, text: formatCachedReview(review) }];
    }),
  );
  return entries.flat();
}

interface MemberRuns {
  readonly member: PanelMember;
  /** Of this agent, up to the wave that has just ended. */
  readonly runs: readonly AgentRun[];
  readonly last: AgentRun;
  /** Files the agent has finished in this run: each is cached by itself. */
  readonly own: ReadonlySet<string>;
  /** How many are cached of the wave. */
  readonly files: number;
}

/** Null where a wave that had the file in hand was not heard to its end, or not in full. */
async function composeCachedReview(
  path: string,
  before: CachedReview | null,
  { runs, last, own, files, member }: MemberRuns,
  context: CacheContext,
): Promise<CachedReview | null> {
  const behind = runs.filter((run) => run === last || run.begun.includes(path));
  if (!behind.every((run) => isCompleteAnswer(run) && isFull(run, path))) return null;
  const claims = behind.flatMap(({ heard }) => heard.filter(({ finding }) => finding.file === path));
  const support = behind.flatMap(({ looked }) => looked.filter((each) => !own.has(each)));
  // What is new in a file that was cached came from the files that were reviewed beside it.
  const beside = before === null ? [] : [...own];
  const rest = new Set([...support, ...beside, ...(await citeFiles(claims, context.state.survey.snapshot))]);
  rest.delete(path);
  const depends = await Promise.all(
    [...rest].map(async (each): Promise<Dependence> => ({ path: each, mark: await context.hashes.textOf(each) })),
  );
  const delivered = isShared(last, context) && before === null ? null : (last.delivered[path] ?? []);
  return {
    at: context.now,
    claims: [...(before?.claims ?? []), ...claims],
    delivered:
      before?.delivered === null ? null : delivered && mergeRanges([...(before?.delivered ?? []), ...delivered]),
    depends: [...new Map([...(before?.depends ?? []), ...depends].map((each) => [each.path, each])).values()],
    said: context.said,
    sittings: [...(before?.sittings ?? []), ...behind.map((run) => agentRunOf(run, member, files, context))],
  };
}

const isShared = ({ wave }: AgentRun, { state }: CacheContext): boolean =>
  state.waves.find((each) => each.wave === wave)?.isolation === 'shared';

/** Files that the words of the claims speak of. */
async function citeFiles(claims: readonly ModelClaim[], snapshot: Snapshot): Promise<readonly string[]> {
  if (claims.length === 0) return [];
  const index = indexPaths(await snapshot.paths());
  return claims.flatMap(({ finding }) => listCitedPaths(JSON.stringify(finding), index));
}

function agentRunOf(
  run: AgentRun,
  { reviewer, label }: PanelMember,
  files: number,
  { runId, at }: CacheContext,
): CachedAgentRun {
  // Its verdict on what it was given now; earlier agent runs have their own.
  const { verdict, vetoReasons } = run.said;
  const shown = showVerdict(
    reviewer,
    run.findings.filter(({ isCached }) => !isCached),
  );
  return {
    id: `${runId}/${run.wave}/${label}`,
    run: runId,
    at,
    calls: run.asked.calls,
    files,
    verdict,
    vetoReasons,
    isExplained: shown.verdict !== null && isAsStrict(shown.verdict, verdict),
    homeless: run.homeless,
  };
}
