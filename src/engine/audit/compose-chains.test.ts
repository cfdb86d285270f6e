import { expect, test } from 'vitest';
import { composeChains } from './compose-chains.ts';
import type { DiveChain } from './deep-dive-phase.ts';

const chain = (id: string, findings: readonly [string, string], standing: DiveChain['standing']): DiveChain => ({
  id,
  title: 'injection past authorization',
  findings,
  preconditions: [],
  steps: findings.map((finding) => `${finding} a flaw (src/a.ts:1)`),
  amplification: 'data of others is read',
  severity: 'CRITICAL',
  standing,
  reason: null,
});

const FINDINGS = [
  { id: 'M-01', severity: 'MEDIUM', status: 'confirmed' },
  { id: 'M-02', severity: 'MEDIUM', status: 'needs_manual' },
  { id: 'L-01', severity: 'LOW', status: 'rejected' },
  { id: 'L-02', severity: 'LOW', status: 'suppressed' },
] as const;
const IDS = new Map([
  ['F001', 'M-01'],
  ['F002', 'M-02'],
  ['F003', 'M-02'],
  ['F004', 'L-01'],
  ['F005', 'L-02'],
]);

test('pairs that merged into one are one chain, followed before candidate, at the final severity', () => {
  const chains = [chain('AC-01', ['F001', 'F002'], 'candidate'), chain('AC-02', ['F001', 'F003'], 'shown')];
  expect(composeChains(chains, FINDINGS, IDS)).toEqual([
    expect.objectContaining({
      id: 'AC-01',
      findings: ['M-01', 'M-02'],
      steps: ['M-01 a flaw (src/a.ts:1)', 'M-02 a flaw (src/a.ts:1)'],
      severity: 'HIGH',
      standing: 'shown',
    }),
  ]);
});

test('a chain over a rejected finding, or of one finding with itself, is none', () => {
  const chains = [chain('AC-01', ['F001', 'F004'], 'shown'), chain('AC-02', ['F002', 'F003'], 'shown')];
  expect(composeChains(chains, FINDINGS, IDS)).toEqual([]);
});

test('a chain over a suppressed finding is none, wherever it stands in it', () => {
  const chains = [chain('AC-01', ['F001', 'F005'], 'shown'), chain('AC-02', ['F005', 'F001'], 'candidate')];
  expect(composeChains(chains, FINDINGS, IDS)).toEqual([]);
});
