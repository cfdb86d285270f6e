import { expect, test } from 'vitest';
import { chooseTargets, type DeepDiveFinding, judgeDeepDive } from './deep-dive.ts';

const finding = (id: string, said: Partial<DeepDiveFinding>): DeepDiveFinding => ({
  id,
  severity: 'HIGH',
  dimension: 'D1',
  hasFullFlow: true,
  ...said,
});

test('every hotspot is a target; without hotspots the severe findings of D1-D3', () => {
  const hotspots = [{ file: 'a.ts', lines: { start: 4, end: 9 } }];
  const findings = [
    finding('F1', { severity: 'CRITICAL', dimension: 'D3' }),
    finding('F2', { severity: 'MEDIUM' }),
    finding('F3', { dimension: 'D4' }),
    finding('F4', { dimension: null }),
    finding('F5', { dimension: 'D2' }),
  ];
  expect(chooseTargets(hotspots, findings)).toEqual({ kind: 'hotspots', hotspots });
  expect(chooseTargets([], findings)).toEqual({ kind: 'findings', ids: ['F1', 'F5'] });
});

test('a severe finding without a full flow makes the phase partial and caps Critical confidence', () => {
  expect(judgeDeepDive([finding('F1', {}), finding('F2', { severity: 'LOW', hasFullFlow: false })])).toEqual({
    status: 'completed',
    watermark: null,
    withoutFlow: [],
    cappedConfidence: [],
  });
  const open = [finding('F1', { hasFullFlow: false }), finding('F2', { severity: 'CRITICAL', hasFullFlow: false })];
  expect(judgeDeepDive(open)).toEqual({
    status: 'partial',
    watermark: 'Deep Dive Incomplete',
    withoutFlow: ['F1', 'F2'],
    cappedConfidence: ['F2'],
  });
});

test('a hotspot that nobody covered makes the phase partial too', () => {
  expect(judgeDeepDive([finding('F1', {})], 1)).toEqual({
    status: 'partial',
    watermark: 'Deep Dive Incomplete',
    withoutFlow: [],
    cappedConfidence: [],
  });
});

test('one open flow is enough', () => {
  expect(judgeDeepDive([finding('F1', { hasFullFlow: false })])).toMatchObject({
    status: 'partial',
    watermark: 'Deep Dive Incomplete',
  });
});
