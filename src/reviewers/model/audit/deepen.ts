/**
 * Carries out the deep dive (Phase 3) with a model: the call graph answers first (embedded/audit/deepen.ts), and the model is asked
 * only about flows, chains and hotspots that stay open. Its answer counts only where every step lies in lines that it was given
 * (FACT-07, FACT-04). Called by model-auditor.ts.
 */
import type { AuditSession, ChainAnswer, DeepDiveResult, DeepDiveTask, FlowOutcome } from '../../../ports/auditor.ts';
import { holdDive } from '../../../prompts/audit-answer-schema.ts';
import {
  DEEPEN_COMPRESS,
  DEEPEN_MUST_RETURN,
  formatDeepenPrompt,
  formatFindings,
  formatHotspots,
} from '../../../prompts/audit-validate.ts';
import { isCovered } from '../../../protocol/coverage/coverage.ts';
import { DIMENSION_PROFILES } from '../../../protocol/findings/dimension.ts';
import type { Finding } from '../../../protocol/findings/finding.ts';
import type { Hotspot } from '../../../protocol/rounds/state-transfer.ts';
import { deepenEmbedded } from '../../embedded/audit/deepen.ts';
import type { ConversationEnd, DeliveredLines } from '../agent-policy.ts';
import { converse } from '../conversation.ts';
import { holdAnswers, isHeld, readHeld } from '../held-answer.ts';
import { converseOrFeed, hasReplied, type ModelAuditorOptions, nameCalls } from './auditor-options.ts';
import { feedOnce, feedPlaces } from './feed.ts';
import { readChains, readFlows, readHotspots, readPlaces, writeDive } from './flow-lines.ts';

const MAX_TURNS = 15;
/** Lines around a finding that count as its place. */
const REACH_LINES = 5;

/** The call graph first: a model is asked only about what it leaves open, and takes nothing back. */
export async function deepenWithModel(
  task: DeepDiveTask,
  session: AuditSession,
  signal: AbortSignal,
  options: ModelAuditorOptions,
): Promise<DeepDiveResult> {
  const traced = deepenEmbedded(task, await options.openAuditContext(session.snapshot));
  const open: DeepDiveTask = {
    ...task,
    findings: task.findings.filter(
      (finding) => !isSettled(traced.flows.get(finding.id)) && isWorthAsking(finding, task.hotspots),
    ),
    chains: task.chains.filter(({ id }) => !traced.chains.has(id)),
    hotspots: task.hotspots.filter((hotspot) => !traced.hotspotsCovered.includes(hotspot)),
  };
  if (open.findings.length + open.chains.length + open.hotspots.length === 0) return traced;
  const unasked = (reason: string): DeepDiveResult => ({
    ...traced,
    reason: `flows come from the call graph only: ${reason}`,
  });
  if (signal.aborted) return unasked('the run was stopped');
  const nonce = options.createNonce('deep-dive');
  const members = task.findings.filter(({ id }) => open.chains.some(({ findings }) => findings.includes(id)));
  const asked = { ...open, members };
  const feed = feedOnce(() => feedPlaces(session, listPlaces(asked)));
  const end = await converseOrFeed(options, (terms) =>
    askDiver(asked, session, signal, { options: terms, key: nameCalls('deep-dive', options, terms), nonce, feed }),
  );
  if (!hasReplied(end)) return unasked(end.reason ?? 'the run was stopped');
  const text = writeDive(readHeld(end.text, nonce)) ?? endedLines(end.text, nonce);
  const hasRead = openHasRead(end.seen);
  const said = readFlows(text);
  const flows = new Map(traced.flows);
  for (const finding of open.findings) {
    const flow = said.get(finding.id);
    if (flow !== undefined) flows.set(finding.id, { ...judgeFlow(flow, finding, hasRead), byModel: true });
  }
  // The host has followed these itself; of a flaw in one place nobody has read the lines yet.
  const followedByHost = new Set([...traced.flows].filter(([, { kind }]) => kind === 'complete').map(([id]) => id));
  const chains = [...readChains(text)].flatMap(([id, answer]): readonly (readonly [string, ChainAnswer])[] => {
    const chain = open.chains.find((each) => each.id === id);
    if (chain === undefined) return [];
    const ends = task.findings.filter(
      (finding) => chain.findings.includes(finding.id) && !followedByHost.has(finding.id),
    );
    const isVerified = answer.reason !== '' && [...ends, ...readPlaces(answer.reason)].every(hasRead);
    return [[id, { ...answer, isVerified }]];
  });
  const followed = readHotspots(text);
  return {
    ...traced,
    flows,
    hotspotsCovered: task.hotspots.filter(
      (hotspot) => traced.hotspotsCovered.includes(hotspot) || isFollowed(hotspot, followed, hasRead),
    ),
    chains: new Map([...traced.chains, ...chains]),
    reason: end.reason,
  };
}

