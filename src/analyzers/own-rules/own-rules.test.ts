/** Own rules that are hostile: one that never ends costs its own files only, and hostile YAML is a fault. */
import { afterAll, expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { createAnalyzerPool } from '../../reviewers/embedded/analyzer-pool.ts';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import { astGrep } from '../ast-grep/declaration.ts';
import { BARE_HOST } from '../declaration.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { compileOwnRules } from './compile-own-rules.ts';
import { ownRules } from './declaration.ts';
import { parseOwnRules } from './own-rule-set.ts';

const PROCESS = new URL('../../wiring/analyzer-process.js', import.meta.url);
const RULE = `id: acme-eval
language: javascript
reviewer: security-reviewer
category: injection
severity: HIGH
confidence: high
cwe: CWE-95
dimension: D1
title: Eval
message: 'Runs text.'
fix: 'Do not.'
rule: { pattern: 'eval($A)' }
`;
describeAnalyzer(ownRules, {
  host: { ownRules: compileOwnRules([{ path: 'eval.yml', text: RULE }], '1') },
  files: { 'a.js': 'eval(input);\n', 'b.ts': 'eval(input);\n', 'c.html': '<script>\neval(input);\n</script>\n' },
  finds: ['a.js:1 acme-eval', 'c.html:2 acme-eval'],
});

const signal = new AbortController().signal;
const pool = createAnalyzerPool({
  process: PROCESS,
  processes: 1,
  limits: { fileMs: 300, characterMs: 0, patience: 2 },
});
afterAll(() => pool.close());

test('a rule that never ends is stopped file by file, then not tried any more; the pack finds as ever', async () => {
  const slow = `${RULE}requires: '^(?:a|a)+$'\n`;
  const host = { ...BARE_HOST, ownRules: compileOwnRules([{ path: 'slow.yml', text: slow }], '1') };
  const texts = Object.fromEntries([1, 2, 3, 4].map((at) => [`${at}.js`, `${'a'.repeat(40)}!; eval(request.query.x)`]));
  const rules = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 1e6 };
  const snapshot = await createMemoryRepository(texts).open({ kind: 'all' }, rules);
  const files = Object.entries(texts).map(([path, text]) => ({ path, text, language: 'javascript', changed: null }));
  const own = await pool.wrap(openAnalyzer(ownRules, host), host, true).scan(files, snapshot, signal);
  expect(own).toMatchObject({ status: 'failed', findings: [], unfinished: ['1.js', '2.js', '3.js', '4.js'] });
  expect(own.reason).toContain('stopped after 0.3 s of processor time; not tried: it was stopped at 2 files');
  const pack = await pool.wrap(openAnalyzer(astGrep), BARE_HOST).scan(files.slice(0, 1), snapshot, signal);
  expect(pack.status).toBe('completed');
});

test.each([
  ['aliases', `${RULE}extra: &a {x: y}\nutils: *a\n`, 14],
  ['a tag', `${RULE}extra: !!js/function 'x'\n`, 13],
  ['nesting beyond the stack', '['.repeat(50_000), 1],
  ['a long text', `${RULE}#${'x'.repeat(70_000)}`, 1],
  ['an expression that cannot be', `${RULE}requires: '('\n`, 13],
  ['a focus that nothing binds', `${RULE}taint: { focus: [B], sources: [http] }\n`, 13],
  ['no mapping', 'text', 1],
])('%s is a fault with its line', (_, text, line) => {
  const { faults, rules } = parseOwnRules(compileOwnRules([{ path: 'a.yml', text }], '1').compiled);
  expect([rules, faults.map((fault) => fault.line)]).toEqual([[], [line]]);
});

test('every fault of a rule is told at once: wrong values with their lines, and what is missing', () => {
  const text =
    'id: a-b\nlanguage: [javascript]\nreviewer: security-reviewer\nseverity: HIHG\nsevrity: LOW\nrule: { pattern: f($A) }\n';
  const { faults } = parseOwnRules(compileOwnRules([{ path: 'a.yml', text }], '1').compiled);
  expect(faults.map(({ line, message }) => `${line}: ${message}`)).toEqual([
    '5: sevrity: a rule has no such key; did you mean `severity`?; line 4: severity: Invalid option: expected one of "CRITICAL"|"HIGH"|"MEDIUM"|"LOW"; missing: category, confidence, cwe, title, message, fix',
  ]);
});

test('the fault of a rule is one reason of its files: a semicolon would part it', async () => {
  const text = RULE.replace('severity', 'sevrity');
  const host = { ...BARE_HOST, ownRules: compileOwnRules([{ path: 'bad.yml', text }], '1') };
  const rules = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 1e6 };
  const snapshot = await createMemoryRepository({ 'a.js': 'x' }).open({ kind: 'all' }, rules);
  const files = [{ path: 'a.js', text: 'x', language: 'javascript', changed: null }];
  expect(await openAnalyzer(ownRules, host).scan(files, snapshot, signal)).toMatchObject({
    status: 'partial',
    reason: 'bad.yml:5: sevrity: a rule has no such key, did you mean `severity`?, missing: severity',
  });
});
