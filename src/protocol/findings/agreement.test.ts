import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coverageWeight } from '../coverage/coverage.ts';
import { countAgreement, voiceOf, weighConfidence } from './agreement.ts';

const vote = (agent: string, confidence = 0.6, weight = 1) => ({ agent, confidence, weight });

describe('agreement', () => {
  test('each model of a reviewer is a voice; a reviewer without a model is one', () => {
    expect([null, 'a/x', 'a/y'].map((model) => voiceOf({ agent: 'go-reviewer', model }))).toEqual([
      'go-reviewer',
      'go-reviewer (a/x)',
      'go-reviewer (a/y)',
    ]);
  });

  test.each([
    [['a', 'b', 'a'], ['a', 'b', 'c'], { k: 2, n: 3 }],
    [['a'], [], { k: 1, n: 1 }],
    [[], ['a'], { k: 0, n: 1 }],
  ])('%j of %j', (reporting, asked, agreement) => {
    expect(countAgreement(reporting, asked)).toEqual(agreement);
  });

  test('agreement raises confidence, partial coverage and failed validation lower it [REV-14, SYNTH-08]', () => {
    const one = weighConfidence([vote('a')], 'confirmed');
    expect(one).toBeCloseTo(0.6);
    expect(weighConfidence([vote('a'), vote('b')], 'confirmed')).toBeCloseTo(0.84);
    expect(weighConfidence([vote('a', 0.6, coverageWeight(8, 4))], 'confirmed')).toBeCloseTo(0.4);
    expect(
      (['confirmed', 'needs_manual', 'unverified', 'rejected'] as const).map((status) =>
        weighConfidence([vote('a')], status),
      ),
    ).toEqual([one, 0.75 * one, 0.5 * one, 0]);
  });

  test('between 0 and 1, and never less for one more voice', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const votes = fc.array(fc.record({ agent: fc.constantFrom('a', 'b', 'c'), confidence: unit, weight: unit }));
    fc.assert(
      fc.property(votes, unit, (said, confidence) => {
        const before = weighConfidence(said, 'confirmed');
        const after = weighConfidence([...said, vote('d', confidence)], 'confirmed');
        expect(before).toBeGreaterThanOrEqual(0);
        expect(after).toBeLessThanOrEqual(1);
        expect(after).toBeGreaterThanOrEqual(before - 1e-12);
      }),
    );
  });
});
