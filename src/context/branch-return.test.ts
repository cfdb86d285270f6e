import { describe, expect, test } from 'vitest';
import { createCountingIds, createFixedClock, createWordCounter } from '../testing/fixed-ports.ts';
import { returnBranch, type Scrub } from './branch-return.ts';
import { createBranchTree } from './branch-tree.ts';

function setUp(scrub: Scrub) {
  const clock = createFixedClock();
  const tree = createBranchTree({ ids: createCountingIds(), clock, maxOpenPerSession: 10 });
  const open = (parentId: string | null = null): string => {
    const created = tree.create({ sessionId: 's', parentId, budgetTokens: 20, timeoutMs: 60_000 });
    if (created.kind === 'refused') throw new Error(created.reason);
    tree.begin(created.branch.branchId);
    return created.branch.branchId;
  };
  const give = (id: string, message: string) =>
    returnBranch(id, message, { tree, scrub, counter: createWordCounter(), clock });
  return { clock, tree, open, give };
}

const mask: Scrub = async (text) => text.replaceAll('hunter2', '***');

test('a message leaves without its secrets, is paid for, and ends the branch after its children', async () => {
  const { tree, open, give } = setUp(mask);
  const parent = open();
  const child = open(parent);
  tree.charge(parent, 5);
  expect(await give(parent, 'the password is hunter2')).toEqual({
    kind: 'returned',
    message: 'the password is ***',
    usedTokens: 9,
    ended: [child],
  });
  expect([tree.find(parent)?.state, tree.find(child)?.state]).toEqual(['completed', 'failed']);
});

test('a branch that spent its budget may still return', async () => {
  const { tree, open, give } = setUp(mask);
  const id = open();
  expect(tree.charge(id, 21).kind).toBe('refused');
  expect(await give(id, 'done')).toMatchObject({ kind: 'returned', message: 'done', usedTokens: 1 });
});

test('an unknown branch, one that returned, and one whose time is up get no message through', async () => {
  const { open, give, clock } = setUp(mask);
  expect(await give('br_0badc0de', 'x')).toMatchObject({ kind: 'refused' });
  const [a, b] = [open(), open()];
  await give(a, 'x');
  expect(await give(a, 'x')).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/completed/u) });
  clock.advance(60_000);
  expect(await give(b, 'x')).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/timeout/u) });
});

test('of two returns at the same time one is refused', async () => {
  const { open, give } = setUp(mask);
  const id = open();
  const outcomes = await Promise.all([give(id, 'one'), give(id, 'two')]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['refused', 'returned']);
});

describe('a scrubber that fails lets nothing out and leaves the branch and its children open', () => {
  test.each<[string, Scrub]>([
    ['rejects', () => Promise.reject(new Error('hunter2'))],
    [
      'throws',
      () => {
        throw new Error('hunter2');
      },
    ],
    ['answers with nothing', async () => undefined as unknown as string],
  ])('%s', async (_name, scrub) => {
    const { tree, open, give } = setUp(scrub);
    const parent = open();
    const child = open(parent);
    const outcome = await give(parent, 'hunter2');
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
    expect([tree.find(parent)?.state, tree.find(child)?.state]).toEqual(['active', 'active']);
  });

  test('hangs', async () => {
    const { clock, tree, open, give } = setUp(() => new Promise(() => undefined));
    const id = open();
    const outcome = give(id, 'hunter2');
    clock.advance(10_000);
    expect(await outcome).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/scrubbed/u) });
    expect(tree.find(id)?.state).toBe('active');
  });
});
