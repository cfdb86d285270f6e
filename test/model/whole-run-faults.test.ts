/**
 * 17 faults × 4 moments of a run × 3 wire formats over real HTTP: every one of these reviews ends, and says how. `npm test` tries every
 * fault at every moment, and every fault in every wire format; soak tries all three together.
 */
import { describe, expect, test } from 'vitest';
import type { TurnOutcomeKind } from '../../src/protocol/calls/turn-outcome.ts';
import type { LoopbackFault, LoopbackReply, WireFormat } from '../../src/testing/index.ts';
import { LOOPBACK_MODELS } from '../../src/testing/index.ts';
import { isSoak } from '../tier.ts';
import { type FaultyRun, FILES, MOMENTS, type Moment, playFaultyRun, type RunFault } from './faulty-run.ts';
import { CLOCK_SCALE } from './review-over-http.ts';

type ByFormat<T> = T | Readonly<Record<WireFormat, T>>;

interface FaultCase extends RunFault {
  readonly name: string;
  /** How the call ends. */
  readonly kind: ByFormat<TurnOutcomeKind>;
  /** What becomes of the run: time mends it, it is put off, it cannot be mended, or smaller parts can. */
  readonly end: ByFormat<'mended' | 'deferred' | 'incomplete' | 'split' | 'cut'>;
  readonly retryAfterMs?: number;
}

const withFault =
  (fault: LoopbackFault) =>
  (reply: LoopbackReply): LoopbackReply => ({ ...reply, fault });
const withFields =
  (fields: LoopbackReply) =>
  (reply: LoopbackReply): LoopbackReply => ({ ...reply, ...fields });

const FAULTS: readonly FaultCase[] = [
  { name: '429', bend: withFault({ kind: 'rate-limit' }), kind: 'rate-limited', end: 'mended' },
  {
    name: '429 for 5 s',
    bend: withFault({ kind: 'rate-limit', retryAfterSeconds: 5 }),
    kind: 'rate-limited',
    end: 'mended',
    retryAfterMs: 5000,
  },
  {
    name: '429 for 120 s',
    bend: withFault({ kind: 'rate-limit', retryAfterSeconds: 120 }),
    kind: 'rate-limited',
    end: 'deferred',
    retryAfterMs: 120_000,
  },
  {
    name: '429 until a date',
    bend: (reply) => ({ ...reply, fault: { kind: 'rate-limit', retryAtMs: Date.now() + 8000 } }),
    kind: 'rate-limited',
    end: 'mended',
    // The header has whole seconds.
    retryAfterMs: 7000,
  },
  { name: '529', bend: withFault({ kind: 'overloaded' }), kind: 'overloaded', end: 'mended' },
  { name: '500', bend: withFault({ kind: 'server-error' }), kind: 'overloaded', end: 'mended' },
  { name: 'reset', bend: withFault({ kind: 'reset', atByte: 1500 }), kind: 'disconnected', end: 'mended' },
  { name: 'no such host', bend: null, kind: 'disconnected', end: 'mended' },
  {
    name: 'stall',
    bend: withFault({ kind: 'stall', atByte: 1500 }),
    kind: 'stalled',
    end: 'mended',
  },
  { name: '200, then an error', bend: withFault({ kind: 'error-event' }), kind: 'overloaded', end: 'mended' },
  { name: 'length', bend: withFields({ finish: 'length' }), kind: 'truncated', end: 'cut' },
  {
    name: 'filter',
    bend: withFields({ finish: 'filter' }),
    kind: { 'anthropic-messages': 'refused', 'openai-chat': 'filtered', 'openai-responses': 'filtered' },
    end: 'incomplete',
  },
  { name: 'no finish', bend: withFault({ kind: 'no-finish' }), kind: 'disconnected', end: 'mended' },
  { name: 'garbage', bend: withFault({ kind: 'garbage' }), kind: 'malformed', end: 'incomplete' },
  { name: 'context exceeded', bend: withFault({ kind: 'context-exceeded' }), kind: 'context-exceeded', end: 'split' },
  {
    name: 'usage missing',
    bend: withFields({ usageOnWire: 'missing' }),
    // The SDK cannot read a message of Anthropic without usage, so it is not an answer.
    kind: { 'anthropic-messages': 'malformed', 'openai-chat': 'replied', 'openai-responses': 'replied' },
    end: { 'anthropic-messages': 'incomplete', 'openai-chat': 'mended', 'openai-responses': 'mended' },
  },
  { name: 'usage NaN', bend: withFields({ usageOnWire: 'nan' }), kind: 'malformed', end: 'incomplete' },
];

const pick = <T extends string>(value: ByFormat<T>, format: WireFormat): T =>
  typeof value === 'string' ? value : value[format];

