/** A finding of a hunt agent, recorded the moment it is sure of it, with all that the result block would hold (FACT-05). */
import type { HuntTask } from '../../../ports/auditor.ts';
import type { ToolDescription } from '../../../ports/model.ts';
import { type ClaimedFinding, CONFIDENCE } from '../../../protocol/findings/finding.ts';
import type { AgentOutput } from '../../../protocol/output/agent-output.ts';
import { readFinding } from '../../../protocol/output/reviewer-claims.ts';
import { FALSE_POSITIVE_REACH_LINES, isRuledOut } from '../../../protocol/rounds/state-transfer-rules.ts';
import { REPORT_FINDING } from '../host-tools.ts';
import type { HuntLog } from './hunt-log.ts';

const { properties, ...frame } = REPORT_FINDING.parameters as {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
};
const text = { type: 'string' } as const;

export const REPORT_AUDIT_FINDING: ToolDescription = {
  name: REPORT_FINDING.name,
  description: REPORT_FINDING.description,
  inputSchema: {
    ...frame,
    required: [...frame.required, 'dimension', 'cwe', 'confidence', 'validation'],
    properties: {
      ...properties,
      dimension: { ...text, description: 'D1' },
      source: { ...text, description: 'expression and line where the data enters' },
      sink: { ...text, description: 'expression and line where it does harm' },
      flow: { ...text, description: ':42 → :45(what happens) → :50' },
      impact: text,
      proof: { ...text, description: 'a request or input that would show it; leave it out where you have none' },
      validation: { type: 'string', enum: ['pass', 'partial', 'skip'], description: 'how your own check went' },
      chain_status: { type: 'string', enum: ['complete', 'broken'] },
      chain_reason: {
        type: 'string',
        enum: ['reflection', 'dynamic_dispatch', 'callback', 'async_boundary', 'external_library'],
      },
    },
  } as ToolDescription['inputSchema'],
};

const isSame = (a: ClaimedFinding, b: ClaimedFinding): boolean =>
  a.file === b.file && a.line === b.line && a.cwe === b.cwe && (a.cwe !== null || a.title === b.title);

export function recordFinding(
  args: unknown,
  { maxFindings, dimensions, transfer }: Pick<HuntTask, 'maxFindings' | 'dimensions' | 'transfer'>,
  log: HuntLog,
): { readonly text: string; readonly isError: boolean } {
  const reading = readFinding(args);
  if (reading.kind === 'unusable') return { text: `rejected: ${reading.reason}`, isError: true };
  if (log.findings.some((known) => isSame(known, reading.finding))) return { text: 'recorded already', isError: false };
  if (maxFindings !== null && log.findings.length >= maxFindings)
    return { text: `refused: at most ${maxFindings} findings count here`, isError: true };
  const { finding } = reading;
  // A rule is an analyzer's word, which outranks a model's: no model may claim one.
  log.findings.push(limitConfidence({ ...finding, rule: null, dimension: finding.dimension ?? dimensions[0] ?? null }));
  return isAtFalsePositive(finding, transfer) ? flag(log) : { text: 'recorded', isError: false };
}

const isAtFalsePositive = ({ file, line, endLine }: ClaimedFinding, transfer: HuntTask['transfer']): boolean =>
  transfer !== null &&
  file !== null &&
  line !== null &&
  isRuledOut(transfer.history, { file, lines: { start: line, end: endLine ?? line }, isAnalyzers: false });

/** It stays in the record, where the host marks it as rejected; the agent learns it now (TRANSFER-15). */
function flag(log: HuntLog): { readonly text: string; readonly isError: boolean } {
  log.refusals += 1;
  return {
    text: `flagged: an earlier round has ruled out this place (within ${FALSE_POSITIVE_REACH_LINES} lines), so it is kept and not counted`,
    isError: true,
  };
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
