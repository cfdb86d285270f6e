/** What every tree of branches has to keep, wherever it holds them (FACT-16). Run it with a maker of trees. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BranchTree } from '../../src/context/branch-tree.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { createFixedClock } from '../../src/testing/fixed-ports.ts';

function open(tree: BranchTree, more: { parentId?: string; budgetTokens?: number; sessionId?: string } = {}): string {
  const request = { sessionId: 's', parentId: null, budgetTokens: 100, timeoutMs: 300_000, ...more };
  const created = tree.create(request);
  if (created.kind === 'refused') throw new Error(created.reason);
  tree.begin(created.branch.branchId);
  return created.branch.branchId;
}

const completed = { state: 'completed', reason: null, lastTokens: 0 } as const;
const statesOf = (tree: BranchTree, ...ids: string[]) => ids.map((id) => tree.find(id)?.state);

type SetUp = () => { readonly clock: ReturnType<typeof createFixedClock>; readonly tree: BranchTree };

function describeStates(setUp: SetUp): void {
  describe('states', () => {
    test('created, active, completed; and nothing else in between', () => {
      const { tree } = setUp();
      const created = tree.create({ sessionId: 's', parentId: null, budgetTokens: 100, timeoutMs: 1000 });
      expect(created).toEqual({
        kind: 'created',
        branch: {
          branchId: 'br_00000001',
          sessionId: 's',
          parentId: null,
          depth: 0,
          state: 'created',
          usedTokens: 0,
          budgetTokens: 100,
          mustReturn: false,
          reason: null,
        },
      });
      expect(tree.charge('br_00000001', 1)).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/is created, not active/u),
      });
      expect(tree.end('br_00000001', completed).kind).toBe('refused');
      expect(tree.begin('br_00000001')).toMatchObject({ branch: { state: 'active' } });
      expect(tree.begin('br_00000001').kind).toBe('refused');
      expect(tree.end('br_00000001', { ...completed, lastTokens: 7 })).toMatchObject({
        kind: 'ended',
        branch: { state: 'completed', usedTokens: 7 },
        ended: [],
      });
      expect(tree.end('br_00000001', completed)).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/completed, not active/u),
      });
      expect(tree.charge('br_00000001', 1).kind).toBe('refused');
      expect(tree.find('br_ffffffff')).toBeNull();
    });

    test('a branch that does not return in time has timed out, and so is everything beneath it over', () => {
      const { tree, clock } = setUp();
      const parent = open(tree);
      clock.advance(299_000);
      const child = open(tree, { parentId: parent });
      clock.advance(999);
      expect(statesOf(tree, parent, child)).toEqual(['active', 'active']);
      clock.advance(1);
      expect(statesOf(tree, parent, child)).toEqual(['timeout', 'failed']);
      expect(tree.find(parent)?.reason).toContain('300 s');
      expect(tree.charge(child, 1)).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/its parent .* ended/u),
      });
      expect(tree.end(parent, completed).kind).toBe('refused');
    });

    test('branches beneath end first, the deepest first of all', () => {
      const { tree } = setUp();
      const a = open(tree);
      const b = open(tree, { parentId: a });
      const c = open(tree, { parentId: b });
      const d = open(tree, { parentId: a });
      const other = open(tree);
      expect(tree.end(a, completed)).toMatchObject({ kind: 'ended', ended: [c, b, d] });
      expect(statesOf(tree, a, b, c, d, other)).toEqual(['completed', 'failed', 'failed', 'failed', 'active']);
    });
  });
}

function describeLimits(setUp: SetUp): void {
  describe('limits', () => {
    test('depth 0, 1 and 2, not 3', () => {
      const { tree } = setUp();
      const ids = [open(tree)];
      for (const depth of [1, 2]) {
        ids.push(open(tree, { parentId: ids.at(-1) as string }));
        expect(tree.find(ids.at(-1) as string)?.depth).toBe(depth);
      }
      const request = { sessionId: 's', parentId: ids[2] as string, budgetTokens: 1, timeoutMs: null };
      expect(tree.create(request)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/3 deep/u) });
    });

    test('a parent must be active and of the same session', () => {
      const { tree } = setUp();
      const parent = open(tree);
      const request = { sessionId: 's', parentId: parent, budgetTokens: 1, timeoutMs: null };
      expect(tree.create({ ...request, sessionId: 'other' })).toMatchObject({
        reason: expect.stringMatching(/another session/u),
      });
      expect(tree.create({ ...request, parentId: 'br_12345678' })).toMatchObject({
        reason: expect.stringMatching(/no branch br_12345678/u),
      });
      tree.end(parent, completed);
      expect(tree.create(request)).toMatchObject({ kind: 'refused' });
    });

    test('ten open branches per session, side by side; a place is free again after a return or a timeout', () => {
      const { tree, clock } = setUp();
      const ids = Array.from({ length: 10 }, () => open(tree));
      expect(ids.map((id) => tree.find(id)?.depth)).toEqual(Array(10).fill(0));
      const request = { sessionId: 's', parentId: null, budgetTokens: 1, timeoutMs: null };
      expect(tree.create(request)).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/10 open branches/u),
      });
      expect(tree.create({ ...request, sessionId: 'other' }).kind).toBe('created');
      tree.end(ids[3] as string, completed);
      expect(tree.create(request).kind).toBe('created');
      clock.advance(300_000);
      expect(tree.create(request).kind).toBe('created');
    });

    test('ended branches are forgotten one day, open ones never', () => {
      const { tree } = setUp();
      const kept = open(tree);
      const first = open(tree);
      tree.end(first, completed);
      for (let i = 0; i < 1001; i += 1) tree.end(open(tree), completed);
      expect([tree.find(kept)?.state, tree.find(first)]).toEqual(['active', null]);
      expect(tree.findOpen('s')?.branchId).toBe(kept);
      expect(tree.findOpen('nobody')).toBeNull();
    });
  });
}

function describeBudget(setUp: SetUp): void {
  describe('budget', () => {
    test('one warning at 80 %, the whole budget can be spent, one more token is refused and forces the return', () => {
      const { tree } = setUp();
      const id = open(tree);
      const warns = [79, 1, 10, 10].map((tokens) => {
        const outcome = tree.charge(id, tokens);
        return outcome.kind === 'charged' && outcome.warns;
      });
      expect(warns).toEqual([false, true, false, false]);
      expect(tree.find(id)).toMatchObject({ usedTokens: 100, mustReturn: false, state: 'active' });
      expect(tree.charge(id, 1)).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/100 of 100 are used; return now/u),
      });
      expect(tree.find(id)).toMatchObject({ usedTokens: 100, mustReturn: true, state: 'active' });
      expect(tree.charge(id, 0)).toMatchObject({ kind: 'refused' });
      expect(tree.end(id, { ...completed, lastTokens: 50 })).toMatchObject({ branch: { usedTokens: 100 } });
    });

    test('a refused charge books nothing, and what would have fitted afterwards is refused too', () => {
      const { tree } = setUp();
      const id = open(tree);
      tree.charge(id, 60);
      expect(tree.charge(id, 41).kind).toBe('refused');
      expect(tree.charge(id, 1).kind).toBe('refused');
      expect(tree.find(id)?.usedTokens).toBe(60);
    });

    test('whatever is charged, usage is what was granted and never above the budget; at most one warning', () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: -5, max: 60 })), (charges) => {
          const { tree } = setUp();
          const id = open(tree);
          const outcomes = charges.map((tokens) => ({ tokens, outcome: tree.charge(id, tokens) }));
          const charged = outcomes.filter(({ outcome }) => outcome.kind === 'charged');
          const granted = charged.reduce((sum, { tokens }) => sum + tokens, 0);
          const warnings = charged.filter(({ outcome }) => outcome.kind === 'charged' && outcome.warns).length;
          expect(tree.find(id)?.usedTokens).toBe(granted);
          expect(granted).toBeLessThanOrEqual(100);
          expect(warnings).toBe(granted >= 80 ? 1 : 0);
        }),
      );
    });
  });
}

/** Trees hand out `br_00000001`, `br_00000002` and so on, and allow ten open branches per session. */
export function describeBranchTree(name: string, create: (clock: Clock) => BranchTree): void {
  const setUp: SetUp = () => {
    const clock = createFixedClock();
    return { clock, tree: create(clock) };
  };
  describe(`${name} keeps the contract of BranchTree`, () => {
    describeStates(setUp);
    describeLimits(setUp);
    describeBudget(setUp);
  });
}
