/**
 * The tools of a hunt agent: the context tools under the rules of the rounds before, documents, and findings that are kept at
 * once (TRANSFER-11..13, TURNS-01, FACT-04). Every call is logged; what is refused says why.
 */
import type { AuditDesk, HuntTask } from '../../../audit-port.ts';
import type { ToolDescription } from '../../../model-port.ts';
import type { ToolAnswer } from '../../../ports.ts';
import { isDimension } from '../../../protocol/dimension.ts';
import type { ClaimedFinding, LineRange } from '../../../protocol/finding.ts';
import { isRecord, readFinding, readText } from '../../../protocol/reviewer-claims.ts';
import type { PastSearch } from '../../../protocol/round-context.ts';
import { judgeRead, judgeSearch, type Permission } from '../../../protocol/state-transfer-rules.ts';
import { REPORT_FINDING } from '../host-tools.ts';

export interface HuntLog {
  readonly searches: PastSearch[];
  readonly findings: ClaimedFinding[];
  readonly documents: string[];
  readonly toolCalls: Record<string, number>;
  refusals: number;
  rereads: number;
}

export const openHuntLog = (): HuntLog => ({
  searches: [],
  findings: [],
  documents: [],
  toolCalls: {},
  refusals: 0,
  rereads: 0,
});

const LOAD_DOCUMENT: ToolDescription = {
  name: 'load_document',
  description: 'What sources, sinks, guards and typical flaws look like in a language or framework of this project.',
  inputSchema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
};

/** Arguments the rules of the rounds ask for, beside those of the tool itself. */
const RULE_ARGUMENTS = {
  dimension: { type: 'string', description: 'the dimension this is for, as D3' },
  traces: { type: 'string', description: 'id of the known finding, or file of the hotspot, that you follow' },
} as const;

export function listHuntTools(desk: AuditDesk, { recon }: HuntTask): readonly ToolDescription[] {
  const context = desk.context().definitions.map(({ name, description, parameters }) => {
    const { properties, ...rest } = parameters as { readonly properties?: object };
    return { name, description, inputSchema: { ...rest, properties: { ...properties, ...RULE_ARGUMENTS } } };
  });
  const finding = {
    name: REPORT_FINDING.name,
    description: REPORT_FINDING.description,
    inputSchema: REPORT_FINDING.parameters as ToolDescription['inputSchema'],
  };
  return [...(context as readonly ToolDescription[]), finding, ...(recon.documents.length > 0 ? [LOAD_DOCUMENT] : [])];
}

export interface HuntToolMeans {
  readonly task: HuntTask;
  readonly desk: AuditDesk;
  readonly log: HuntLog;
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
  if (name === REPORT_FINDING.name) return recordFinding(args, means);
  if (name === LOAD_DOCUMENT.name) return loadDocument(args, means);
  const looked = Object.entries(log.toolCalls).reduce((sum, [tool, calls]) => sum + (LOOKING.has(tool) ? calls : 0), 0);
  if (looked > task.maxToolCalls)
    return refuse(log, `your ${task.maxToolCalls} searches and readings are used up: write your result`);
  const permission = judgeCall(name, args, task);
  if (permission.kind === 'refused') return refuse(log, permission.reason);
  if (permission.reread) log.rereads += 1;
  const { dimension: _dimension, traces: _traces, ...own } = isRecord(args) ? args : {};
  const answer = await means.desk.context().call(name, own);
  noteSearch(name, own, answer, log);
  return { text: answer.text, isError: answer.kind === 'failed' };
}

const refuse = (log: HuntLog, reason: string): HuntAnswer => {
  log.refusals += 1;
  return { text: `refused: ${reason}`, isError: true };
};

const ALLOWED: Permission = { kind: 'allowed', reread: false };

function judgeCall(name: string, args: unknown, { transfer }: HuntTask): Permission {
  if (transfer === null || !isRecord(args)) return ALLOWED;
  const dimension = readText(args.dimension)?.toUpperCase();
  if (name === 'read_file') {
    const file = readText(args.path) ?? '';
    return judgeRead(transfer.history, {
      file,
      range: readRange(args),
      dimension: isDimension(dimension) ? dimension : null,
    });
  }
  if (name !== 'grep' && name !== 'semantic_search') return ALLOWED;
  return judgeSearch(transfer.history, { ...readSearch(args), traces: readText(args.traces) });
}

function readRange({ start_line: start, end_line: end }: Readonly<Record<string, unknown>>): LineRange | null {
  if (typeof start !== 'number') return null;
  return { start, end: typeof end === 'number' ? end : start };
}

const readSearch = (args: Readonly<Record<string, unknown>>): PastSearch => ({
  pattern: readText(args.pattern) ?? readText(args.query) ?? '',
  scope: readText(args.path) ?? readText(args.path_prefix) ?? '.',
});

/** A search that was answered is not repeated by a later round. */
function noteSearch(name: string, args: Readonly<Record<string, unknown>>, answer: ToolAnswer, log: HuntLog): void {
  if ((name === 'grep' || name === 'semantic_search') && answer.kind !== 'failed' && answer.kind !== 'refused')
    log.searches.push(readSearch(args));
}

function recordFinding(args: unknown, { log, task }: HuntToolMeans): HuntAnswer {
  const reading = readFinding(args);
  if (reading.kind === 'unusable') return { text: `rejected: ${reading.reason}`, isError: true };
  if (task.maxFindings !== null && log.findings.length >= task.maxFindings)
    return { text: `refused: at most ${task.maxFindings} findings count here`, isError: true };
  log.findings.push(reading.finding);
  return { text: 'recorded', isError: false };
}

async function loadDocument(
  args: unknown,
  { log, task, desk, loadDocument: load }: HuntToolMeans,
): Promise<HuntAnswer> {
  const name = isRecord(args) ? (readText(args.name) ?? '') : '';
  if (log.documents.length >= task.turns.documentTurns)
    return refuse(log, `the ${task.turns.documentTurns} turns for documents are used up`);
  const text = task.recon.documents.includes(name) ? await load(name) : null;
  if (text === null)
    return { text: `there is no such document; there are ${task.recon.documents.join(', ')}`, isError: true };
  log.documents.push(name);
  return desk.account.claim(Math.ceil(text.length / 4))
    ? { text, isError: false }
    : refuse(log, 'the budget is used up');
}
