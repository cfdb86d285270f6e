/** A whole review in this process: real engine, real wiring of models, real sockets, a clock that runs faster than time. */

import { createTokenCounter } from '../../src/context/tokens.ts';
import type { TurnOutcomeKind } from '../../src/protocol/calls/turn-outcome.ts';
import type { ClaimedFinding } from '../../src/protocol/findings/finding.ts';
import { createRedactor } from '../../src/protocol/redaction/redactor.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import type { ReviewerProfile } from '../../src/protocol/reviewers/reviewer.ts';
import type { RecordedCall } from '../../src/runs/recorded-calls.ts';
import { completed, createScriptedDriver, createTestEngine, type LoopbackProvider } from '../../src/testing/index.ts';
import { type Config, resolveConfig } from '../../src/wiring/config.ts';
import { createModelReviewers, type ModelWiring } from '../../src/wiring/model-reviewers.ts';
import { createScaledClock } from './scaled-clock.ts';

/** Five seconds take a quarter of one: long enough to tell a wait from a busy machine. */
export const CLOCK_SCALE = 20;
/** Time of the wall. On a busy machine an answer may seem to stall; only where one does is nobody patient. */
const IDLE_TIMEOUT_MS = 120_000;
/** Far enough away to play no part. */
const AGENT_TIMEOUT_MS = 7_200_000;

export const counter = createTokenCounter();

export interface HttpReview {
  readonly model: string;
  readonly files: Readonly<Record<string, string>>;
  readonly config?: Partial<Config>;
  /** What analyzers find beside the model, for every reviewer. */
  readonly analyzers?: readonly ClaimedFinding[];
  /** Default the security reviewer alone. */
  readonly roster?: readonly ReviewerProfile[];
  readonly agentTimeoutMs?: number;
  readonly clockScale?: number;
  readonly idleTimeoutMs?: number;
  readonly provider?: NonNullable<ModelWiring['provider']>;
}

export interface HttpReviewResult {
  readonly report: ReportDocument;
  /** How every attempt ended, call by call. */
  readonly outcomes: readonly TurnOutcomeKind[];
}

export async function reviewOverHttp(
  provider: Pick<LoopbackProvider, 'environment'>,
  review: HttpReview,
): Promise<HttpReviewResult> {
  const { model, files, roster, agentTimeoutMs = AGENT_TIMEOUT_MS } = review;
  const clock = createScaledClock(review.clockScale ?? CLOCK_SCALE);
  const calls: RecordedCall[] = [];
  const names = roster?.map(({ name }) => name) ?? ['security-reviewer'];
  const found = (review.analyzers ?? []).map((finding) => ({ kind: 'finding', finding }) as const);
  const scripted = names.map((name) => [name, [...found, { kind: 'outcome', outcome: completed } as const]]);
  let nonces = 0;
  const { account, driversFor } = createModelReviewers({
    config: { ...resolveConfig({ files: [], env: {}, flags: { model } }), ...review.config },
    environment: provider.environment,
    root: '/',
    clock,
    counter,
    embedded: createScriptedDriver(Object.fromEntries(scripted)),
    guidance: [],
    redactor: createRedactor(),
    recording: {
      kind: 'record',
      analyses: [],
      keepAnalysis: () => undefined,
      journal: {
        async step(_step, effect) {
          const value = await effect(0);
          calls.push(value as RecordedCall);
          return { value, isRecorded: false, lost: 0 };
        },
      },
      nonces: { next: () => (++nonces).toString(16).padStart(8, '0') },
    },
    idleTimeoutMs: review.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    ...(review.provider === undefined ? {} : { provider: review.provider }),
  });
  const engine = createTestEngine({
    files,
    driver: createScriptedDriver({}),
    counter,
    request: { reviewerNames: names, model, agentTimeoutMs, ...(roster === undefined ? {} : { roster }) },
    ports: { account, driversFor, clock },
  });
  const { report } = await engine.run();
  return { report, outcomes: calls.flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome.kind)) };
}
