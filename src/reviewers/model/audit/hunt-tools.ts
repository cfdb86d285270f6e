/**
 * The tools of a hunt agent: the context tools under the rules of the rounds before, documents, findings and false alarms
 * that are kept at once (TRANSFER-11..15, TURNS-01, FACT-04). Every call is logged; what is refused says why.
 */

import { normalizePath } from '../../../context/tools/readable-files.ts';
import type { ToolAnswer } from '../../../ports/agent-tools.ts';
import type { AuditDesk, HuntTask } from '../../../ports/auditor.ts';
import type { ToolDescription } from '../../../ports/model.ts';
import { isCovered } from '../../../protocol/coverage/coverage.ts';
import { isRecord, readDimension, readText } from '../../../protocol/output/reviewer-claims.ts';
import { judgeRead, judgeSearch, type Permission } from '../../../protocol/rounds/state-transfer-rules.ts';
import { sanitizeReason } from '../../../protocol/rounds/transfer-sanitising.ts';
import { describeTools } from './describe-tools.ts';
import type { HuntLog } from './hunt-log.ts';
import { REPORT_AUDIT_FINDING, recordFinding } from './record-finding.ts';

const LOAD_DOCUMENT: ToolDescription = {
  name: 'load_document',
  description: 'What sources, sinks, guards and typical flaws look like in a language or framework of this project.',
  inputSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
};

const RULE_OUT: ToolDescription = {
  name: 'rule_out',
  description: 'A place you have read that looks like a flaw and is none; later rounds will not report it again.',
  inputSchema: {
    type: 'object',
    required: ['file', 'line', 'reason'],
    properties: { file: { type: 'string' }, line: { type: 'integer', minimum: 1 }, reason: { type: 'string' } },
  },
};

export const RECORDING_TOOLS: ReadonlySet<string> = new Set([REPORT_AUDIT_FINDING.name, RULE_OUT.name]);

/** Arguments the rules of the rounds ask for, beside those of the tool itself. */
const RULE_ARGUMENTS = {
  dimension: { type: 'string', description: 'the dimension this is for, as D3' },
  traces: { type: 'string', description: 'id of the known finding, or file of the hotspot, that you follow' },
} as const;

export function listHuntTools(desk: AuditDesk, { recon, turns }: HuntTask): readonly ToolDescription[] {
  const context = describeTools(desk).map(({ name, description, inputSchema }) => {
    const { properties, ...rest } = inputSchema as { readonly properties?: object };
    return { name, description, inputSchema: { ...rest, properties: { ...properties, ...RULE_ARGUMENTS } } };
  });
  const hasDocuments = recon.documents.length > 0 && turns.documentTurns > 0;
  return [
    ...(context as readonly ToolDescription[]),
    REPORT_AUDIT_FINDING,
    RULE_OUT,
    ...(hasDocuments ? [LOAD_DOCUMENT] : []),
  ];
}

export interface HuntToolMeans {
  readonly task: HuntTask;
  readonly desk: AuditDesk;
  readonly log: HuntLog;
  readonly count: (text: string) => number;
  readonly loadDocument: (name: string) => Promise<string | null>;
}

export interface HuntAnswer {
  readonly text: string;
  readonly isError: boolean;
}

const LOOKING = new Set(['read_file', 'grep', 'semantic_search', 'outline', 'list_files']);

export async function answerHuntTool(name: string, args: unknown, means: HuntToolMeans): Promise<HuntAnswer> {
  const { log, task } = means;
  log.toolCalls[name] = (log.toolCalls[name] ?? 0) + 1;
  if (name === REPORT_AUDIT_FINDING.name) return recordFinding(args, task, log);
  if (name === RULE_OUT.name) return ruleOut(args, means);
  if (name === LOAD_DOCUMENT.name) return loadDocument(args, means);
  const looked = Object.entries(log.toolCalls).reduce((sum, [tool, calls]) => sum + (LOOKING.has(tool) ? calls : 0), 0);
  if (looked > task.maxToolCalls)
    return refuse(log, `your ${task.maxToolCalls} searches and readings are used up: write your result`);
  const permission = judgeCall(name, args, task, log);
  if (permission.kind === 'refused') return refuse(log, permission.reason);
  if (permission.reread) log.rereads += 1;
  const { dimension: _dimension, traces: _traces, ...own } = isRecord(args) ? args : {};
  const answer = await means.desk.context().call(name, own);
  noteSearch(name, args, answer, log);
  return { text: answer.text, isError: answer.kind === 'failed' };
}

const refuse = (log: HuntLog, reason: string): HuntAnswer => {
  log.refusals += 1;
  return { text: `refused: ${reason}`, isError: true };
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
  if (transfer === null || !isRecord(args)) return ALLOWED;
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
  if ((name !== 'grep' && name !== 'semantic_search') || !isRecord(args)) return;
  if (answer.kind === 'failed' || answer.kind === 'refused') return;
  log.searches.push({
    ...readSearch(args),
    dimension: readDimension(args.dimension),
    isEmpty: answer.kind === 'whole' && answer.delivered.length === 0,
  });
}

/** Only a place the agent had before it when it decided: nothing is ruled out unread (HOST-12). */
function ruleOut(args: unknown, { log, desk }: HuntToolMeans): HuntAnswer {
  const { file, line, reason } = isRecord(args) ? args : {};
  const path = pathOf(file);
  const why = sanitizeReason(readText(reason) ?? '');
  if (typeof line !== 'number' || why === '')
    return { text: 'rejected: it needs file, line and reason', isError: true };
  if (!isCovered(desk.context().confirmed().get(path) ?? [], [{ start: line, end: line }]))
    return { text: `rejected: ${path}:${line} was not delivered to you before`, isError: true };
  log.falsePositives.push({ file: path, line, reason: why });
  return { text: 'noted', isError: false };
}

async function loadDocument(args: unknown, { log, task, desk, ...means }: HuntToolMeans): Promise<HuntAnswer> {
  const name = isRecord(args) ? (readText(args.name) ?? '') : '';
  if (log.documents.includes(name)) return refuse(log, `you have ${name} already`);
  if (log.documents.length >= task.turns.documentTurns)
    return refuse(log, `the ${task.turns.documentTurns} turns for documents are used up`);
  const text = task.recon.documents.includes(name) ? await means.loadDocument(name) : null;
  if (text === null)
    return { text: `there is no such document; there are ${task.recon.documents.join(', ')}`, isError: true };
  if (!desk.account.claim(means.count(text))) return refuse(log, 'the budget is used up');
  log.documents.push(name);
  return { text, isError: false };
}
