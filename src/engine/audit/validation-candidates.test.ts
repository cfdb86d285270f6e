import { expect, test } from 'vitest';
import { EMPTY_BASELINE, EMPTY_RECON } from '../../../test/support/audit-engine.ts';
import { DIMENSIONS } from '../../protocol/findings/dimension.ts';
import { claimFinding, type LineRange } from '../../protocol/findings/finding.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import type { AuditState } from './audit-state.ts';
import { listSemgrep } from './scanned-findings.ts';
import { listCandidates } from './validation-candidates.ts';

const endpoint = (line: number, handler: { readonly file: string; readonly line: number } | null) => ({
  file: 'app.js',
  line,
  label: `GET /${line}`,
  guards: [],
  handler,
});

/** A finding of ours on line 14, and one of Semgrep on line 17. */
const candidatesOf = (
  endpoints: readonly ReturnType<typeof endpoint>[],
  changed: readonly LineRange[] | null = null,
) => {
  const sql = claimFinding({ severity: 'HIGH', title: 't', issue: 'i', cwe: 'CWE-89', dimension: 'D1' });
  return listCandidates({
    recon: { ...EMPTY_RECON, endpoints },
    survey: { files: [{ path: 'app.js', changed }] },
    plan: { dimensions: DIMENSIONS, notApplicable: [], cellPaths: null },
    hunts: [],
    baseline: {
      ...EMPTY_BASELINE,
      embedded: { status: 'completed', findings: [{ ...sql, rule: 'sql', file: 'app.js', line: 14, endLine: 14 }] },
      semgrep: {
        status: 'completed',
        reason: null,
        findings: [{ ...sql, rule: 'q', file: 'app.js', line: 17, endLine: 17 }],
      },
    },
  } as unknown as AuditState);
};

test.each([
  ['no handler is known', [], 1],
  ['of one handler', [endpoint(13, { file: 'app.js', line: 13 })], 1],
  ['of two handlers', [endpoint(13, { file: 'app.js', line: 13 }), endpoint(16, { file: 'app.js', line: 16 })], 2],
  ['another begins behind them', [endpoint(13, null), endpoint(18, null)], 1],
  ['a decorator above its function', [endpoint(12, { file: 'app.js', line: 15 })], 1],
  ['a handler that is declared elsewhere', [endpoint(90, { file: 'app.js', line: 16 })], 2],
] as const)('near findings with one CWE: %s [AUD-22]', (_name, endpoints, candidates) => {
  expect(candidatesOf(endpoints)).toHaveLength(candidates);
});

test('what scanners see on lines that a change left alone stood there before', () => {
  const told = candidatesOf([endpoint(16, null)], [{ start: 17, end: 18 }]);
  expect(told.map(({ lead }) => [lead.agent, lead.introduced])).toEqual([
    ['baseline', false],
    ['semgrep', true],
  ]);
});

test('hits of Semgrep are numbered by severity, path, line and rule [FACT-06]', () => {
  const hit = (severity: Severity, file: string, line: number, rule: string) =>
    claimFinding({ severity, title: rule, issue: rule, file, line, rule });
  const findings = [
    hit('HIGH', 'b.kt', 4, 'sql'),
    hit('HIGH', 'a.kt', 40, 'z'),
    hit('MEDIUM', 'a.kt', 4, 'sql'),
    hit('HIGH', 'a.kt', 40, 'a'),
    hit('HIGH', 'a.kt', 2, 'sql'),
  ];
  const numbered = listSemgrep({
    survey: { files: ['a.kt', 'b.kt'].map((path) => ({ path, changed: null })) },
    plan: { dimensions: DIMENSIONS, notApplicable: [], cellPaths: null },
    baseline: { ...EMPTY_BASELINE, semgrep: { status: 'completed', reason: null, findings } },
  } as unknown as AuditState);
  expect(numbered.map(({ id, severity, file, line, rule }) => `${id} ${severity} ${file}:${line} ${rule}`)).toEqual([
    'SG-001 HIGH a.kt:2 sql',
    'SG-002 HIGH a.kt:40 a',
    'SG-003 HIGH a.kt:40 z',
    'SG-004 HIGH b.kt:4 sql',
    'SG-005 MEDIUM a.kt:4 sql',
  ]);
});
