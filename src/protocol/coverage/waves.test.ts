import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculateBudget } from '../budget/budget.ts';
import { comparePriority, priorityTier } from '../budget/priority.ts';
import { assignFiles, decideNextWave, estimateWaves, type WaveAgentState, type WaveState } from './waves.ts';

const files = (...tokens: number[]) => tokens.map((count) => ({ tokens: count }));
const model = { budgetTokens: 10_000, isolation: 'branch', hasContext: true } as const;

describe('assigning files', () => {
  test.each([
    ['up to 60% of the budget', files(3000, 3000, 1), model, 2],
    ['at least one file, however large', files(9000, 10), model, 1],
    ['no later file past one that does not fit', files(5000, 2000, 10), model, 1],
    ['all in a shared wave', files(5000, 5000, 5000), { ...model, isolation: 'shared' as const }, 3],
    ['all for an embedded reviewer', files(5000, 5000, 5000), { ...model, hasContext: false }, 3],
    ['nothing from nothing', files(), model, 0],
  ])('%s [HOST-16]', (_, queue, terms, count) => {
    expect(assignFiles(queue, terms)).toEqual(queue.slice(0, count));
  });

  test('in priority order the last tiers are left over, and open the next wave [PRIORITY-05, REV-19]', () => {
    const queue = ['src/utils/date.ts', 'src/orders/service.ts', 'src/routes/orders.ts', 'src/auth/login.ts']
      .map((path) => ({ path, tier: priorityTier(path), changedLines: 0, tokens: 3000 }))
      .toSorted(comparePriority);
    const taken = assignFiles(queue, model);
    expect(taken.map(({ tier }) => tier)).toEqual([1, 2]);
    const rest = queue.slice(taken.length);
    expect(assignFiles(rest, model).map(({ tier }) => tier)).toEqual([3, 4]);
  });

  test('50 files of 2000 tokens need 6, 8 and 13 waves at 60% of the capped budgets [REV-02]', () => {
    const scope = files(...Array.from({ length: 50 }, () => 2000));
    const waves = [8192, 6144, 4096].map((base) =>
      estimateWaves(scope, { ...model, budgetTokens: calculateBudget(base, 100_000) }),
    );
    expect(waves).toEqual([6, 8, 13]);
  });

  test('an estimate takes every file once; embedded and shared reviewers need one wave [HOST-15, HOST-16]', () => {
    expect(estimateWaves(files(1, 2, 3), { ...model, hasContext: false })).toBe(1);
    expect(estimateWaves(files(), model)).toBe(0);
    fc.assert(
      fc.property(fc.array(fc.nat(12_000)), (tokens) => {
        let rest: readonly { tokens: number }[] = files(...tokens);
        let waves = 0;
        while (rest.length > 0) {
          const taken = assignFiles(rest, model);
          expect(taken.length).toBeGreaterThan(0);
          if (taken.length > 1) expect(taken.reduce((sum, file) => sum + file.tokens, 0)).toBeLessThanOrEqual(6000);
          rest = rest.slice(taken.length);
          waves += 1;
        }
        expect(estimateWaves(files(...tokens), model)).toBe(waves);
      }),
    );
  });
});

describe('the next wave', () => {
  const agent = (said: Partial<WaveAgentState> = {}): WaveAgentState => ({
    agent: 'a',
    open: 3,
    owed: 3,
    embedded: false,
    ...said,
  });
  const state = (said: Partial<WaveState> = {}): WaveState => ({
    wavesDone: 1,
    waves: 'auto',
    agents: [agent()],
    progressed: true,
    stopped: null,
    ...said,
  });

  test.each<[string, Partial<WaveState>, string]>([
    ['everything reviewed', { agents: [agent({ open: 0, owed: 0 })] }, 'converge'],
    ['files left, auto', {}, 'next-wave'],
    ['files left, --waves 1', { waves: 1 }, 'incomplete'],
    ['files left, --waves 2', { waves: 2 }, 'next-wave'],
    ['files left, --waves 2 done', { waves: 2, wavesDone: 2 }, 'incomplete'],
    ['99 waves of a model', { wavesDone: 99 }, 'next-wave'],
    ['100 waves of a model', { wavesDone: 100 }, 'incomplete'],
    ['100 waves of embedded reviewers', { wavesDone: 100, agents: [agent({ embedded: true })] }, 'next-wave'],
    ['embedded reviewers under --waves 1', { waves: 1, agents: [agent({ embedded: true })] }, 'incomplete'],
    ['stuck', { progressed: false }, 'incomplete'],
    ['stopped by a limit', { stopped: 'the time is over' }, 'incomplete'],
    ['stopped after the last file', { stopped: 'the time is over', agents: [agent({ open: 0, owed: 0 })] }, 'converge'],
    ['only files nobody can review', { agents: [agent({ open: 0 })] }, 'incomplete'],
    ['one done, one not', { agents: [agent({ open: 0, owed: 0 }), agent({ agent: 'b' })] }, 'next-wave'],
  ])('%s → %s [HOST-07, HOST-15]', (_, said, kind) => {
    const decision = decideNextWave(state(said));
    expect(decision.kind).toBe(kind);
    expect(decision.reason).not.toBe('');
  });
});
