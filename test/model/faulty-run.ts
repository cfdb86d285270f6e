/**
 * One whole review against the loopback provider with one fault at one moment of it: real engine, real wiring of models,
 * real sockets, and a clock that runs faster than time.
 */

import { boundAnswer } from '../../src/models/answer-bounds.ts';
import { openNetwork } from '../../src/models/bounded-fetch.ts';
import type { TurnOutcomeKind } from '../../src/protocol/calls/turn-outcome.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import {
  LOOPBACK_MODELS,
  type LoopbackProvider,
  type LoopbackReply,
  type LoopbackRequest,
  startLoopbackProvider,
  UNRESOLVABLE_BASE_URL,
  type WireFormat,
} from '../../src/testing/index.ts';
import { answerDiligently, isOpening, listTexts } from './diligent-model.ts';
import { counter, reviewOverHttp } from './review-over-http.ts';

/** Providers count other tokens than we do. */
const BILLED_PER_TOKEN = 1.2;

export const MOMENTS = ['first call', 'middle of tool use', 'final answer', 'second wave'] as const;
export type Moment = (typeof MOMENTS)[number];

export interface RunFault {
  /** What the reply at the moment becomes; null for a name that no resolver knows. */
  readonly bend: ((reply: LoopbackReply) => LoopbackReply) | null;
  /** How long the silence of the provider is borne. */
  readonly idleTimeoutMs?: number;
}

const line = (file: number, at: number): string => `export const value${file}x${at} = compute(${at}, "${file}");`;

/** Four files, more than one wave of branches can take: two waves, the second one in a shared scope. */
export const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  [1, 2, 3, 4].map((file) => [
    `src/part${file}.ts`,
    `${Array.from({ length: 305 }, (_, at) => line(file, at)).join('\n')}\n`,
  ]),
);

export interface SeenRequest {
  readonly atMs: number;
  readonly bodyChars: number;
  readonly isFault: boolean;
}

export interface FaultyRun {
  readonly report: ReportDocument;
  readonly billed: ReturnType<LoopbackProvider['billed']>;
  /** In the order of arrival, with the time of the server. */
  readonly requests: readonly SeenRequest[];
  readonly outcomes: readonly TurnOutcomeKind[];
  /** `path:line` of every finding in a reply that was sent without a fault. */
  readonly sentFindings: readonly string[];
  readonly hadFault: boolean;
  readonly problems: readonly string[];
}

/** Decides when the fault happens; it happens once. */
function createTrigger(moment: Moment) {
  let finals = 0;
  let isSpent = false;
  return {
    isDue(request: Pick<LoopbackRequest, 'body'>): boolean {
      const turn = answerDiligently(request);
      const isNow = {
        'first call': () => true,
        'middle of tool use': () => JSON.stringify(request.body).includes('recorded'),
        'final answer': () => turn.kind === 'final',
        'second wave': () => finals > 0 && isOpening(request),
      }[moment]();
      if (isSpent || !isNow) return false;
      isSpent = true;
      return true;
    },
    noteFinal(): void {
      finals += 1;
    },
    isSpent: () => isSpent,
  };
}

/** A name that resolves until a run says otherwise: the request then asks the real resolver for a name nobody has. */
const losingHost = (isLost: (body: LoopbackRequest['body']) => boolean): typeof fetch => {
  const plain = openNetwork({})(boundAnswer(100_000));
  return (input, init) => plain(isLost(JSON.parse(String(init?.body ?? '{}'))) ? UNRESOLVABLE_BASE_URL : input, init);
};

export async function playFaultyRun(format: WireFormat, fault: RunFault, moment: Moment): Promise<FaultyRun> {
  const provider = await startLoopbackProvider();
  const trigger = createTrigger(moment);
  const requests: SeenRequest[] = [];
  const sentFindings: string[] = [];
  provider.otherwise((request) => {
    const turn = answerDiligently(request);
    const isFault = fault.bend !== null && trigger.isDue(request);
    const body = JSON.stringify(request.body);
    requests.push({ atMs: performance.now(), bodyChars: body.length, isFault });
    const usage = {
      inputTokens: Math.ceil(counter.count([...listTexts(request.body)].join('\n')) * BILLED_PER_TOKEN),
      outputTokens: Math.ceil(((turn.reply.text ?? '').length + JSON.stringify(turn.reply.toolCalls ?? []).length) / 3),
    };
    const reply = { ...turn.reply, usage };
    if (isFault) return fault.bend(reply);
    sentFindings.push(...turn.findings);
    if (turn.kind === 'final') trigger.noteFinal();
    return reply;
  });
  try {
    const { report, outcomes } = await reviewOverHttp(provider, {
      model: LOOPBACK_MODELS[format],
      files: FILES,
      ...(fault.bend === null ? { provider: { fetch: losingHost((body) => trigger.isDue({ body })) } } : {}),
      ...(fault.idleTimeoutMs === undefined ? {} : { idleTimeoutMs: fault.idleTimeoutMs }),
    });
    return {
      report,
      outcomes,
      billed: provider.billed(),
      requests,
      sentFindings,
      hadFault: trigger.isSpent(),
      problems: provider.problems(),
    };
  } finally {
    await provider.close();
  }
}
