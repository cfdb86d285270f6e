/**
 * Answers the tool calls of a hunt agent: reading and searching, refused where an earlier round has done it; loading documents;
 * recording findings and false alarms at once, taking the result (TRANSFER-11..15, TURNS-01, FACT-04). Every call is logged; a refusal says why. Called
 * by hunt.ts.
 */

import { normalizePath } from '../../../context/tools/readable-files.ts';
import type { ToolAnswer, ToolDefinition } from '../../../ports/agent-tools.ts';
import type { AuditSession, HuntTask } from '../../../ports/auditor.ts';
import { BUDGET_USED_UP } from '../../../prompts/conversation.ts';
import {
  HUNT_ANSWERS,
  LOAD_DOCUMENT,
  REPORT_AUDIT_FINDING,
  RETURN_HUNT,
  RULE_OUT,
  withRuleArguments,
} from '../../../prompts/hunt-tools.ts';
import { NOTED } from '../../../prompts/review-tools.ts';
import { isCovered } from '../../../protocol/coverage/coverage.ts';
import { readDimension, readText } from '../../../protocol/output/reviewer-claims.ts';
import { judgeRead, judgeSearch, type Permission } from '../../../protocol/rounds/state-transfer-rules.ts';
import { sanitizeReason } from '../../../protocol/rounds/transfer-sanitising.ts';
import { isJsonObject } from '../../../protocol/text/json-object.ts';
import type { AgentCall, CallAnswer } from '../agent-policy.ts';
import type { HuntLog } from './hunt-log.ts';
import { recordFinding } from './record-finding.ts';
import { takeHuntResult } from './returned-hunt.ts';

export const RECORDING_TOOLS: ReadonlySet<string> = new Set([
  REPORT_AUDIT_FINDING.name,
  RULE_OUT.name,
  RETURN_HUNT.name,
]);

/** Whoever hands its text in has another way to return. */
export function listHuntTools(
  session: AuditSession,
  { recon, turns }: HuntTask,
  handsIn = false,
): readonly ToolDefinition[] {
  const hasDocuments = recon.documents.length > 0 && turns.documentTurns > 0;
  return [
    ...session.context().definitions.map(withRuleArguments),
    REPORT_AUDIT_FINDING,
    RULE_OUT,
    ...(handsIn ? [] : [RETURN_HUNT]),
    ...(hasDocuments ? [LOAD_DOCUMENT] : []),
  ];
}

export interface HuntToolPorts {
  readonly task: HuntTask;
  readonly session: AuditSession;
  readonly log: HuntLog;
  readonly count: (text: string) => number;
  readonly loadDocument: (name: string) => Promise<string | null>;
}

const LOOKING = new Set(['read_file', 'grep', 'semantic_search', 'outline', 'list_files']);

export async function answerHuntTool(call: AgentCall, ports: HuntToolPorts): Promise<CallAnswer> {
  const { name, args, isPaid } = call;
  const { log, task } = ports;
  log.toolCalls[name] = (log.toolCalls[name] ?? 0) + 1;
  if (!isPaid) return { text: BUDGET_USED_UP, isError: true };
  if (name === REPORT_AUDIT_FINDING.name) return recordFinding(args, task, log);
  if (name === RULE_OUT.name) return ruleOut(call, log);
  if (name === RETURN_HUNT.name) return takeHuntResult(args, task, log);
  if (name === LOAD_DOCUMENT.name) return loadDocument(args, ports);
  const looked = Object.entries(log.toolCalls).reduce((sum, [tool, calls]) => sum + (LOOKING.has(tool) ? calls : 0), 0);
  if (looked > task.maxToolCalls) return refuse(log, HUNT_ANSWERS.callsUsedUp(task.maxToolCalls));
  const permission = judgeCall(name, args, task, log);
  if (permission.kind === 'refused') return refuse(log, HUNT_ANSWERS.refused(permission.reason));
  if (permission.reread) log.rereads += 1;
  const { dimension: _dimension, traces: _traces, ...own } = isJsonObject(args) ? args : {};
  const answer = await ports.session.context().call(name, own);
  noteSearch(name, args, answer, log);
  return { text: answer.text, isError: answer.kind === 'failed' };
}

