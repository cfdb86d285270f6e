import { expect, test } from 'vitest';
import { buildRatings, coverageOf } from '../coverage/audit-coverage.ts';
import type { CoverageStatus, Dimension, DimensionCoverage } from '../findings/dimension.ts';
import {
  type AuditRecord,
  formatRecovery,
  listDisclosures,
  listTruncationGaps,
  parseNotMet,
  type TruncatedAgent,
} from './audit-disclosure.ts';

const cover = (said: Partial<Record<Dimension, CoverageStatus>>): DimensionCoverage =>
  coverageOf(buildRatings((dimension) => said[dimension] ?? 'covered'));
const cut = (said: Partial<TruncatedAgent> = {}): TruncatedAgent => ({
  agentId: 'agent-r1-02',
  severity: 'mild',
  keptFindings: 3,
  retry: null,
  dimensions: ['D1', 'D3'],
  ...said,
});
const clean: AuditRecord = {
  truncatedAgents: [],
  lostFindings: { count: 0, isLowerBound: false },
  coverage: cover({}),
  incompleteReason: null,
  validated: true,
};
const disclose = (said: Partial<AuditRecord>) => listDisclosures({ ...clean, ...said });

test('each cut agent is listed with what was recovered [REPORT-01]', () => {
  expect(disclose({ truncatedAgents: [cut()] })).toContain('agent-r1-02: mild truncation, 3 kept');
  expect(
    disclose({ truncatedAgents: [cut(), cut({ agentId: 'agent-r1-04', severity: 'severe', retry: 'completed' })] }),
  ).toContain('agent-r1-04: severe truncation, output discarded; retry completed');
  expect(formatRecovery(cut({ severity: 'severe', retry: 'truncated' }))).toBe(
    'output discarded; the retry was truncated too; left to the next round',
  );
});

test('gaps that truncation may have caused are named, filled ones are not [REPORT-02]', () => {
  const record = { truncatedAgents: [cut()], coverage: cover({ D3: 'shallow', D7: 'missing' }) };
  expect(listTruncationGaps(record)).toEqual(['D3']);
  expect(disclose(record)).toContain('Coverage gaps that truncation may have caused: D3');
  expect(disclose({ truncatedAgents: [cut()] }).join()).not.toContain('Coverage gaps');
});

test('the number of lost findings is always stated, zero included [REPORT-03]', () => {
  expect(disclose({})).toEqual(['Findings that could not be recovered: 0']);
  expect(disclose({ lostFindings: { count: 2, isLowerBound: false } })).toEqual([
    'Findings that could not be recovered: 2',
  ]);
  expect(disclose({ lostFindings: { count: 2, isLowerBound: true } })).toEqual([
    'Findings that could not be recovered: at least 2',
  ]);
});

test('unfilled dimensions are not met, a failed audit is incomplete [REPORT-04, CONVERGE-05]', () => {
  expect(
    disclose({
      coverage: cover({ D7: 'shallow', D10: 'missing', D6: 'not-applicable' }),
      incompleteReason: 'the restart failed too',
    }),
  ).toEqual([
    'audit incomplete: the restart failed too',
    'Findings that could not be recovered: 0',
    'D7 Cryptography: not met (⚠️)',
    'D10 Supply chain: not met (❌)',
  ]);
});

test('quick says that nothing was validated [AUD-33]', () => {
  expect(disclose({ validated: false })).toContain('findings were not validated');
});

test('what a dimension lacks is read back from the limitations [REPORT-04]', () => {
  const limitations = disclose({
    coverage: cover({ D1: 'shallow', D10: 'missing' }),
    shortfalls: { D1: ['1 of 3 full flows (deep): none', 'and more'] },
  });
  expect(parseNotMet('D1', limitations)).toBe('1 of 3 full flows (deep): none; and more');
  expect([parseNotMet('D10', limitations), parseNotMet('D2', limitations)]).toEqual([null, null]);
});
