import { expect, test } from 'vitest';
import { buildRatings, coverageOf, type DimensionRating, type DimensionRatings } from '../coverage/audit-coverage.ts';
import { listGaps } from '../coverage/gaps.ts';
import type { Dimension } from '../findings/dimension.ts';
import { decideEmergency, settleRatings } from './emergency.ts';

const rate = (said: Partial<Record<Dimension, DimensionRating>>): DimensionRatings =>
  buildRatings((dimension) => said[dimension] ?? 'covered');
const decide = (said: Partial<Record<Dimension, DimensionRating>>, emergencyUsed = false) =>
  decideEmergency({ mode: 'standard', ratings: rate(said), emergencyUsed });

test('it targets the untouched dimensions among D1-D3 with one agent of 15 turns [EMERGENCY-02]', () => {
  expect(decide({ D1: 'missing', D6: 'missing' })).toEqual({
    kind: 'run',
    dimensions: ['D1'],
    agents: 1,
    maxTurns: 15,
  });
});

test.each<[Partial<Record<Dimension, DimensionRating>>, Dimension[] | null]>([
  [{ D5: 'missing' }, null],
  [{ D4: 'missing', D10: 'missing', D9: 'shallow' }, null],
  [{ D1: 'shallow' }, null],
  [{ D1: 'shallow', D2: 'missing' }, ['D2']],
  [{ D2: 'interrupted' }, ['D2']],
  [{ D3: 'interrupted-empty', D1: 'missing' }, ['D1', 'D3']],
  [{ D2: 'not-applicable', D3: 'not-applicable' }, null],
])('%j calls for %j [AUD-06]', (said, dimensions) => {
  const decision = decide(said);
  expect(decision.kind === 'run' ? decision.dimensions : null).toEqual(dimensions);
});

test('a second request is refused, and quick has none [EMERGENCY-03, AUD-33]', () => {
  expect(decide({ D1: 'missing' }, true)).toEqual({ kind: 'refused', reason: 'the one emergency round was used' });
  expect(decideEmergency({ mode: 'quick', ratings: rate({ D1: 'missing' }), emergencyUsed: false }).kind).toBe(
    'refused',
  );
});

test('what is still untouched in D1-D3 afterwards becomes shallow and stays a gap [EMERGENCY-04]', () => {
  const settled = coverageOf(settleRatings(rate({ D1: 'missing', D2: 'interrupted-empty', D7: 'missing' })));
  expect(settled).toMatchObject({ D1: 'shallow', D2: 'shallow', D3: 'covered', D7: 'missing' });
  expect(listGaps(settled)).toEqual(['D1', 'D2', 'D7']);
});
