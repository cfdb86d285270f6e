import { expect, test } from 'vitest';
import { scoreRisk } from './calibration.ts';
import { type AccessPath, describeImpact, estimateFactors, scorePath } from './risk-factors.ts';

test.each([
  ['CWE-78', 'attacker code runs, or all data is exposed'],
  ['CWE-306', 'no account is needed for what it does'],
  ['CWE-1357', 'an untested release is installed, broken or hijacked'],
  ['CWE-494', 'attacker code runs, or all data is exposed'],
  ['CWE-22', 'data or accounts of others are read or changed'],
  ['CWE-916', 'data or accounts of others are read or changed'],
  ['CWE-1004', 'this disables a protection'],
  ['CWE-99999', null],
  [null, null],
] as const)('what %s gives away: %s', (cwe, words) => {
  expect(describeImpact(cwe)).toBe(words);
});

const score = (cwe: string, way: AccessPath | null, steps = 1): number | null => {
  const factors = estimateFactors({ cwe, way, steps, chain: 'none' });
  return factors === null ? null : scoreRisk(factors);
};
const http = (...guards: readonly string[]): AccessPath => ({ kind: 'http', guards });

test.each([
  ['CWE-89', http(), 6, 'an open endpoint, the whole database'],
  ['CWE-89', http('requireUser'), 5, 'somebody signed in'],
  ['CWE-89', http('requireAdmin'), 4, 'an administrator'],
  ['CWE-79', http(), 4, 'a victim must look'],
  ['CWE-502', { kind: 'cli' }, 5, 'whoever starts the command'],
  ['CWE-78', { kind: 'job' }, 4, 'a job works on data of somebody'],
  ['CWE-78', { kind: 'exported-api' }, 4, 'a program must hand over foreign data'],
  ['CWE-502', { kind: 'data', origin: 'server' }, 5, 'whoever answers for the other server'],
  ['CWE-78', { kind: 'data', origin: 'environment' }, 4, 'whoever sets the environment'],
  ['CWE-798', { kind: 'repository' }, 4, 'whoever reads the repository'],
  ['CWE-295', { kind: 'network' }, 4, 'whoever sits on the line'],
  ['CWE-494', { kind: 'supplier' }, 4, 'whoever serves the script'],
  ['CWE-829', { kind: 'supplier' }, 3, 'and a new version must be taken'],
  ['CWE-1357', { kind: 'supplier' }, 2, 'and nobody notices'],
  ['CWE-916', http(), 4, 'with stolen hashes'],
  ['CWE-338', http(), 3, 'with luck'],
  ['CWE-942', { kind: 'setting' }, 2, 'where the setting is in force'],
] as const)('%s by %j scores %d: %s [FACT-10]', (cwe, way, expected, _why) => {
  expect(score(cwe, way)).toBe(expected);
});

test('a long way is harder; without a way, or without a known impact, nothing is scored', () => {
  expect([score('CWE-89', http(), 6), score('CWE-89', http(), 7)]).toEqual([6, 5]);
  const facts = { cwe: 'CWE-1357', way: { kind: 'supplier' }, steps: 0, chain: 'none' } as const;
  expect(estimateFactors({ ...facts, isForDevelopment: true })?.environment).toBe('custom');
  expect(score('CWE-89', null)).toBeNull();
  expect(score('CWE-99999', http())).toBeNull();
});

test('more conditions and a victim make an attack path lower', () => {
  const path = (cwe: string, way: AccessPath) => {
    const factors = estimateFactors({ cwe, way, steps: 1, chain: 'none' });
    return factors === null ? null : scorePath(factors, cwe).total;
  };
  expect([path('CWE-89', http()), path('CWE-79', http()), path('CWE-798', { kind: 'repository' })]).toEqual([
    12, 9, 11,
  ]);
});
