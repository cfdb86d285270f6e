import { expect, test } from 'vitest';
import { createBranches } from './branches.ts';

const from = (...ids: string[]) => ({ branchId: () => ids.shift() ?? 'br_ffffffff' });
const request = { agent: 'security-reviewer', budgetTokens: 100 };

test('six agents own six distinct branches, even if an id is drawn twice', () => {
  const ids = [
    'br_00000001',
    'br_00000001',
    'br_00000002',
    'br_00000003',
    'br_00000002',
    'br_00000004',
    'br_00000005',
    'br_00000006',
  ];
  const branches = createBranches(from(...ids));
  const created = Array.from({ length: 6 }, (_, i) => branches.create({ agent: `agent-${i}`, budgetTokens: 1 }));
  expect(new Set(created).size).toBe(6);
  expect(created.every((id) => /^br_[0-9a-f]{8}$/u.test(id))).toBe(true);
});

test('a branch is completed once', () => {
  const branches = createBranches(from('br_0000000a'));
  const id = branches.create(request);
  branches.complete(id, 42);
  expect(() => branches.complete(id, 42)).toThrow(/no branch|not active/u);
  expect(() => branches.complete('br_00000000', 0)).toThrow(/no branch|not active/u);
});

test('ids of another form and an exhausted source are defects', () => {
  expect(() => createBranches(from('42')).create(request)).toThrow('br_');
  const branches = createBranches({ branchId: () => 'br_00000001' });
  branches.create(request);
  expect(() => branches.create(request)).toThrow('no unused branch id');
});
