import { expect, test } from 'vitest';
import { type Meaning, meanByWeakness, toFinding } from './external-findings.ts';
import type { ToolHit } from './tool-hits.ts';

const HIT: ToolHit = {
  path: 'a.py',
  line: 1,
  endLine: 1,
  rule: 'B105',
  message: "Possible hardcoded password: 'kT7-vanilla-Otter'",
  level: 'low',
  certainty: 'high',
  cwe: 'CWE-798',
  fix: null,
  edit: null,
  references: [],
  trace: null,
};

const claim = (text: string, more: Partial<ToolHit> = {}, meaning: Partial<Meaning> = {}) => {
  const hit = { ...HIT, ...more };
  const file = { path: 'a.py', language: 'python', text, changed: null };
  return toFinding('bandit', hit, file, { ...meanByWeakness(hit, 'MEDIUM'), ...meaning });
};

test.each([
  ['DATABASE_PASSWORD = "kT7-vanilla-Otter"', 'DATABASE_PASSWORD = "…"'],
  ["connect_to_server('bob', 'kT7')", "connect_to_server('…', '…')"],
  ['password = kT7vanillaOtter42', 'password = …'],
  ['x = "a\\"kT7vanilla"', 'x = "…"'],
  ['x = ""', 'x = ""'],
  ["# don't\tkeep = 'kT7-vanilla'", "# don’t\tkeep = '…'"],
  [`${'y = 1; '.repeat(41)}x = "kT7${'-vanilla'.repeat(9)}"`, `${'y = 1; '.repeat(41)}x = "…"`],
])('of a secret nothing is shown: %s', (text, evidence) => {
  const found = claim(text, { fix: text });
  expect([found?.evidence, found?.extra.fix, found?.extra.redacted]).toEqual([evidence, evidence, true]);
  expect(JSON.stringify(found)).not.toContain('kT7');
});

test('a title that ends within a secret shows nothing of it', () => {
  const found = claim('x = 1', { message: `Possible hardcoded password: 'kT7-${'vanilla-'.repeat(20)}'` });
  expect([found?.title, found?.issue.startsWith("Possible hardcoded password: '…'.")]).toEqual([
    "Possible hardcoded password: '…",
    true,
  ]);
});

test('what is no secret is quoted as it is', () => {
  const found = claim('x = "kT7-vanilla-Otter"', {}, { category: 'injection' });
  expect([found?.evidence, found?.issue, found?.extra.redacted]).toEqual([
    'x = "kT7-vanilla-Otter"',
    expect.stringContaining("'kT7-vanilla-Otter'"),
    undefined,
  ]);
});
