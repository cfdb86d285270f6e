/**
 * Records a finding that a hunt agent reports by tool call in its log at once, with all fields of the result block (FACT-05), and
 * returns the answer to the call. Also joins recorded findings with those of the final answer, each once. Called by hunt-tools.ts and
 * hunt.ts.
 */
import type { HuntTask } from '../../../ports/auditor.ts';
import { HUNT_ANSWERS } from '../../../prompts/hunt-tools.ts';
import { type ClaimedFinding, CONFIDENCE } from '../../../protocol/findings/finding.ts';
import type { AgentOutput } from '../../../protocol/output/agent-output.ts';
import { readFinding } from '../../../protocol/output/reviewer-claims.ts';
import { FALSE_POSITIVE_REACH_LINES, isRuledOut } from '../../../protocol/rounds/state-transfer-rules.ts';
import type { CallAnswer } from '../agent-policy.ts';
import type { HuntLog } from './hunt-log.ts';

const isSame = (a: ClaimedFinding, b: ClaimedFinding): boolean =>
  a.file === b.file && a.line === b.line && a.cwe === b.cwe && (a.cwe !== null || a.title === b.title);

export function recordFinding(
  args: unknown,
  { maxFindings, dimensions, transfer }: Pick<HuntTask, 'maxFindings' | 'dimensions' | 'transfer'>,
  log: HuntLog,
): CallAnswer {
  const reading = readFinding(args);
  if (reading.kind === 'unusable') {
    log.hasRejected = true;
    return { text: HUNT_ANSWERS.rejected(reading.reason), isError: true };
  }
  if (log.findings.some((known) => isSame(known, reading.finding)))
    return { text: HUNT_ANSWERS.recordedAlready, isError: false };
  if (maxFindings !== null && log.findings.length >= maxFindings)
    return { text: HUNT_ANSWERS.tooMany(maxFindings), isError: true };
  const { finding } = reading;
  // A rule is an analyzer's word, which outranks a model's: no model may claim one.
  log.findings.push(limitConfidence({ ...finding, rule: null, dimension: finding.dimension ?? dimensions[0] ?? null }));
  return isAtFalsePositive(finding, transfer) ? flag(log) : { text: HUNT_ANSWERS.recorded, isError: false };
}

const isAtFalsePositive = ({ file, line, endLine }: ClaimedFinding, transfer: HuntTask['transfer']): boolean =>
  transfer !== null &&
  file !== null &&
  line !== null &&
  isRuledOut(transfer.history, { file, lines: { start: line, end: endLine ?? line }, isAnalyzers: false });

/** It stays in the record, where the host marks it as rejected; the agent learns it now (TRANSFER-15). */
function flag(log: HuntLog): CallAnswer {
  log.refusals += 1;
  return { text: HUNT_ANSWERS.ruledOutBefore(FALSE_POSITIVE_REACH_LINES), isError: true };
}

/** A way that breaks off is never a sure one (FACT-04). */
const limitConfidence = (finding: ClaimedFinding): ClaimedFinding =>
  finding.extra.chain_status === 'broken'
    ? { ...finding, confidence: Math.min(finding.confidence, CONFIDENCE.medium) }
    : finding;

/**
 * Findings recorded on the way stand, whatever became of the answer: an output that would be discarded is kept for their
 * sake, and what the answer repeats counts once.
 */
export function mergeRecorded(
  output: AgentOutput,
  log: Pick<HuntLog, 'findings'>,
  task: Pick<HuntTask, 'agentId'>,
): AgentOutput {
  const said = output.findings.map((finding) => limitConfidence({ ...finding, rule: null }));
  const recorded = log.findings.filter((finding) => !said.some((other) => isSame(finding, other)));
  const findings = [...recorded, ...said];
  if (recorded.length === 0 || output.complete) return { ...output, findings };
  return { ...output, agent: output.agent ?? task.agentId, truncation: 'mild', findings };
}
