/** Audit agents behind the loopback provider: who asks, in which turn, with what before it; and answers in the agreed forms. */
import type { LoopbackReply, LoopbackRequest } from '../../src/testing/index.ts';

interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
}

export interface Asked {
  /** `agent-r1-01`, `validator-01`, `deep-dive`. */
  readonly agent: string;
  readonly turn: number;
  readonly system: string;
  /** Everything the host said to the agent, oldest first; tool results apart. */
  readonly told: readonly string[];
  /** Results of the last calls, in their order. */
  readonly results: readonly string[];
  readonly tools: readonly string[];
  /** Of the end marker, or of the end of an answer that is held to a schema. */
  readonly nonce: string;
  /** Fields of the schema that the answer is held to; null without one. */
  readonly fields: readonly string[] | null;
}

interface HeldFormat {
  readonly json_schema?: {
    readonly schema: { readonly properties: { readonly end: { readonly enum: readonly [string] } } };
  };
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part: { readonly text?: string }) => part.text ?? '').join('')
      : '';

export function readAsked({ body }: Pick<LoopbackRequest, 'body'>): Asked {
  const messages = body.messages as readonly ChatMessage[];
  const system = textOf(messages.find(({ role }) => role === 'system')?.content);
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant');
  const held = (body.response_format as HeldFormat | undefined)?.json_schema?.schema.properties ?? null;
  const tools = (body.tools ?? []) as readonly { readonly function: { readonly name: string } }[];
  return {
    agent: system.startsWith('# Deep dive') ? 'deep-dive' : (/^# (?<name>[^:\s]+):/u.exec(system)?.groups?.name ?? ''),
    turn: 1 + messages.filter(({ role }) => role === 'assistant').length,
    system,
    told: messages.filter(({ role }) => role === 'user').map(({ content }) => textOf(content)),
    results: messages
      .slice(lastAnswer + 1)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => textOf(content)),
    tools: tools.map(({ function: { name } }) => name),
    nonce: held?.end.enum[0] ?? /_END:(?<nonce>\w+)===/u.exec(system)?.groups?.nonce ?? '',
    fields: held === null ? null : Object.keys(held),
  };
}

export type Agent = (asked: Asked) => LoopbackReply;

/** Everybody else hunts nothing, decides nothing and follows nothing. */
export const playAgents =
  (agents: Readonly<Record<string, Agent>>) =>
  (request: LoopbackRequest): LoopbackReply => {
    const asked = readAsked(request);
    const agent = agents[asked.agent] ?? agents[asked.agent.replace(/-\d+$/u, '')];
    return agent?.(asked) ?? { text: answerNothing(asked), chunkChars: 400 };
  };

function answerNothing(asked: Asked): string {
  if (asked.agent === 'deep-dive') return `===DEEP_DIVE_END:${asked.nonce}===`;
  return asked.agent.startsWith('agent') ? writeResult(asked) : writeDecisions(asked, []);
}

export interface WrittenFinding {
  readonly id?: string;
  readonly severity?: 'Critical' | 'High' | 'Medium' | 'Low';
  readonly cwe?: string;
  readonly title?: string;
  readonly place: string;
  readonly dimension?: string;
  readonly evidence: string;
  readonly validation?: string;
}

export const writeFinding = (finding: WrittenFinding, index = 0): string =>
  [
    `[${finding.id ?? `F${String(index + 1).padStart(3, '0')}`}] ${finding.severity ?? 'High'} | ${finding.cwe ?? 'CWE-89'} | ${finding.title ?? 'A query is built from input'}`,
    `  file: ${finding.place}`,
    `  dim: ${finding.dimension ?? 'D1'}`,
    '  confidence: high',
    '  source: req.params.id :4',
    '  sink: db.query :5',
    '  flow: :4 → :5',
    `  evidence: ${finding.evidence}`,
    '  impact: anybody reads everything',
    '  recommendation: bind the value',
    `  validation: ${finding.validation ?? 'partial | 1:pass(seen) 2:pass(none) 3:pass(open) 4:uncertain(data)'}`,
    '',
  ].join('\n');

export interface WrittenResult {
  readonly coverage?: string;
  readonly hotspots?: string;
  readonly findings?: readonly WrittenFinding[];
}

export const writeHeader = ({ agent, system }: Asked, { coverage, hotspots }: WrittenResult = {}): string => {
  const round = /round (?<round>\d+)/u.exec(system)?.groups?.round ?? '1';
  const dimensions = /^dimensions: (?<list>.*)$/mu.exec(system)?.groups?.list ?? '';
  const marks = coverage ?? dimensions.replace(/D\d+/gu, (dimension) => `${dimension}=⚠️`);
  return `===AGENT_RESULT===
agent_id: ${agent}
round: ${round}
dimensions: ${dimensions}
coverage: ${marks}
modules_loaded: none
files_read_count: 1
tool_calls: Grep=1,Read=1
${hotspots === undefined ? '' : `hotspots: ${hotspots}\n`}
`;
};

export const writeResult = (asked: Asked, result: WrittenResult = {}): string =>
  `${writeHeader(asked, result)}${(result.findings ?? []).map(writeFinding).join('\n')}===AGENT_RESULT_END:${asked.nonce}===\n`;

export interface WrittenDecision {
  readonly id: string;
  readonly verdict: 'confirmed' | 'downgraded' | 'rejected';
  readonly evidence?: string;
}

export const writeDecisions = ({ agent, nonce }: Asked, decisions: readonly WrittenDecision[]): string => {
  const blocks = decisions.map(
    ({ id, verdict, evidence }) =>
      `\n[V-${id}] ${verdict}\n  original: as stated\n  verification: 1:pass(seen) 2:pass(none) 3:pass(open) 4:pass(data)\n  evidence_file: ${evidence ?? 'src/users.ts:5'}\n  ${verdict === 'confirmed' ? 'notes' : 'reason'}: I read it\n`,
  );
  return `===VALIDATION_RESULT===
agent_id: ${agent}
round: 1
validated_count: ${decisions.length}
source_agents: agent-r1-01
${blocks.join('')}===VALIDATION_RESULT_END:${nonce}===
`;
};

/** Ids of the findings a validator or the deep dive is shown. */
export const listShown = ({ told }: Asked): readonly string[] =>
  [...(told[0] ?? '').matchAll(/^\[(?<id>[A-Z]+-?\d+)\] /gmu)].map(({ groups }) => groups?.id ?? '');

export const call = (name: string, input: object): LoopbackReply => ({ toolCalls: [{ name, input }] });