type HasRead = (place: { readonly file: string; readonly line: number; readonly endLine?: number }) => boolean;

const openHasRead =
  (seen: DeliveredLines): HasRead =>
  ({ file, line, endLine = line }) =>
    isCovered(seen.get(file) ?? [], [{ start: line, end: endLine }]);

/** A hotspot counts where the agent says so and its lines were delivered. */
const isFollowed = ({ file, lines }: Hotspot, said: ReadonlySet<string>, hasRead: HasRead): boolean =>
  said.has(`${file}:${lines.start}`) && hasRead({ file, line: lines.start, endLine: lines.end });

/** The call graph follows everything for nothing; a model is paid for what is grave, or at a hotspot. */
const isWorthAsking = ({ severity, file, line, endLine }: Finding, hotspots: readonly Hotspot[]): boolean =>
  severity === 'CRITICAL' ||
  severity === 'HIGH' ||
  hotspots.some(({ file: path, lines }) => path === file && lines.start <= endLine && line <= lines.end);

const isSettled = (flow: FlowOutcome | undefined): boolean => flow?.kind === 'complete' || flow?.kind === 'in-place';

/** A flow counts with every step delivered and one of them at the finding; data that does harm has come from somewhere. */
function judgeFlow(flow: FlowOutcome, finding: Finding, hasRead: HasRead): FlowOutcome {
  const unknown = (reason: string): FlowOutcome => ({ kind: 'unknown', reason });
  if (flow.kind === 'in-place') {
    const isSink = finding.dimension !== null && DIMENSION_PROFILES[finding.dimension].track === 'sink';
    return isSink ? unknown('reported as a flaw in one place, but data flows to it') : flow;
  }
  const steps = 'steps' in flow ? flow.steps : [];
  if (!steps.every(hasRead)) return unknown('a step was never delivered to the agent');
  const isAt = steps.some(
    ({ file, line }) =>
      file === finding.file && line >= finding.line - REACH_LINES && line <= finding.endLine + REACH_LINES,
  );
  return flow.kind === 'complete' && !isAt ? unknown('the flow does not touch the finding') : flow;
}

/** Lines that were written to their end: of an answer that was cut the last one is not used. */
function endedLines(text: string, nonce: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.trimEnd() === endLine(nonce));
  return lines.slice(0, at < 0 ? -1 : at).join('\n');
}

const endLine = (nonce: string): string => `===DEEP_DIVE_END:${nonce}===`;

/** What is open, and the findings its chains are made of. */
type OpenTask = Pick<DeepDiveTask, 'findings' | 'chains' | 'hotspots'> & { readonly members: readonly Finding[] };

const listPlaces = ({ findings, members, hotspots }: OpenTask) => [
  ...findings,
  ...members,
  ...hotspots.map(({ file, lines }) => ({ file, line: lines.start, endLine: lines.end })),
];

interface DiverPorts {
  readonly options: ModelAuditorOptions;
  readonly key: string;
  readonly nonce: string;
  readonly feed: () => Promise<readonly string[]>;
}

async function askDiver(
  { findings, chains, hotspots }: OpenTask,
  session: AuditSession,
  signal: AbortSignal,
  { options, key, nonce, feed }: DiverPorts,
): Promise<ConversationEnd> {
  const { hasTools } = options;
  const code = hasTools ? [] : await feed();
  const ask = options.openAsk(key);
  const held = holdDive({ findings: findings.map(({ id }) => id), chains: chains.map(({ id }) => id), nonce });
  const isWholeResult = (text: string): boolean =>
    readHeld(text, nonce) !== null || text.split('\n').some((line) => line.trimEnd() === endLine(nonce));
  return converse(
    { ...options, ...session, ask, signal },
    {
      nonce,
      system: formatDeepenPrompt({
        endLine: endLine(nonce),
        maxTurns: MAX_TURNS,
        isFed: !hasTools,
        ...(isHeld(options) ? { heldForm: held.form } : {}),
      }),
      briefing: formatFindings(findings, [...formatHotspots(hotspots), ...code], options.fenceName, chains),
      maxTurns: hasTools ? MAX_TURNS : 1,
      lastExplorationTurn: hasTools ? MAX_TURNS - 2 : 1,
      tools: hasTools ? session.context().definitions : [],
      ...holdAnswers(options, held),
      isResult: isWholeResult,
      isUsable: isWholeResult,
      mustReturn: DEEPEN_MUST_RETURN,
      countFindings: () => findings.length + chains.length + hotspots.length,
      compress: DEEPEN_COMPRESS,
    },
  );
}