const foundIn = ({ report }: FaultyRun): ReadonlySet<string> =>
  new Set(report.findings.map(({ file, line }) => `${file}:${line}`));

const EVERYTHING = Object.keys(FILES).flatMap((path) => [`${path}:1`, `${path}:2`]);

/** What holds for every run, whatever happened in it. */
function expectSound(run: FaultyRun, { kind, retryAfterMs }: FaultCase, format: WireFormat): void {
  const { report, billed, requests } = run;
  expect(run.hadFault).toBe(true);
  expect(run.problems).toEqual([]);
  const expected = pick(kind, format);
  expect(run.outcomes.filter((outcome) => outcome !== 'replied')).toEqual(expected === 'replied' ? [] : [expected]);
  // No finding that arrived is lost, and nothing is complete with a hole.
  const found = foundIn(run);
  expect(run.sentFindings.filter((key) => !found.has(key))).toEqual([]);
  if (report.complete) expect(EVERYTHING.filter((key) => !found.has(key))).toEqual([]);
  else expect(report.warnings.length).toBeGreaterThan(0);
  // The ledger is never below the bill.
  expect(report.usage.input_tokens).toBeGreaterThanOrEqual(billed.inputTokens);
  expect(report.usage.output_tokens).toBeGreaterThanOrEqual(billed.outputTokens);
  // Nobody comes back before the time.
  const at = requests.findIndex(({ isFault }) => isFault);
  const next = requests[at + 1];
  if (retryAfterMs !== undefined && next !== undefined) {
    expect(next.atMs - (requests[at]?.atMs ?? 0)).toBeGreaterThanOrEqual(retryAfterMs / CLOCK_SCALE);
  }
}

function expectEnd(run: FaultyRun, fault: FaultCase, format: WireFormat): void {
  const { report, requests } = run;
  const at = requests.findIndex(({ isFault }) => isFault);
  const said = report.warnings.join('\n');
  switch (pick(fault.end, format)) {
    case 'mended':
      expect([report.complete, said]).toEqual([true, '']);
      expect(report.findings).toHaveLength(EVERYTHING.length);
      return;
    case 'deferred': {
      expect([report.complete, requests.length]).toEqual([false, at + 1]);
      const until = Date.parse(/deferred until (\S+Z)/u.exec(said)?.[1] ?? '');
      const { retryAfterMs = 0 } = fault;
      // The fault lies somewhere between: on a busy machine far from the end.
      expect(until).toBeGreaterThanOrEqual(Date.parse(report.run.started_at) + retryAfterMs);
      expect(until).toBeLessThanOrEqual(Date.parse(report.run.finished_at) + retryAfterMs + 1000);
      return;
    }
    case 'incomplete':
      expect(report.complete).toBe(false);
      expect(said).toContain(pick(fault.kind, format));
      return;
    case 'split':
      expect(requests[at + 1]?.bodyChars).toBeLessThan(requests[at]?.bodyChars ?? 0);
      expect(report.complete).toBe(true);
      return;
    case 'cut':
      expect(report.agents.some(({ cutoff_reason }) => cutoff_reason === 'truncated')).toBe(true);
      return;
  }
}

const FORMATS = Object.keys(LOOPBACK_MODELS) as WireFormat[];

const casesOf = (format: WireFormat): [string, Moment, FaultCase][] =>
  FAULTS.flatMap((fault, i) =>
    MOMENTS.filter((_, j) => isSoak || (i + j) % FORMATS.length === FORMATS.indexOf(format)).map(
      (moment): [string, Moment, FaultCase] => [fault.name, moment, fault],
    ),
  );

/**
 * On a busy machine an answer that is on its way may seem to stall as well: then silence is borne for longer, but never for a minute
 * of the scaled clock, after which nobody would be asked again.
 */
async function playStall(format: WireFormat, fault: FaultCase, moment: Moment): Promise<FaultyRun> {
  for (const idleTimeoutMs of [700, 1500, 2000]) {
    const run = await playFaultyRun(format, { ...fault, idleTimeoutMs }, moment);
    if (run.outcomes.filter((outcome) => outcome === 'stalled').length === 1) return run;
  }
  return playFaultyRun(format, { ...fault, idleTimeoutMs: 2500 }, moment);
}

describe.each(FORMATS)('%s', (format) => {
  test.concurrent.each(casesOf(format))('%s, %s', async (_name, moment, fault) => {
    const run = await (fault.name === 'stall'
      ? playStall(format, fault, moment)
      : playFaultyRun(format, fault, moment));
    expectSound(run, fault, format);
    expectEnd(run, fault, format);
  });
});
