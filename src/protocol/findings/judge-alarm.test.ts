/** What becomes of another tool's alarm, case by case: only a flow that was followed confirms a weakness that has one. */
import { expect, test } from 'vitest';
import { type ClaimedFinding, claimFinding } from './finding.ts';
import { type FileKnowledge, judgeAlarm } from './judge-alarm.ts';

const NOTHING: FileKnowledge = { findings: [], refuted: [], examined: [], unresolved: [], gap: null };
const ALARM = { file: 'a.py', line: 10, endLine: 12, cwes: ['CWE-78'] };

const found = (said: Partial<ClaimedFinding>): ClaimedFinding =>
  claimFinding({
    severity: 'HIGH',
    title: 't',
    issue: 'i',
    file: 'a.py',
    line: 11,
    endLine: 11,
    cwe: 'CWE-78',
    dimension: 'D1',
    rule: 'own-rule',
    source: 'request.args :3',
    sink: 'os.system(x) :11',
    ...said,
  });
const hash = found({ cwe: 'CWE-327', dimension: 'D7', source: null, sink: null });
const guarded = { start: 11, end: 11, kind: 'guarded', reason: 'a check', cwe: 'CWE-78' } as const;
const dead = { start: 10, end: 12, kind: 'unreachable', reason: 'never runs', cwe: null } as const;

const CASES: readonly [string, Partial<FileKnowledge>, string, RegExp, Partial<typeof ALARM>?][] = [
  ['a flow that was followed', { findings: [found({})] }, 'confirmed', /from request\.args :3 to os\.system\(x\) :11/u],
  [
    'a flow through the line',
    { findings: [found({ line: 40, endLine: 40, flow: ':3 → :12 → :40' })] },
    'confirmed',
    /./u,
  ],
  ['a number of the same family', { findings: [found({ cwe: 'CWE-77' })] }, 'confirmed', /./u],
  ['another weakness', { findings: [found({ cwe: 'CWE-89' })] }, 'unknown', /saw no untrusted data/u],
  ['another place', { findings: [found({ line: 30, endLine: 30 })] }, 'unknown', /saw no untrusted data/u],
  [
    'an assumed source',
    { findings: [found({ extra: { assumed_source: true } })] },
    'unknown',
    /could not follow the data to a source/u,
  ],
  ['a sink without a source', { findings: [found({ source: null })] }, 'unknown', /own-rule sees it too/u],
  ['a flaw in one place', { findings: [hash] }, 'confirmed', /no flow to follow/u, { cwes: ['CWE-327'] }],
  [
    'a guard that is missing',
    { findings: [found({ cwe: 'CWE-306', dimension: 'D2', source: null, sink: null })] },
    'confirmed',
    /no flow to follow/u,
    { cwes: ['CWE-306'] },
  ],
  [
    'a flaw in one place that no rule reports',
    {},
    'unknown',
    /no rule of ours reports CWE-327/u,
    { cwes: ['CWE-327'] },
  ],
  ['a check', { examined: [guarded] }, 'guarded', /a check/u],
  ['a check against another weakness', { examined: [{ ...guarded, cwe: 'CWE-89' }] }, 'unknown', /./u],
  [
    'a check against one of two weaknesses',
    { examined: [guarded] },
    'unknown',
    /a check; the alarm may also mean CWE-89/u,
    { cwes: ['CWE-78', 'CWE-89'] },
  ],
  [
    'checks against both',
    { examined: [guarded, { ...guarded, kind: 'unreachable', cwe: 'CWE-89' }] },
    'guarded',
    /a check/u,
    { cwes: ['CWE-89', 'CWE-78'] },
  ],
  ['a check, and a number nobody knows', { examined: [guarded] }, 'guarded', /a check/u, { cwes: ['CWE-5', 'CWE-77'] }],
  ['dead code, whatever the weakness', { examined: [dead] }, 'unreachable', /never runs/u, { cwes: [] }],
  ['a flow beside a check', { findings: [found({})], examined: [guarded] }, 'confirmed', /./u],
  ['harmless callers', { refuted: [{ claim: found({}), reason: 'every caller' }] }, 'unreachable', /every caller/u],
  ['an open end', { unresolved: [{ line: 11, cwe: 'CWE-78' }] }, 'unknown', /could not be followed to its source/u],
  ['a file that was cut short', { unresolved: [{ line: null, cwe: null }] }, 'unknown', /could not be followed/u],
  ['a file that nobody analysed', { gap: 'not analysed: no-analyzer' }, 'unknown', /no-analyzer/u],
  ['no weakness named', { findings: [found({})] }, 'unknown', /names no weakness .* CWE-78/u, { cwes: [] }],
  ['a weakness nobody knows', {}, 'unknown', /no rule of ours covers CWE-5/u, { cwes: ['CWE-5'] }],
];

test.each(CASES.map((row) => ({ name: row[0], row })))('$name', ({ row: [, known, result, reason, alarm = {}] }) => {
  expect(judgeAlarm({ ...ALARM, ...alarm }, { ...NOTHING, ...known })).toMatchObject({
    result,
    reason: expect.stringMatching(reason),
  });
});