const refuse = (log: HuntLog, text: string): CallAnswer => {
  log.refusals += 1;
  return { text, isError: true };
};

const ALLOWED: Permission = { kind: 'allowed', reread: false };

const pathOf = (value: unknown): string => {
  const said = readText(value) ?? '';
  return normalizePath(said) ?? said;
};

/** Whether a finding of this round lies in the file or its way leads through it. */
const pointsTo = ({ findings }: HuntLog, path: string): boolean =>
  findings.some(
    ({ file, source, flow, sink }) => file === path || [source, flow, sink].some((way) => way?.includes(path)),
  );

function judgeCall(name: string, args: unknown, { transfer }: HuntTask, log: HuntLog): Permission {
  if (transfer === null || !isJsonObject(args)) return ALLOWED;
  if (name === 'read_file') {
    // An open range is the rest of the file, which is a re-reading and no look at some lines.
    const { start_line: start, end_line: end } = args;
    return judgeRead(transfer.history, {
      file: pathOf(args.path),
      range: typeof start === 'number' && typeof end === 'number' ? { start, end } : null,
      dimension: readDimension(args.dimension),
      newEvidence: pointsTo(log, pathOf(args.path)),
    });
  }
  if (name !== 'grep' && name !== 'semantic_search') return ALLOWED;
  return judgeSearch(transfer.history, {
    ...readSearch(args),
    traces: readText(args.traces),
    dimension: readDimension(args.dimension),
    newEvidence: pointsTo(log, pathOf(args.path)),
  });
}

const readSearch = (args: Readonly<Record<string, unknown>>) => ({
  pattern: readText(args.pattern) ?? readText(args.query) ?? '',
  scope: pathOf(args.path) || '.',
});

/** A search that was answered is not repeated by a later round. */
function noteSearch(name: string, args: unknown, answer: ToolAnswer, log: HuntLog): void {
  if ((name !== 'grep' && name !== 'semantic_search') || !isJsonObject(args)) return;
  if (answer.kind === 'failed' || answer.kind === 'refused') return;
  log.searches.push({
    ...readSearch(args),
    dimension: readDimension(args.dimension),
    isEmpty: answer.kind === 'whole' && answer.delivered.length === 0,
  });
}

/** Only a place the agent had before it when it decided: nothing is ruled out unread (HOST-12). */
function ruleOut({ args, seen }: AgentCall, log: HuntLog): CallAnswer {
  const { file, line, reason } = isJsonObject(args) ? args : {};
  const path = pathOf(file);
  const why = sanitizeReason(readText(reason) ?? '');
  if (typeof line !== 'number' || why === '') return { text: HUNT_ANSWERS.incompleteRuleOut, isError: true };
  if (!isCovered(seen.get(path) ?? [], [{ start: line, end: line }]))
    return { text: HUNT_ANSWERS.notDelivered(path, line), isError: true };
  log.falsePositives.push({ file: path, line, reason: why });
  return { text: NOTED, isError: false };
}

async function loadDocument(args: unknown, { log, task, session, ...ports }: HuntToolPorts): Promise<CallAnswer> {
  const name = isJsonObject(args) ? (readText(args.name) ?? '') : '';
  const { documentTurns } = task.turns;
  if (log.documents.includes(name)) return refuse(log, HUNT_ANSWERS.hasDocument(name));
  if (log.documents.length >= documentTurns) return refuse(log, HUNT_ANSWERS.documentsUsedUp(documentTurns));
  const text = task.recon.documents.includes(name) ? await ports.loadDocument(name) : null;
  if (text === null) return { text: HUNT_ANSWERS.noDocument(task.recon.documents), isError: true };
  if (!session.account.claim(ports.count(text))) return refuse(log, HUNT_ANSWERS.refused(BUDGET_USED_UP));
  log.documents.push(name);
  return { text, isError: false };
}
