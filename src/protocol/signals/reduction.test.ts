import { readFileSync } from 'node:fs';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { SUMMARY_SECTIONS } from '../report/summary-full.ts';
import { COORDINATOR_TYPES, type CoordinatorType } from './brief.ts';
import {
  addIteration,
  contextReductionPercent,
  EMPTY_REDUCTION,
  hintVerboseSummary,
  type ReductionTotal,
} from './reduction.ts';
import { formatFields, parseSignal } from './signal-text.ts';

const golden = (name: string): string =>
  readFileSync(new URL(`../../../test/golden/signals/${name}.txt`, import.meta.url), 'utf8');
const tokensOf = (text: string): number => encode(text).length;
const briefOf = (name: string): string => String(parseSignal(golden(name), { mode: 'strict' })?.fields.summary_brief);
const round = (value: number | null): number => Math.round((value ?? Number.NaN) * 10) / 10;

/** Full sizes as the standard estimates them. */
const NOMINAL_FULL: Readonly<Record<CoordinatorType, number>> = {
  research: 2200,
  implementer: 2000,
  testing: 1800,
  debug: 1900,
  repair: 2100,
};

describe('the formula', () => {
  const rows = [
    [75, 2200, 96.6],
    [80, 2000, 96.0],
    [70, 1800, 96.1],
    [65, 1900, 96.6],
    [75, 2100, 96.4],
  ] as const;

  test.each(rows)('%d against %d saves %f percent [REDUCE-01]', (brief, full, percent) => {
    expect(round(contextReductionPercent(brief, full))).toBe(percent);
  });

  test('the mean of the five is 96.3; without a full summary nothing is claimed [REDUCE-01]', () => {
    const percents = rows.map(([brief, full]) => contextReductionPercent(brief, full) ?? 0);
    expect(round(percents.reduce((sum, percent) => sum + percent, 0) / percents.length)).toBe(96.3);
    expect(contextReductionPercent(80, 0)).toBeNull();
  });
});

describe('measured with o200k_base', () => {
  test.each(COORDINATOR_TYPES)(
    'the summary of the %s sample has 20 to 31 tokens and saves at least 98.4 percent [REDUCE-02, COMPLY-16]',
    (type) => {
      const tokens = tokensOf(briefOf(type));
      expect(tokens).toBeGreaterThanOrEqual(20);
      expect(tokens).toBeLessThanOrEqual(31);
      expect(round(contextReductionPercent(tokens, NOMINAL_FULL[type]))).toBeGreaterThanOrEqual(98.4);
    },
  );

  test.each([
    ['research', 86, 96.1],
    ['implementer', 116, 94.2],
    ['testing', 91, 94.9],
    ['debug', 86, 95.5],
    ['repair', 90, 95.7],
  ] as const)('the whole %s sample has %d tokens and saves %f percent [SIG-06]', (type, tokens, percent) => {
    expect(tokensOf(golden(type))).toBe(tokens);
    expect(round(contextReductionPercent(tokens, NOMINAL_FULL[type]))).toBe(percent);
  });

  test('the envelope sample as we write it has 160 tokens and saves 92 percent [SIG-06]', () => {
    const fields = parseSignal(golden('envelope'), { mode: 'strict' })?.fields ?? {};
    expect(tokensOf(`${formatFields(fields).join('\n')}\n`)).toBe(160);
    expect(round(contextReductionPercent(160, NOMINAL_FULL.implementer))).toBe(92);
  });

  test('the verbose summary costs 87 tokens against 31, and gets a hint [REDUCE-08]', () => {
    const verbose = String(parseSignal(golden('anti-verbose'), { mode: 'strict' })?.fields.summary_brief);
    const standard = briefOf('implementer');
    expect([tokensOf(verbose), tokensOf(standard)]).toEqual([87, 31]);
    expect(hintVerboseSummary(verbose, 'implementer')).toHaveLength(1);
    expect(hintVerboseSummary(standard, 'implementer')).toEqual([]);
  });

  test('twenty bare signals add less than 4000 tokens to a window of 200K with 70K taken [REDUCE-06]', () => {
    const signal = tokensOf(golden('implementer'));
    const added = addIterations(20, signal, NOMINAL_FULL.implementer).briefTokens;
    expect(added).toBeLessThan(4000);
    expect(70_000 + added).toBeLessThan(200_000);
  });
});

function addIterations(iterations: number, briefTokens: number, fullTokens: number): ReductionTotal {
  let total = EMPTY_REDUCTION;
  for (let at = 0; at < iterations; at += 1) total = addIteration(total, briefTokens, fullTokens);
  return total;
}

describe('over iterations', () => {
  test.each([1, 3, 5, 10, 20])(
    'after %d iterations the reduction is flat and the slope is one signal [REDUCE-05]',
    (iterations) => {
      const total = addIterations(iterations, 80, 2000);
      expect(total).toMatchObject({ iterations, briefTokens: 80 * iterations, fullTokens: 2000 * iterations });
      expect(round(total.reductionPercent)).toBe(96);
    },
  );

  test('five iterations take 400 instead of 10000 tokens and save 9600 [REDUCE-07]', () => {
    expect(addIterations(5, 80, 2000)).toEqual({
      iterations: 5,
      briefTokens: 400,
      fullTokens: 10_000,
      savedTokens: 9600,
      reductionPercent: 96,
    });
  });
});

test('the seven sections of the full summary add up to 2000 tokens', () => {
  expect(SUMMARY_SECTIONS.map(({ heading }) => heading)).toEqual([
    'Work Status',
    'Artifacts Created',
    'Work Remaining',
    'Testing Strategy',
    'Performance Metrics',
    'Key Achievements',
    'Next Steps',
  ]);
  expect(SUMMARY_SECTIONS.reduce((sum, { nominalTokens }) => sum + nominalTokens, 0)).toBe(2000);
});
