/** A hunt agent that is a model: its conversation, and what the host makes of it (HOST-01, HOST-03, TRUNC-07..12, AUD-18). */
import type { AuditDesk, HuntResult, HuntTask } from '../../../audit-port.ts';
import { COMPRESS } from '../../../prompts/assignment.ts';
import { formatHuntBriefing, formatHuntPrompt, HUNT_MUST_RETURN } from '../../../prompts/audit-hunt.ts';
import { type AgentOutput, parseAgentOutput } from '../../../protocol/agent-output.ts';
import { listCheckpointTurns } from '../../../protocol/checkpoint.ts';
import type { ClaimedFinding } from '../../../protocol/finding.ts';
import { planFinalAnswer } from '../../../protocol/output-estimate.ts';
import { type AgentTalk, type TalkResult, talkToAgent } from './agent-talk.ts';
import type { ModelAuditorOptions } from './auditor-options.ts';
import { answerHuntTool, type HuntLog, listHuntTools, openHuntLog } from './hunt-tools.ts';
import { leaveTrail } from './hunt-trail.ts';

export async function huntWithModel(
  task: HuntTask,
  desk: AuditDesk,
  signal: AbortSignal,
  options: ModelAuditorOptions,
): Promise<HuntResult> {
  const nonce = options.createNonce(`hunt/${task.agentId}`);
  const log = openHuntLog();
  const checkpoints = new Set(listCheckpointTurns(task.turns.maxTurns).map((turn) => turn + 1));
  const talk: AgentTalk = {
    desk,
    ask: options.openAsk(task.agentId),
    counter: options.counter,
    thresholds: options.thresholds,
    maxOutputTokens: options.maxOutputTokens,
    system: formatHuntPrompt({
      agentId: task.agentId,
      round: task.round,
      emergency: task.emergency,
      dimensions: task.dimensions,
      turns: task.turns,
      budgetTokens: task.turns.budgetTokens,
      maxToolCalls: task.maxToolCalls,
      maxFindings: task.maxFindings,
      documents: task.recon.documents,
      nonce,
    }),
    briefing: formatHuntBriefing({
      recon: task.recon,
      dimensions: task.dimensions,
      files: task.files.map(({ path }) => path),
      hotspots: task.hotspots,
      context: task.transfer?.context ?? null,
      fenceName: options.fenceName,
    }),
    maxTurns: task.turns.maxTurns,
    lastExplorationTurn: task.turns.lastExplorationTurn,
    tools: listHuntTools(desk, task),
    get mustReturn() {
      const { kind } = planFinalAnswer(log.findings.length, desk.account.budgetTokens, desk.account.usedTokens);
      return kind === 'compress' ? `${HUNT_MUST_RETURN}\n\n${COMPRESS}` : HUNT_MUST_RETURN;
    },
    answer: (name, args) => answerHuntTool(name, args, { task, desk, log, loadDocument: options.loadDocument }),
    isResult: (text) => parseAgentOutput(text, { nonce }).complete,
    remind: (turn) => (checkpoints.has(turn) ? 'Write the checkpoint line now, then go on.' : null),
    signal,
  };
  const end = await talkToAgent(talk);
  const output = mergeRecorded(parseAgentOutput(end.text, { nonce, transportEnded: end.isWhole }), log, task);
  return {
    ending: end.kind,
    reason: end.reason,
    output,
    trail: await leaveTrail(task, desk, log, options),
    usedTokens: desk.account.usedTokens,
    budgetMode: desk.account.mode,
    cutoffReason: cutoffOf(end, desk),
  };
}

const cutoffOf = ({ kind, isWhole }: TalkResult, { account }: AuditDesk): HuntResult['cutoffReason'] => {
  if (kind === 'timeout') return 'timeout';
  if (kind === 'aborted') return 'aborted';
  if (kind === 'failed') return 'error';
  if (isWhole) return null;
  return account.mode === 'force_return' ? 'budget' : 'truncated';
};

const sameAs =
  (a: ClaimedFinding) =>
  (b: ClaimedFinding): boolean =>
    a.file === b.file && a.line === b.line && a.cwe === b.cwe;

/**
 * Findings recorded on the way stand, whatever became of the answer: an output that would be discarded is kept for their
 * sake, and what the answer repeats counts once.
 */
export function mergeRecorded(
  output: AgentOutput,
  log: HuntLog,
  task: Pick<HuntTask, 'agentId' | 'dimensions'>,
): AgentOutput {
  const recorded = log.findings
    .filter((finding) => !output.findings.some(sameAs(finding)))
    .map((finding) => ({ ...finding, dimension: finding.dimension ?? task.dimensions[0] ?? null }));
  if (recorded.length === 0 || output.complete) return { ...output, findings: [...output.findings, ...recorded] };
  return {
    ...output,
    agent: output.agent ?? task.agentId,
    truncation: 'mild',
    findings: [...output.findings, ...recorded],
  };
}
