/** A hunt agent that is a model: its conversation, and what the host makes of it (HOST-01, HOST-03, TRUNC-07..12, AUD-18). */
import type { AuditDesk, HuntResult, HuntTask } from '../../../ports/auditor.ts';
import { COMPRESS } from '../../../prompts/assignment.ts';
import {
  formatHuntBriefing,
  formatHuntPrompt,
  HUNT_CHECKPOINT,
  HUNT_MUST_RETURN,
} from '../../../prompts/audit-hunt.ts';
import { type AgentOutput, parseAgentOutput } from '../../../protocol/output/agent-output.ts';
import { formatCheckpoint, listCheckpointTurns, parseCheckpoint } from '../../../protocol/output/checkpoint.ts';
import { planFinalAnswer } from '../../../protocol/output/output-estimate.ts';
import { type AgentTalk, type TalkResult, talkToAgent } from './agent-talk.ts';
import type { ModelAuditorOptions } from './auditor-options.ts';
import { feedFiles } from './feed.ts';
import { type HuntLog, openHuntLog } from './hunt-log.ts';
import { answerHuntTool, listHuntTools, RECORDING_TOOLS } from './hunt-tools.ts';
import { leaveTrail } from './hunt-trail.ts';
import { mergeRecorded } from './record-finding.ts';

export async function huntWithModel(
  task: HuntTask,
  desk: AuditDesk,
  signal: AbortSignal,
  options: ModelAuditorOptions,
): Promise<HuntResult> {
  const nonce = options.createNonce(`hunt/${task.agentId}`);
  const log = openHuntLog();
  const ask = options.openAsk(task.agentId);
  desk.context().confirm();
  const open = async (hasTools: boolean): Promise<AgentTalk> => ({
    ...openTalk({ task, desk, log, nonce, options, hasTools }),
    ask,
    briefing: await brief(task, desk, options, hasTools),
    signal,
  });
  const first = await talkToAgent(await open(options.hasTools));
  const end = first.lacksTools ? await talkToAgent(await open(false)) : first;
  log.searches.length = log.searchesRead;
  const output = readOutput(end, nonce, log, task);
  const scene = await options.openScene(desk.snapshot);
  return {
    ending: end.kind === 'denied' ? 'failed' : end.kind,
    reason: end.reason,
    output,
    trail: leaveTrail(task, desk, { log, scene, output }),
    usedTokens: desk.account.usedTokens,
    budgetMode: desk.account.mode,
    cutoffReason: cutoffOf(end, desk),
    model: log.models.size === 1 ? ([...log.models][0] ?? null) : null,
  };
}

interface TalkParts {
  readonly task: HuntTask;
  readonly desk: AuditDesk;
  readonly log: HuntLog;
  readonly nonce: string;
  readonly options: ModelAuditorOptions;
  readonly hasTools: boolean;
}

function openTalk({ task, desk, log, nonce, options, hasTools }: TalkParts) {
  const { counter, thresholds, maxOutputTokens, loadDocument } = options;
  const { maxTurns, lastExplorationTurn, budgetTokens } = task.turns;
  const checkpoints = new Set(listCheckpointTurns(maxTurns).map((turn) => turn + 1));
  const means = { task, desk, log, loadDocument, count: (text: string) => counter.count(text) };
  return {
    desk,
    counter,
    thresholds,
    maxOutputTokens,
    maxTurns,
    lastExplorationTurn,
    system: formatHuntPrompt({
      agentId: task.agentId,
      round: task.round,
      emergency: task.emergency,
      dimensions: task.dimensions,
      turns: task.turns,
      budgetTokens,
      maxToolCalls: task.maxToolCalls,
      maxFindings: task.maxFindings,
      documents: task.recon.documents,
      context: task.transfer?.context ?? null,
      hasTools,
      nonce,
    }),
    tools: hasTools ? listHuntTools(desk, task) : [],
    recording: RECORDING_TOOLS,
    get mustReturn() {
      const { kind } = planFinalAnswer(log.findings.length, budgetTokens, desk.account.usedTokens);
      return kind === 'compress' ? `${HUNT_MUST_RETURN}\n\n${COMPRESS}` : HUNT_MUST_RETURN;
    },
    answer: (name: string, args: unknown) => answerHuntTool(name, args, means),
    isResult: (text: string) => parseAgentOutput(text, { nonce }).complete,
    onAnswered: (model: string) => {
      log.models.add(model);
      log.searchesRead = log.searches.length;
    },
    remind: (turn: number) => (hasTools && checkpoints.has(turn) ? HUNT_CHECKPOINT : null),
  };
}

async function brief(
  task: HuntTask,
  desk: AuditDesk,
  { fenceName }: Pick<ModelAuditorOptions, 'fenceName'>,
  hasTools: boolean,
): Promise<string> {
  return formatHuntBriefing({
    recon: task.recon,
    dimensions: task.dimensions,
    files: task.files.map(({ path, lines }) => ({ path, lines })),
    hotspots: task.hotspots,
    recheck: [...(task.transfer?.history.cleanSample ?? [])],
    code: hasTools ? [] : await feedFiles(desk, task),
    fenceName,
  });
}

/** Checkpoints were written on the way; what they count beyond findings that were recorded or written is lost (AUD-16). */
function readOutput(end: TalkResult, nonce: string, log: HuntLog, task: HuntTask): AgentOutput {
  const checkpoints = end.earlier
    .flatMap((text) => text.split('\n'))
    .map(parseCheckpoint)
    .filter((checkpoint) => checkpoint !== null);
  const open = checkpoints.map((checkpoint) =>
    formatCheckpoint({ ...checkpoint, findings: Math.max(0, checkpoint.findings - log.findings.length) }),
  );
  const output = parseAgentOutput([...open, end.text].join('\n'), { nonce, transportEnded: end.isWhole });
  return mergeRecorded(
    { ...output, checkpoints: [...checkpoints, ...output.checkpoints.slice(open.length)] },
    log,
    task,
  );
}

const cutoffOf = ({ kind, isWhole }: TalkResult, { account }: AuditDesk): HuntResult['cutoffReason'] => {
  if (kind === 'timeout' || kind === 'aborted') return kind;
  if (kind === 'denied') return 'budget';
  if (kind === 'failed') return 'error';
  if (isWhole) return null;
  return account.mode === 'force_return' ? 'budget' : 'truncated';
};
