/**
 * A provider in a process of its own, with the pace of real ones: the first byte after 300 to 800 ms, then 60 to 100 tokens
 * per second, one event per token. The same agent gets the same stream at the same turn, whoever asks. Started by overhead.ts.
 */
import type { LoopbackReply, LoopbackRequest } from '../src/testing/index.ts';
import { startLoopbackProvider } from '../src/testing/index.ts';
import { PACED_AGENTS, PACED_FILE, TOOL_TURNS } from './paced-agents.ts';

/** When one answer was asked for and when it was sent, by the clock of this process. */
export interface Exchange {
  readonly agent: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

export type ProviderMessage =
  | { readonly kind: 'ready'; readonly environment: Readonly<Record<string, string>> }
  | { readonly kind: 'exchanges'; readonly exchanges: readonly Exchange[]; readonly problems: readonly string[] };

const CHARS_PER_TOKEN = 4;
const WORDS_PER_TURN = 180;
const WORDS_OF_RESULT = 400;
const exchanges: Exchange[] = [];

const words = (count: number, from: number): string =>
  Array.from({ length: count }, (_, i) => `w${(i + from) % 100} `.padStart(CHARS_PER_TOKEN, 'o')).join('');

const countTurns = ({ body }: LoopbackRequest): number =>
  (body.messages as { role: string }[]).filter(({ role }) => role === 'assistant').length;

function composeReply(agent: number, turn: number, body: string): LoopbackReply {
  const spread = (agent * 7 + turn * 3) % 11;
  const pace = {
    latencyMs: 300 + 50 * spread,
    chunkChars: CHARS_PER_TOKEN,
    chunkLatencyMs: 1000 / (60 + 4 * spread),
    usage: { inputTokens: 4000, outputTokens: 400 },
  };
  if (turn < TOOL_TURNS) {
    const finding = {
      severity: 'HIGH',
      category: 'logic',
      file: PACED_FILE,
      line: turn + 1,
      issue: `Point ${turn} of ${PACED_AGENTS[agent]} is wrong.`,
      evidence: `line ${turn}`,
      recommendation: 'Mend it.',
    };
    return { ...pace, text: words(WORDS_PER_TURN, turn), toolCalls: [{ name: 'report_finding', input: finding }] };
  }
  const end = /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(body)?.[0] ?? '===AGENT_RESULT_END===';
  const result = JSON.stringify({ agent: PACED_AGENTS[agent], findings: [], verdict: 'WARN' });
  return { ...pace, text: `${words(WORDS_OF_RESULT, turn)}\n===AGENT_RESULT===\n${result}\n${end}\n` };
}

const provider = await startLoopbackProvider();
provider.otherwise((request) => {
  const body = JSON.stringify(request.body);
  const agent = PACED_AGENTS.findIndex((name) => body.includes(name));
  const startedAtMs = performance.now();
  const onEnd = (): void => {
    exchanges.push({ agent: PACED_AGENTS[agent] ?? '', startedAtMs, endedAtMs: performance.now() });
  };
  return { ...composeReply(agent, countTurns(request), body), onEnd };
});

const send = (message: ProviderMessage): void => void process.send?.(message);
process.on('message', () => send({ kind: 'exchanges', exchanges: exchanges.splice(0), problems: provider.problems() }));
send({ kind: 'ready', environment: provider.environment });
