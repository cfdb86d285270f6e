/** Every behaviour of a hostile provider over real sockets: one call of every provider package, and whole reviews. */
import { describe, expect, test } from 'vitest';
import { createModel } from '../../src/models/create-model.ts';
import type { TurnRequest } from '../../src/ports/model.ts';
import { decideExit, isUsable } from '../../src/protocol/report/exit-code.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createSystemClock } from '../../src/wiring/system.ts';
import { reviewOverHttp } from '../model/review-over-http.ts';
import { type HostileProvider, startHostileProvider } from '../support/hostile-provider.ts';
import { BEHAVIOURS, type Behaviour, SMALL_BOUNDS } from './provider-behaviours.ts';

const MODELS = ['anthropic/x', 'openai/x', 'google/x', 'bedrock/anthropic.claude-x', 'openai-compatible/x'] as const;
/** What sockets of both sides hold beside what is read. */
const IN_FLIGHT_BYTES = 8_000_000;
const PATIENT_MS = 60_000;

const REQUEST: TurnRequest = {
  system: 'You review code.',
  messages: [{ role: 'user', text: 'Review this.' }],
  tools: [],
  maxOutputTokens: 500,
  idleTimeoutMs: PATIENT_MS,
};

const boundsFor = ({ totalMs }: Behaviour) => ({ ...SMALL_BOUNDS, ...(totalMs === undefined ? {} : { totalMs }) });

const withProvider = async <T>(behaviour: Behaviour, use: (provider: HostileProvider) => Promise<T>): Promise<T> => {
  const provider = await startHostileProvider(behaviour.behave);
  try {
    return await use(provider);
  } finally {
    await provider.close();
  }
};

const ask = (behaviour: Behaviour, name: string) =>
  withProvider(behaviour, async (provider) => {
    let bytes = 0;
    const model = createModel(name, {
      env: provider.environment,
      clock: createSystemClock(),
      bounds: boundsFor(behaviour),
    });
    const request = {
      ...REQUEST,
      idleTimeoutMs: behaviour.silenceMs ?? PATIENT_MS,
      onBytes: (count: number): void => {
        bytes += count;
      },
    };
    const outcome = await model.turn(request, new AbortController().signal);
    return { outcome, bytes, sent: provider.bytesSent(), requests: provider.requests };
  });

test('at least 30 behaviours, each of its own name', () => {
  expect(new Set(BEHAVIOURS.map(({ name }) => name)).size).toBe(BEHAVIOURS.length);
  expect(BEHAVIOURS.length).toBeGreaterThanOrEqual(30);
});

describe.each(MODELS)('one call of %s', (name) => {
  const shown = BEHAVIOURS.filter(({ isOfHttp }) => isOfHttp || name === 'openai-compatible/x');
  test.concurrent.each(shown)('$name: $kind [TRUST-07]', async (behaviour) => {
    const { outcome, bytes, sent, requests } = await ask(behaviour, name);
    expect({ kind: outcome.kind, bound: outcome.kind === 'overrun' ? outcome.bound : undefined }).toEqual({
      kind: behaviour.kind,
      bound: behaviour.bound,
    });
    if ('message' in outcome) expect(outcome.message).toMatch(/^[^\n]{1,500}$/u);
    expect(bytes).toBeLessThanOrEqual((SMALL_BOUNDS.bodyBytes ?? 0) + 65_536);
    expect(sent).toBeLessThan(IN_FLIGHT_BYTES);
    // Nothing was followed, and no package asks again by itself.
    expect(requests).toHaveLength(1);
    expect(JSON.stringify(outcome)).not.toContain('hostile-key');
  });
});

const exitOf = (report: ReportDocument, failOn: 'veto' | 'low' = 'veto') =>
  decideExit({ ...report, failOn, allowPartial: false, usable: isUsable(report), interrupted: false }).code;

describe('a whole review', () => {
  test.concurrent.each(BEHAVIOURS.filter(({ isReviewed }) => isReviewed))(
    '$name: it ends, and nothing is made up [TRUST-07]',
    async (behaviour) => {
      const { report } = await withProvider(behaviour, (provider) =>
        reviewOverHttp(provider, {
          model: 'openai-compatible/x',
          files: { 'src/a.ts': 'export const login = (input: string) => query(input);\n' },
          clockScale: 100,
          idleTimeoutMs: behaviour.silenceMs ?? PATIENT_MS,
          provider: { bounds: boundsFor(behaviour) },
        }),
      );
      expect(report.findings).toEqual([]);
      expect(report.complete).toBe(false);
      expect(report.verdict).not.toBe('OK');
      expect(report.warnings.length).toBeGreaterThan(0);
      expect([exitOf(report), exitOf(report, 'low')]).toEqual([behaviour.exit, behaviour.exit]);
    },
  );
});
