/** A model that does as it is told: takes files as long as there are some, then writes its result. It finds nothing. */
import type { LoopbackReply, LoopbackRequest } from '../../src/testing/index.ts';

const NO_MORE = /there is no further file|FORCE RETURN|force_return/u;

const lastOf = ({ body }: LoopbackRequest): string => JSON.stringify((body.messages as readonly unknown[]).at(-1));

const hasTool = ({ body }: LoopbackRequest, name: string): boolean =>
  JSON.stringify(body.tools ?? []).includes(`"${name}"`);

export const agentOf = ({ body }: LoopbackRequest): string =>
  /# ([a-z-]+-reviewer)\\n/u.exec(JSON.stringify(body))?.[1] ?? '';

export const endMarkerOf = ({ body }: LoopbackRequest): string =>
  /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(JSON.stringify(body))?.[0] ?? 'no end marker was asked for';

export const writeResult = (request: LoopbackRequest, fields: object = {}): string =>
  `===AGENT_RESULT===\n${JSON.stringify({ agent: agentOf(request), findings: [], verdict: 'OK', ...fields })}\n${endMarkerOf(request)}\n`;

/** `filesATurn` at a time. */
export function answerObediently(request: LoopbackRequest, filesATurn = 3): LoopbackReply {
  if (!hasTool(request, 'next_file') || NO_MORE.test(lastOf(request))) return { text: writeResult(request) };
  return { toolCalls: Array.from({ length: filesATurn }, () => ({ name: 'next_file', input: {} })) };
}
