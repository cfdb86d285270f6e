import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Compressible, compressFindings } from './compression.ts';

const BASE: Compressible & { readonly title: string } = {
  id: 'F002',
  severity: 'MEDIUM',
  title: 'Query by hand',
  cwe: 'CWE-89',
  file: 'a.ts',
  line: 10,
  end_line: 10,
  source: 'req.query.q :8',
  sink: 'db.run(sql) :10',
  flow: ':8 → :9(concat) → :9(trim) → :10',
  evidence: 'const q = req.query.q;\nconst sql = "…" + q;\nreturn db.run(sql);',
  references: [],
  related: [],
};
const compress = (...findings: readonly Compressible[]): readonly Compressible[] =>
  compressFindings(findings).map(({ finding }) => finding);

test.each([
  [{}, 'return db.run(sql);'],
  [{ sink: null }, 'const q = req.query.q;'],
  [{ sink: null, source: null }, 'const q = req.query.q;'],
  [{ evidence: '\n  one line\n' }, 'one line'],
  [{ evidence: null }, null],
])('three lines of evidence become the most critical one: %j → %j [TRUNC-03]', (said, evidence) => {
  expect(compress({ ...BASE, ...said }).map((finding) => finding.evidence)).toEqual([evidence]);
});

test('same CWE and same file become one entry with a line range, lowest id, highest severity, every source and every place [TRUNC-04, AUD-27]', () => {
  const other = {
    ...BASE,
    id: 'F001',
    severity: 'HIGH',
    line: 40,
    end_line: 40,
    title: 'Other',
    source: 'req.body.q :38',
    references: ['r'],
    related: ['F002', 'F009'],
  } as const;
  expect(compressFindings([BASE, other, { ...BASE, id: 'F003', line: 20, end_line: 22 }])).toMatchObject([
    {
      finding: {
        id: 'F001',
        severity: 'HIGH',
        file: 'a.ts',
        line: 10,
        end_line: 40,
        title: 'Other',
        source: 'req.body.q :38; req.query.q :8',
        sink: 'db.run(sql) :10',
        references: ['r'],
        related: ['F009'],
      },
      mergedFrom: [
        { id: 'F002', line: 10, end_line: 10 },
        { id: 'F001', line: 40, end_line: 40 },
        { id: 'F003', line: 20, end_line: 22 },
      ],
    },
  ]);
});

test.each([[{ file: 'b.ts' }], [{ cwe: 'CWE-79' }], [{ cwe: null }]])('%j stays apart [TRUNC-04]', (said) => {
  expect(compressFindings([BASE, { ...BASE, ...said, id: 'F009' }])).toMatchObject([
    { finding: { id: 'F002' }, mergedFrom: [] },
    { finding: { id: 'F009' }, mergedFrom: [] },
  ]);
});

test('findings without a CWE are never merged [TRUNC-04]', () => {
  expect(compress({ ...BASE, cwe: null }, { ...BASE, cwe: null })).toHaveLength(2);
});

test.each([
  ['LOW', ':8 → :10'],
  ['MEDIUM', ':8 → :10'],
  ['HIGH', BASE.flow],
  ['CRITICAL', BASE.flow],
] as const)('the flow of a %s finding becomes %j [TRUNC-05]', (severity, flow) => {
  expect(compress({ ...BASE, severity })[0]?.flow).toBe(flow);
});

test('arrows in ASCII and short flows [TRUNC-05]', () => {
  expect(compress({ ...BASE, flow: 'a -> b -> c' })[0]?.flow).toBe('a → c');
  expect(compress({ ...BASE, flow: 'a → c' })[0]?.flow).toBe('a → c');
  expect(compress({ ...BASE, flow: null })[0]?.flow).toBeNull();
});

test('every finding is in one entry, and a second time changes nothing', () => {
  const finding = fc.record({
    severity: fc.constantFrom('CRITICAL', 'HIGH', 'MEDIUM', 'LOW'),
    cwe: fc.constantFrom('CWE-1', 'CWE-2', null),
    file: fc.constantFrom('a', 'b'),
    line: fc.integer({ min: 1, max: 99 }),
    evidence: fc.option(fc.string()),
    flow: fc.option(fc.string()),
  });
  fc.assert(
    fc.property(fc.array(finding), (said) => {
      const once = compressFindings(said.map((parts) => ({ ...BASE, ...parts, end_line: parts.line })));
      expect(once.reduce((sum, { mergedFrom }) => sum + Math.max(1, mergedFrom.length), 0)).toBe(said.length);
      const entries = once.map((entry) => entry.finding);
      expect(compress(...entries)).toEqual(entries);
    }),
  );
});
