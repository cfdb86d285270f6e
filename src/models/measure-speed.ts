/**
 * Measures with one small call how many tokens per second a model reads and writes, null where it does not tell; a server that
 * loads on demand has it loaded afterwards. Called by wiring/local-servers.ts and cli/commands/measure-model.ts (`doctor`).
 */
import type { Clock } from '../ports/clock.ts';
import { joinSignals } from '../ports/join-signals.ts';
import type { Model } from '../ports/model.ts';
import type { ModelSpeed } from '../protocol/budget/agent-timeout.ts';

/** Loading a model from disk comes first. */
const TIMEOUT_MS = 180_000;
const WRITTEN_TOKENS = 32;
const QUESTION = 'Count upwards from one, in words, separated by commas. Write nothing else.';
/** Enough to read that the time of it can be told from that of the call. */
const READ = Array.from({ length: 24 }, (_, at) => `${at + 1} is followed by ${at + 2}.`).join(' ');

export interface MeasuredSpeed extends ModelSpeed {
  readonly readTokens: number;
  readonly writtenTokens: number;
}

const rate = (tokens: number, ms: number): number =>
  Math.max(0.01, Math.round((100_000 * tokens) / Math.max(1, ms)) / 100);

/** Null where the model did not answer, or did not say how many tokens it took. */
export async function measureSpeed(model: Model, clock: Clock, signal: AbortSignal): Promise<MeasuredSpeed | null> {
  const beganAt = clock.now();
  let firstAt: number | null = null;
  const outcome = await model.turn(
    {
      system: '',
      messages: [{ role: 'user', text: `${READ}\n\n${QUESTION}` }],
      tools: [],
      maxOutputTokens: WRITTEN_TOKENS,
      temperature: 0,
      idleTimeoutMs: TIMEOUT_MS,
      onText: () => {
        firstAt ??= clock.now();
      },
    },
    joinSignals([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  );
  const endedAt = clock.now();
  const { usage } = outcome;
  const hasAnswered = outcome.kind === 'replied' || outcome.kind === 'truncated';
  if (!hasAnswered || firstAt === null || usage === null || usage.isEstimated) return null;
  // What the server had read before costs it nothing.
  const readTokens = usage.inputTokens - usage.cachedInputTokens;
  const writtenTokens = usage.outputTokens;
  if (readTokens < 1 || writtenTokens < 2) return null;
  return {
    readPerSecond: rate(readTokens, firstAt - beganAt),
    writePerSecond: rate(writtenTokens - 1, endedAt - firstAt),
    readTokens,
    writtenTokens,
  };
}
