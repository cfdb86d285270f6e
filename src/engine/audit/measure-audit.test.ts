import { expect, test } from 'vitest';
import { planTurns } from '../../protocol/budget/turns.ts';
import { measureAudit } from './measure-audit.ts';

type State = Parameters<typeof measureAudit>[0];

const hunt = (usedTokens: number, budgetTokens: number) => ({ result: { usedTokens }, budgetTokens });

const stateWith = (mode: 'standard' | 'deep', move: object): State =>
  ({ plan: { mode }, hunts: [hunt(50_000, 102_400), hunt(2400, 102_400)], rounds: [{ move }] }) as unknown as State;

const NEXT = { kind: 'next-round', round: 2, agents: 2, maxTurns: 20 };

test.each([
  ['nothing follows', 'deep', { kind: 'converge' }, 204_800],
  ['one round follows', 'standard', NEXT, 204_800 + 2 * 81_920],
  ['two may follow', 'deep', NEXT, 204_800 + 2 * 81_920 + 2 * 61_440],
  [
    'the emergency round is the last',
    'deep',
    { ...NEXT, kind: 'emergency', agents: 1, maxTurns: 15 },
    204_800 + 61_440,
  ],
] as const)('the allowance is that of agents done and planned: %s [SIG-14]', (_name, mode, move, allowance) => {
  expect(measureAudit(stateWith(mode, move), null)).toEqual([{ used: 52_400, allowance }]);
  expect(planTurns(3).budgetTokens).toBe(61_440);
});

test('limits of the run stand beside it, and agents of the late phases within it [SIG-14]', () => {
  const shares = [{ used: 9000, allowance: 10_000 }];
  const account = { shares, isSpent: false, hasTail: false, usage: {} as never, bound: () => undefined };
  expect(measureAudit(stateWith('deep', { kind: 'converge' }), account, { used: 600, allowance: 1000 })).toEqual([
    { used: 53_000, allowance: 205_800 },
    { used: 9000, allowance: 10_000 },
  ]);
});
