/**
 * How a scripted reviewer behaves over the wire: what each of its answers says and calls, in order, with what a provider
 * would bill for it. Quotes are looked up in the reviewed files, so that lines are true.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoopbackReply, LoopbackRequest, LoopbackToolCall } from '../../src/testing/index.ts';

export const ROOT = join(import.meta.dirname, '../..');

interface Claim {
  readonly severity: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW';
  readonly category: string;
  readonly file: string;
  /** Stands in the file word for word, on one line. */
  readonly quote: string;
  /** What the reviewer quotes instead, where it is mistaken. */
  readonly misquote?: string;
  readonly title: string;
  readonly issue: string;
  readonly recommendation: string;
  readonly cwe?: string;
  readonly source?: string;
  readonly sink?: string;
}

function lineOf(file: string, quote: string): number {
  const index = readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(quote));
  if (index < 0) throw new Error(`${file} does not hold: ${quote}`);
  return index + 1;
}

/** A finding as the agent writes it. */
export const claim = ({ quote, misquote, ...fields }: Claim): object => ({
  ...fields,
  line: lineOf(fields.file, quote),
  evidence: misquote ?? quote,
});

export const report = (fields: Claim): LoopbackToolCall => ({ name: 'report_finding', input: claim(fields) });
export const done = (...paths: readonly string[]): readonly LoopbackToolCall[] =>
  paths.map((path) => ({ name: 'file_done', input: { path } }));
export const nextFiles = (count: number): readonly LoopbackToolCall[] =>
  Array.from({ length: count }, () => ({ name: 'next_file', input: {} }));

const textOf = ({ body }: LoopbackRequest): string => JSON.stringify(body);

/** The agent a request comes from, by the heading of its prompt. */
const agentOf = (request: LoopbackRequest): string => /# ([a-z-]+-reviewer)\\n/u.exec(textOf(request))?.[1] ?? '';

const endMarkerOf = (request: LoopbackRequest): string =>
  /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(textOf(request))?.[0] ?? '===AGENT_RESULT_END===';

/** Four characters of English and code are about a token; most of a long prompt was sent before. */
function billFor(request: LoopbackRequest, written: string): NonNullable<LoopbackReply['usage']> {
  const inputTokens = Math.ceil(textOf(request).length / 4);
  return { inputTokens, outputTokens: Math.max(20, Math.ceil(written.length / 4)) };
}

export interface Turn {
  readonly says?: string;
  readonly calls?: readonly LoopbackToolCall[];
  /** The result between its markers, after what it says. */
  readonly result?: object;
  /** The answer breaks off after so many characters at the limit of the model. */
  readonly cutAt?: number;
  readonly fault?: LoopbackReply['fault'];
}

const resultText = (agent: string, fields: object, request: LoopbackRequest): string =>
  `===AGENT_RESULT===\n${JSON.stringify({ agent, partial: false, cutoff_reason: null, findings: [], ...fields }, null, 2)}\n${endMarkerOf(request)}\n`;

/** The turns of one agent as replies of the provider. */
export const act = (agent: string, turns: readonly Turn[]): readonly LoopbackReply[] =>
  turns.map(({ says = '', calls = [], result, cutAt, fault }) => ({
    when: (request) => agentOf(request) === agent,
    replyFor: (request) => {
      const whole = result === undefined ? says : `${says}${resultText(agent, result, request)}`;
      const text = cutAt === undefined ? whole : whole.slice(0, cutAt);
      return {
        text,
        toolCalls: calls,
        chunkChars: 60,
        usage: billFor(request, text + JSON.stringify(calls)),
        ...(cutAt === undefined ? {} : { finish: 'length' }),
        ...(fault === undefined ? {} : { fault }),
      };
    },
  }));
