/** What a repair did to the findings of its file, counted by rule. */
import { expect, test } from 'vitest';
import { compareRepaired } from './repair-effect.ts';

const found = (fingerprint: string, rule: string | null, more: { status?: string; model?: string } = {}) => ({
  fingerprint,
  category: 'injection',
  status: more.status ?? 'confirmed',
  reported_by: [{ rule, model: more.model ?? null }],
});
const [a, b] = [found('a', 'eval'), found('b', 'eval')];

test.each([
  ['gone', [a], [], [], ['a']],
  ['still there', [a], [a], [], []],
  ['silenced', [a], [found('a', 'eval', { status: 'suppressed' })], [], []],
  ['guarded now', [a], [found('a', 'eval', { status: 'rejected' })], [], ['a']],
  ['the same in other words', [a], [found('x', 'eval')], [], []],
  ['a twin takes its number', [a, b], [a], [], ['a']],
  ['another finding quotes the rewritten line', [a, found('t', 'timeout')], [found('u', 'timeout')], [], ['a']],
  ['something new', [a], [found('n', 'shell')], ['n'], ['a']],
  ['one more of the same rule', [a], [a, found('n', 'eval')], ['n'], []],
  ['only a model reports it', [found('a', null, { model: 'm' })], [], [], []],
] as const)('%s', (...[, before, after, fresh, gone]) => {
  const effect = compareRepaired([...before], [...after]);
  expect(effect.fresh.map(({ fingerprint }) => fingerprint)).toEqual(fresh);
  expect(effect.listGone([before[0]]).map(({ fingerprint }) => fingerprint)).toEqual(gone);
});
