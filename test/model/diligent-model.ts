/**
 * What a diligent model does behind the loopback provider: takes its files one by one, reports line 1 of every file it has
 * seen with the tool, and line 2 in its result. So a report that is complete holds both for every file, or it has a hole.
 */
import type { LoopbackReply, LoopbackRequest } from '../../src/testing/index.ts';

type Fields = Readonly<Record<string, unknown>>;
type Asked = Pick<LoopbackRequest, 'body'>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** Every text of a request, whatever its format. */
export function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (isFields(value)) for (const part of Object.values(value)) yield* listTexts(part);
}

/** The first request of a conversation has no answer of the model in it. */
export const isOpening = ({ body }: Asked): boolean =>
  !listOf(body.messages ?? body.input).some(({ role, type }) => role === 'assistant' || type === 'function_call');

const hasTool = ({ body }: Asked, name: string): boolean => JSON.stringify(body.tools ?? []).includes(`"${name}"`);

interface SeenFile {
  readonly path: string;
  readonly lines: readonly [string, string];
}

/** As `next_file` delivers it, and as a shared scope shows it. */
const SHOWN = [
  /^(\S+), lines 1-\d+ of \d+\n1\t(.*)\n2\t(.*)$/gmu,
  /^<<<DATA-\w+ "([^"\n]+)"[^\n]*\n1\t(.*)\n2\t(.*)$/gmu,
];

function listSeen(texts: readonly string[]): readonly SeenFile[] {
  const seen = new Map<string, SeenFile>();
  for (const text of texts) {
    for (const [, path = '', first = '', second = ''] of SHOWN.flatMap((pattern) => [...text.matchAll(pattern)])) {
      seen.set(path, { path, lines: [first, second] });
    }
  }
  return [...seen.values()];
}

const issueOf = (path: string, line: number): string => `What ${path} does at line ${line} is wrong.`;

const findingAt = ({ path, lines }: SeenFile, line: 1 | 2): Fields => ({
  severity: 'HIGH',
  category: line === 1 ? 'injection' : 'crypto',
  file: path,
  line,
  issue: issueOf(path, line),
  evidence: lines[line - 1],
  recommendation: 'Mend it.',
});

const keyOf = ({ file, line }: Fields): string => `${String(file)}:${String(line)}`;

/** Long enough that every fault has bytes to happen in. */
const MUSING = 'I look at what is there before I say anything about it. '.repeat(4);

export interface DiligentTurn {
  readonly kind: 'tools' | 'final';
  /** `path:line` of the findings of this turn. */
  readonly findings: readonly string[];
  readonly reply: LoopbackReply;
}

export function answerDiligently(request: Asked): DiligentTurn {
  const texts = [...listTexts(request.body)];
  const seen = listSeen(texts);
  const all = JSON.stringify(request.body);
  const fresh = seen.filter(({ path }) => !all.includes(issueOf(path, 1)));
  const isHandedOut = hasTool(request, 'next_file');
  if (fresh.length > 0 || (isHandedOut && isOpening(request))) {
    const reports = fresh.map((file) => findingAt(file, 1));
    const calls = reports.map((input) => ({ name: 'report_finding', input }));
    return {
      kind: 'tools',
      findings: reports.map(keyOf),
      reply: { text: MUSING, toolCalls: [...calls, ...(isHandedOut ? [{ name: 'next_file', input: {} }] : [])] },
    };
  }
  const findings = seen.map((file) => findingAt(file, 2));
  const end = /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(all)?.[0] ?? '';
  const result = JSON.stringify({ agent: 'security-reviewer', findings, verdict: 'WARN' });
  return {
    kind: 'final',
    findings: findings.map(keyOf),
    reply: { text: `===AGENT_RESULT===\n${result}\n${end}\n${MUSING}`, chunkChars: 300 },
  };
}
