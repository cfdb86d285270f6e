/**
 * Carries out the task of one hunt agent with a model: writes its prompt, holds the conversation, reads findings from answer and
 * recorded calls, and returns them with the evidence of hunt-trail.ts (HOST-01, HOST-03, TRUNC-07..12, AUD-18). Called by
 * model-auditor.ts.
 */
import type { AuditSession, HuntResult, HuntTask } from '../../../ports/auditor.ts';
import { asksForHeld, holdHunt } from '../../../prompts/audit-answer-schema.ts';
import {
  formatHuntBriefing,
  formatHuntPrompt,
  HUNT_CHECKPOINT,
  HUNT_LAST_CHECKPOINT,
  HUNT_MUST_RETURN,
} from '../../../prompts/audit-hunt.ts';
import { type AgentOutput, parseAgentOutput } from '../../../protocol/output/agent-output.ts';
import { formatCheckpoint, listCheckpointTurns, parseCheckpoint } from '../../../protocol/output/checkpoint.ts';
import { type AgentPolicy, type ConversationEnd, cutoffOf } from '../agent-policy.ts';
import { converse } from '../conversation.ts';
import { holdAnswers, isHeld, readHeld } from '../held-answer.ts';
import { converseOrFeed, hasReplied, type ModelAuditorOptions } from './auditor-options.ts';
import { feedFiles, feedOnce } from './feed.ts';
import { type HuntLog, openHuntLog } from './hunt-log.ts';
import { answerHuntTool, listHuntTools, RECORDING_TOOLS } from './hunt-tools.ts';
import { leaveTrail } from './hunt-trail.ts';
import { mergeRecorded } from './record-finding.ts';
import { completeOutput, takeHeldHunt } from './returned-hunt.ts';

export async function huntWithModel(
  task: HuntTask,
  session: AuditSession,
  signal: AbortSignal,
  options: ModelAuditorOptions,
): Promise<HuntResult> {
  const nonce = options.createNonce(`hunt/${task.agentId}`);
  const log = openHuntLog();
  const conversation = { ...options, ...session, ask: options.openAsk(task.agentId), signal };
  session.context().confirm();
  const feed = feedOnce(() => feedFiles(session, task));
  const end = await converseOrFeed(options, async (terms) =>
    converse(conversation, await openHunt({ task, session, log, nonce, options: terms, feed })),
  );
  log.searches.length = log.searchesRead;
  const output = readOutput(end, nonce, log, task);
  const context = await options.openAuditContext(session.snapshot);
  const models = new Set(end.models);
  return {
    ending: endingOf(end),
    reason: end.reason,
    output,
    trail: leaveTrail(task, session, { log, context, output }),
    usedTokens: session.account.usedTokens,
    budgetMode: session.account.mode,
    cutoffReason: cutoffOf(end),
    model: models.size === 1 ? (end.models[0] ?? null) : null,
  };
}

function endingOf(end: ConversationEnd): HuntResult['ending'] {
  if (end.kind === 'timeout' || end.kind === 'aborted') return end.kind;
  return hasReplied(end) ? 'replied' : 'failed';
}

interface HuntParts {
  readonly task: HuntTask;
  readonly session: AuditSession;
  readonly log: HuntLog;
  readonly nonce: string;
  readonly options: ModelAuditorOptions;
  /** The code, for who has no tools. */
  readonly feed: () => Promise<readonly string[]>;
}

async function openHunt(parts: HuntParts): Promise<AgentPolicy> {
  const { task, session, log, nonce, options } = parts;
  const { counter, loadDocument, hasTools } = options;
  const isWhole = (text: string): boolean => parseAgentOutput(text, { nonce }).complete;
  const { maxTurns, lastExplorationTurn } = task.turns;
  const checkpoints = new Set(listCheckpointTurns(maxTurns).map((turn) => turn + 1));
  const ports = { task, session, log, loadDocument, count: (text: string) => counter.count(text) };
  return {
    nonce,
    system: formatPrompt(parts),
    briefing: await brief(parts),
    maxTurns,
    lastExplorationTurn: hasTools ? lastExplorationTurn : maxTurns,
    tools: hasTools ? listHuntTools(session, task, options.handsIn) : [],
    recordingTools: RECORDING_TOOLS,
    answer: (call) => answerHuntTool(call, ports),
    ...holdAnswers(options, holdHunt({ ...task, nonce })),
    isResult: (text, hasEnded) => isWhole(text) || (hasEnded && takeHeldHunt(readHeld(text, nonce), task, log)),
    isUsable: (text) => isWhole(text) || readHeld(text, nonce) !== null,
    ...(isHeld(options) ? { nudge: () => asksForHeld(nonce, log.refusal) } : {}),
    hasReturned: () => log.returned !== null,
    beginAnswer: () => {
      log.hasRejected = false;
      log.refusal = null;
      log.returned = null;
    },
    mustReturn: HUNT_MUST_RETURN,
    remind: (turn) => {
      if (!(hasTools && checkpoints.has(turn))) return null;
      // Whoever is told to stop is not told to go on.
      return turn > lastExplorationTurn ? HUNT_LAST_CHECKPOINT : HUNT_CHECKPOINT;
    },
    countFindings: () => log.findings.length,
    onAnswered: () => {
      log.searchesRead = log.searches.length;
    },
  };
}

const formatPrompt = ({ task, session, nonce, options }: HuntParts): string =>
  formatHuntPrompt({
    ...task,
    budgetTokens: session.account.budgetTokens,
    documents: task.recon.documents,
    context: task.transfer?.context ?? null,
    hasTools: options.hasTools,
    canReturn: options.hasTools && options.handsIn !== true,
    ...(isHeld(options) ? { heldForm: holdHunt({ ...task, nonce }).form } : {}),
    nonce,
  });

const brief = async ({ task, options, feed }: HuntParts): Promise<string> =>
  formatHuntBriefing({
    ...task,
    recheck: [...(task.transfer?.history.cleanSample ?? [])],
    code: options.hasTools ? [] : await feed(),
    fenceName: options.fenceName,
  });

/** Checkpoints were written on the way; what they count beyond findings that were recorded or written is lost (AUD-16). */
function readOutput(end: ConversationEnd, nonce: string, log: HuntLog, task: HuntTask): AgentOutput {
  const checkpoints = end.earlier
    .flatMap((text) => text.split('\n'))
    .map(parseCheckpoint)
    .filter((checkpoint) => checkpoint !== null);
  const open = checkpoints.map((checkpoint) =>
    formatCheckpoint({ ...checkpoint, findings: Math.max(0, checkpoint.findings - log.findings.length) }),
  );
  const transportEnded = end.kind === 'result';
  const output = parseAgentOutput([...open, end.text].join('\n'), { nonce, transportEnded });
  const all = { ...output, checkpoints: [...checkpoints, ...output.checkpoints.slice(open.length)] };
  const { returned } = log;
  return mergeRecorded(transportEnded && returned !== null ? completeOutput(all, returned, task, log) : all, log, task);
}
