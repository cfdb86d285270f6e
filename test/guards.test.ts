/** Checks between a source and a sink: each flaw that a check does not mend beside a twin that it does, in nine languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createRuleScan } from '../src/analyzers/ast-grep/ast-grep.ts';
import { astGrep } from '../src/analyzers/ast-grep/declaration.ts';
import { ownRulePack } from '../src/analyzers/ast-grep/rule-pack.ts';
import { openAnalyzer } from '../src/analyzers/open-analyzer.ts';
import type { Snapshot } from '../src/ports/repository.ts';

/** No manifest tells what the project is made for. */
const NO_FILES = { paths: async () => new Set<string>() } as unknown as Snapshot;
const FOLDER = new URL('./fixtures/guards/', import.meta.url);
const caseSchema = z.strictObject({
  name: z.string(),
  sink: z.string(),
  flaw: z.string(),
  sound: z.string(),
  flawHead: z.string().default(''),
  soundHead: z.string().default(''),
});
const setSchema = z.strictObject({
  language: z.string(),
  head: z.string(),
  body: z.string(),
  sinks: z.record(z.string(), z.strictObject({ cwe: z.string(), code: z.string() })),
  cases: z.array(caseSchema),
  helpers: z.array(caseSchema).default([]),
});
type GuardSet = z.output<typeof setSchema>;

const sets = readdirSync(FOLDER).map((name) => setSchema.parse(parse(readFileSync(new URL(name, FOLDER), 'utf8'))));
const RELATED: Readonly<Record<string, readonly string[]>> = {
  'CWE-95': ['CWE-94'],
  'CWE-22': ['CWE-98', 'CWE-73'],
  'CWE-78': ['CWE-88', 'CWE-77'],
};

const WEAKNESSES = new Set(
  sets.flatMap(({ sinks }) => Object.values(sinks).flatMap(({ cwe }) => [cwe, ...(RELATED[cwe] ?? [])])),
);

/** Of the pack the rules about these sinks: all the others change nothing of what they find. */
const analyzer = openAnalyzer({
  ...astGrep,
  load: async ({ relieve }) =>
    createRuleScan(relieve, (family) => {
      const { rules, vocabulary } = ownRulePack(family);
      return { rules: rules.filter(({ cwe, taint }) => taint && WEAKNESSES.has(cwe ?? '')), vocabulary };
    }),
});

/** The program of a case: `%` in the body is the case, `«x»` in it the sink with x, `^` the place of its functions. */
function write({ head, body, sinks }: GuardSet, text: string, functions: string, sink: string): string {
  const used = text.replaceAll(
    /«([^»]+)»/gu,
    (_, value: string) => sinks[sink]?.code.replaceAll('%', () => value) ?? '',
  );
  const [before = '', after = ''] = body.split('%');
  const indent = /[^\n]*$/u.exec(before)?.[0] ?? '';
  const whole = `${head}${before}${used.replaceAll('\n', `\n${indent}`)}${after}`;
  return whole.includes('^\n')
    ? whole.replace('^\n', () => `${functions}\n`)
    : `${functions}\n${whole}`.replace(/^([\s\S]*?)\n(package main\n[\s\S]*?\n\)\n)/u, '$2$1\n').trimStart();
}

/** Names of the cases in which the sink's weakness is reported. */
async function findFlagged(set: GuardSet, which: 'flaw' | 'sound'): Promise<ReadonlySet<string>> {
  const all = [...set.cases, ...set.helpers];
  const files = all.map((each, at) => ({
    path: `src/case${at}`,
    language: set.language,
    text: write(set, each[which], each[`${which}Head`], each.sink),
    changed: null,
  }));
  const { findings } = await analyzer.scan(files, NO_FILES, new AbortController().signal);
  const flagged = all.filter(({ sink }, at) => {
    const cwe = set.sinks[sink]?.cwe ?? '';
    return findings.some(
      (one) => one.file === files[at]?.path && [cwe, ...(RELATED[cwe] ?? [])].includes(one.cwe ?? ''),
    );
  });
  return new Set(flagged.map(({ name }) => name));
}

test('there are enough of them', () => {
  expect(sets.flatMap(({ cases, helpers }) => [...cases, ...helpers]).length).toBeGreaterThanOrEqual(120);
});

test.each(sets)('$language: every flaw is found and no twin of it [FLOW-01]', { timeout: 120_000 }, async (set) => {
  const names = [...set.cases, ...set.helpers].map(({ name }) => name);
  const [flaws, twins] = [await findFlagged(set, 'flaw'), await findFlagged(set, 'sound')];
  expect({ missed: names.filter((name) => !flaws.has(name)), flagged: [...twins] }).toEqual({
    missed: [],
    flagged: [],
  });
});

test('a predicate whose code is elsewhere leaves the finding, less certain and with its name [FLOW-01]', async () => {
  const handler = (check: string): string =>
    `const { exec } = require('child_process');\napp.get('/', (req, res) => { const d = req.query.d; ${check} exec('ls ' + d); });\n`;
  const files = ['', 'if (!isValidName(d)) return;', 'if (!lookUp(d)) return;'].map((check, at) => ({
    path: `src/case${at}.js`,
    language: 'javascript',
    text: handler(check),
    changed: null,
  }));
  const { findings } = await analyzer.scan(files, NO_FILES, new AbortController().signal);
  expect(findings.map(({ file, confidence, extra }) => [file, confidence, extra.unseen_checks])).toEqual([
    ['src/case0.js', 0.9, undefined],
    ['src/case1.js', 0.6, 'isValidName(d)'],
    ['src/case2.js', 0.9, undefined],
  ]);
  expect(findings[1]?.issue).toMatch(/passes `isValidName\(d\)`, whose code is not in this file/u);
});
