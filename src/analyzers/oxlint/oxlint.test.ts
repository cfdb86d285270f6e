/** JavaScript lint: which rules speak, where a finding stands, and what cannot silence or configure it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import type { AnalyzerFinding } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { applyRepair, readRepair } from '../../protocol/findings/repair.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { readTable } from '../rule-tables/read-table.ts';
import { oxlint } from './declaration.ts';
import { parseOxlintResults } from './oxlint-results.ts';

describeAnalyzer(oxlint, {
  files: { 'a.ts': 'const limit: number = 3;\n\nlimit = 4;\n', 'b.py': 'x = 1\n' },
  finds: ['a.ts:3 oxlint/no-const-assign'],
});

const scan = async (files: Readonly<Record<string, string>>) => {
  const sources = Object.entries(files).map(([path, text]) => ({
    path,
    language: path.endsWith('.tsx') ? 'tsx' : path.endsWith('ts') ? 'typescript' : 'javascript',
    text,
    changed: null,
  }));
  return openAnalyzer(oxlint).scan(sources, {} as Snapshot, new AbortController().signal);
};

const FAULT = 'if (typeof x === "strnig") f();';

test('what the reviewed code says about linters changes nothing', async () => {
  const files = {
    'line.js': `${FAULT} // eslint-disable-line\n`,
    'next.js': `// oxlint-disable-next-line valid-typeof\n${FAULT}\n`,
    'block.js': `/* eslint-disable */\n${FAULT}\n`,
    'inline.js': `/* eslint valid-typeof: "off" */\n${FAULT}\n`,
    'tight.js': `/*oxlint-disable*/\n${FAULT}\n`,
    '.oxlintrc.json': '{ "jsPlugins": ["./plugin.js"], "rules": { "valid-typeof": "off" } }',
    'plugin.js': `import { writeFileSync } from "node:fs";\nwriteFileSync("/tmp/ran", "");\n`,
    '.gitignore': '*.js\n',
  };
  const { findings, status } = await scan(files);
  expect([status, findings.map(({ file, line }) => `${file}:${line}`)]).toEqual([
    'completed',
    ['line.js:1', 'next.js:2', 'block.js:2', 'inline.js:2', 'tight.js:2'],
  ]);
});

test('a finding quotes the file as it is, in our words, with the page of the rule', async () => {
  const { findings } = await scan({ 'src/ä.mjs': '// ä 🙂 eslint-disable\nlet größe = 1;\ngröße = größe;\n' });
  expect(findings).toMatchObject([
    {
      line: 3,
      endLine: 3,
      evidence: 'größe = größe;',
      title: 'Assigned to itself',
      references: ['https://oxc.rs/docs/guide/usage/linter/rules/eslint/no-self-assign.html'],
    },
  ]);
});

test('a call of super before a comma, as bundlers write it, is one', async () => {
  const text = [
    'class A extends B { constructor() { super(), this.a = 1; } }',
    'class C extends B { constructor() { f(); } }',
  ];
  const { findings } = await scan({ 'a.js': text.join('\n') });
  expect(findings.map(({ line, rule }) => [line, rule])).toEqual([[2, 'oxlint/constructor-super']]);
});

test('safe repairs of oxlint belong to the finding at their line, and lines of two findings to none', async () => {
  const text = [
    '// é eslint-disable',
    'if (größe === NaN) f();',
    'if (!key in map) f(); // eslint-disable-line',
    'if (typeof x === "strnig") f();',
    'if (x === NaN && !key in map) f();',
    '',
  ].join('\n');
  const { findings } = await scan({ 'a.js': text });
  const told = findings.map((finding) => [finding.line, finding.rule, writeLine(text, finding)]);
  expect(told).toEqual([
    [2, 'oxlint/use-isnan', 'if (isNaN(größe)) f();'],
    [3, 'oxlint/no-unsafe-negation', null],
    [4, 'oxlint/valid-typeof', null],
    [5, 'oxlint/no-unsafe-negation', null],
    [5, 'oxlint/use-isnan', null],
  ]);
});

const writeLine = (text: string, finding: AnalyzerFinding): string | null => {
  const repair = readRepair(finding);
  return repair === null ? null : (applyRepair(text, repair)?.split('\n')[finding.line - 1] ?? '');
};

test('a file that is no JavaScript is said, and the others are linted', async () => {
  const outcome = await scan({ 'a.js': 'let x = ;\n', 'b.js': `${FAULT}\n` });
  expect([outcome.status, outcome.findings.map(({ file }) => file), outcome.limits]).toEqual([
    'completed',
    ['b.js'],
    [{ path: 'a.js', limit: expect.stringContaining('oxlint cannot parse') }],
  ]);
});

test('code that is nested too deeply is not handed to it', async () => {
  const outcome = await scan({ 'deep.js': `${'['.repeat(5_000)}${']'.repeat(5_000)}\n`, 'b.js': `${FAULT}\n` });
  expect([outcome.status, outcome.unfinished, outcome.findings.length]).toEqual(['partial', ['deep.js'], 1]);
});

/** What a rule of the table must find, and what it must leave alone although oxlint would not. */
const SPOKEN: Readonly<Record<string, string>> = {
  'array-callback-return': 'const ids = rows.map((row) => { row.id; });',
  'no-cond-assign': 'if (x = 1) f();',
  'no-constant-binary-expression': 'const n = Number(text) ?? 20;',
  'no-fallthrough': 'switch (x) {\n  case 1: f();\n  case 2: g();\n}',
  'no-unreachable': 'function f() { return 1; g(); }',
  'no-unsafe-finally': 'function f() { try { g(); } finally { return 1; } }',
  'no-unsafe-negation': 'if (!key in map) f();',
  'use-isnan': 'if (x === NaN) f();',
  'bad-object-literal-comparison': 'if (items === []) f();',
  'missing-throw': 'function f() { new Error("x"); }',
  'no-non-null-asserted-optional-chain': 'const n = user?.name!;',
  'no-array-fill-with-reference-type': 'const rows = new Array(3).fill({});',
  'no-async-promise-executor': 'const p = new Promise(async (done) => { done(await g()); });',
  'no-duplicate-case': 'switch (x) { case 1: f(); break; case 1: g(); break; }',
};
const SILENT = [
  'rows.map((row) => { save(row); });',
  'while (node = node.parent) f(node);',
  'for (const key in object) { return; }',
  'if (typeof x === "unknown") f();',
  'let _unused; f(_unused);',
  'while (true) f();',
];

test('rules speak once about what they are for, and not about what is usual', async () => {
  const spoken = Object.entries(SPOKEN);
  const { findings } = await scan({
    'spoken.ts': spoken.map(([, text], at) => `function spoken${at}() {\n${text}\n}\n`).join(''),
    'silent.ts': SILENT.map((text, at) => `function silent${at}() {\n${text}\n}\n`).join(''),
  });
  expect(findings.map(({ file, rule }) => `${file} ${rule}`)).toEqual(
    spoken.map(([rule]) => `spoken.ts oxlint/${rule}`),
  );
});

test('every row names a rule that oxlint has', async () => {
  // An unknown rule in the settings makes oxlint print no result.
  expect((await scan({ 'a.js': 'f();\n' })).status).toBe('completed');
  expect(readTable('oxlint').length).toBeGreaterThan(50);
});

test('output that is none is told apart, whatever it is', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseOxlintResults(text)));
  fc.assert(fc.property(fc.jsonValue(), (value) => void parseOxlintResults(JSON.stringify(value))));
  expect(parseOxlintResults('panicked at crates/x.rs')).toEqual({ kind: 'unusable' });
  expect(parseOxlintResults('{"diagnostics":[],"number_of_files":0}')).toEqual({ kind: 'unusable' });
});
