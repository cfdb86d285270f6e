import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deliverableTokens, reserveDelivery } from './delivery.ts';
import { DEFAULT_THRESHOLDS } from './thresholds.ts';

describe('delivery', () => {
  test.each([
    [0, 32_768, 31_129],
    [9400, 10_000, 100],
    [9500, 10_000, 0],
    [9600, 10_000, 0],
  ])('with %i of %i used, %i may be delivered [HOST-11]', (used, budget, room) => {
    expect(deliverableTokens(used, budget, DEFAULT_THRESHOLDS)).toBe(room);
  });

  test.each([
    [[10, 10, 10], 30, { kind: 'whole', lines: 3, tokens: 30 }],
    [[10, 10, 10], 29, { kind: 'cut', lines: 2, tokens: 20 }],
    [[10, 10, 10], 10, { kind: 'cut', lines: 1, tokens: 10 }],
    [[10, 10, 10], 9, { kind: 'refused' }],
    [[], 0, { kind: 'whole', lines: 0, tokens: 0 }],
  ])('lines of %j tokens in a room of %i: %j [HOST-11]', (lineTokens, room, delivery) => {
    expect(reserveDelivery(lineTokens, room)).toEqual(delivery);
  });

  test('no series of deliveries pushes usage past 0.95 [HOST-11]', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(400))), fc.integer({ min: 1, max: 8192 }), (texts, budget) => {
        let used = 0;
        for (const lineTokens of texts) {
          const delivery = reserveDelivery(lineTokens, deliverableTokens(used, budget, DEFAULT_THRESHOLDS));
          if (delivery.kind !== 'refused') used += delivery.tokens;
          expect(used / budget).toBeLessThanOrEqual(0.95);
        }
      }),
    );
  });
});
