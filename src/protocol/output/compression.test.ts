import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClaimedFinding, claimFinding } from '../findings/finding.ts';
import { compressFindings } from './compression.ts';

const BASE = claimFinding({
  id: 'F002',
  severity: 'MEDIUM',
  title: 'Query by hand',
  issue: 'Query by hand',
  cwe: 'CWE-89',
  file: 'a.ts',
  line: 10,
  endLine: 10,
  source: 'req.query.q :8',
  sink: 'db.run(sql) :10',
  flow: ':8 → :9(concat) → :9(trim) → :10',
  evidence: 'const q = req.query.q;\nconst sql = "…" + q;\nreturn db.run(sql);',
});
const compress = (...findings: readonly ClaimedFinding[]) => compressFindings(findings);

test.each([
  [{}, 'return db.run(sql);'],
  [{ sink: null }, 'const q = req.query.q;'],
  [{ sink: null, source: null }, 'const q = req.query.q;'],
  [{ evidence: '\n  one line\n' }, 'one line'],
  [{ evidence: null }, null],
])('three lines of evidence become the most critical one: %j → %j [TRUNC-03]', (said, evidence) => {
  expect(compress({ ...BASE, ...said }).findings.map((finding) => finding.evidence)).toEqual([evidence]);
});

test('same CWE and same file become one entry with a line range, lowest id, highest severity and every source [TRUNC-04, AUD-27]', () => {
  const other: ClaimedFinding = {
    ...BASE,
    id: 'F001',
    severity: 'HIGH',
    line: 40,
    endLine: 40,
    title: 'Other',
    issue: 'Other',
    source: 'req.body.q :38',
    references: ['r'],
  };
  const { findings, merged } = compress(BASE, other, { ...BASE, id: 'F003', line: 20, endLine: 22 });
  expect(merged).toBe(2);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    id: 'F001',
    severity: 'HIGH',
    file: 'a.ts',
    line: 10,
    endLine: 40,
    title: 'Other',
    source: 'req.body.q :38; req.query.q :8',
    sink: 'db.run(sql) :10',
    references: ['r'],
  });
});

test.each([[{ file: 'b.ts' }], [{ cwe: 'CWE-79' }], [{ cwe: null }], [{ file: null }]])(
  '%j stays apart [TRUNC-04]',
  (said) => {
    expect(compress(BASE, { ...BASE, ...said, id: 'F009' })).toMatchObject({
      merged: 0,
      findings: [{ id: 'F002' }, { id: 'F009' }],
    });
  },
);

test('findings without a CWE are never merged [TRUNC-04]', () => {
  expect(compress({ ...BASE, cwe: null }, { ...BASE, cwe: null }).merged).toBe(0);
});

test.each([
  ['LOW', ':8 → :10'],
  ['MEDIUM', ':8 → :10'],
  ['HIGH', BASE.flow],
  ['CRITICAL', BASE.flow],
] as const)('the flow of a %s finding becomes %j [TRUNC-05]', (severity, flow) => {
  expect(compress({ ...BASE, severity }).findings[0]?.flow).toBe(flow);
});

test('arrows in ASCII and short flows [TRUNC-05]', () => {
  expect(compress({ ...BASE, flow: 'a -> b -> c' }).findings[0]?.flow).toBe('a → c');
  expect(compress({ ...BASE, flow: 'a → c' }).findings[0]?.flow).toBe('a → c');
  expect(compress({ ...BASE, flow: null }).findings[0]?.flow).toBeNull();
});

test('no entry is lost without being counted, and a second time changes nothing', () => {
  const finding = fc.record({
    severity: fc.constantFrom('CRITICAL', 'HIGH', 'MEDIUM', 'LOW'),
    cwe: fc.constantFrom('CWE-1', 'CWE-2', null),
    file: fc.constantFrom('a', 'b', null),
    line: fc.option(fc.integer({ min: 1, max: 99 })),
    evidence: fc.option(fc.string()),
    flow: fc.option(fc.string()),
  });
  fc.assert(
    fc.property(fc.array(finding), (said) => {
      const once = compress(...said.map((parts) => claimFinding({ ...parts, title: 't', issue: 't' })));
      expect(once.findings.length + once.merged).toBe(said.length);
      expect(compress(...once.findings)).toEqual({ findings: once.findings, merged: 0 });
    }),
  );
});
