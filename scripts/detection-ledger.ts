/**
 * The ledger of detections, `rules/detections.json`: every positive case of every rule, and the totals on labelled sets that are not
 * part of the project. `--check` fails where a case is gone, or not yet entered. Writing refuses to drop a case whose rule
 * the unreleased part of the changelog does not name. `--scores FILE` enters the totals of a scorer, never lower ones.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';

interface Totals {
  readonly found: number;
  readonly missed: number;
  readonly wrong: number;
}

interface Ledger {
  /** Short hashes of the cases that each rule finds; the tests of the rules show that it does. */
  readonly cases: Readonly<Record<string, readonly string[]>>;
  readonly sets: Readonly<Record<string, Totals>>;
}

const RULES = new URL('../rules/', import.meta.url);
const FILE = new URL('detections.json', RULES);
const HASH_CHARS = 10;

const hashCase = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARS);

/** Cases of a rule of the pack are a file beside it; those of a table name the rule each. */
function readCases(): Ledger['cases'] {
  const found = new Map<string, Set<string>>();
  const enter = (rule: string, text: string): unknown =>
    found.set(rule, (found.get(rule) ?? new Set()).add(hashCase(text)));
  for (const name of readdirSync(RULES, { recursive: true }).map(String)) {
    if (!name.endsWith('.cases.yml')) continue;
    const cases: unknown = parse(readFileSync(new URL(name, RULES), 'utf8'));
    if (Array.isArray(cases))
      for (const { finds, positive } of cases) enter(String(finds).split(' ')[0] ?? '', String(positive));
    else
      for (const text of (cases as { positive: readonly string[] }).positive) enter(basename(name, '.cases.yml'), text);
  }
  const rows = [...found].map(([rule, hashes]) => [rule, [...hashes].sort()] as const);
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const listMissing = (from: Ledger['cases'], now: Ledger['cases']): readonly (readonly [string, string])[] =>
  Object.entries(from).flatMap(([rule, hashes]) =>
    hashes.filter((hash) => !now[rule]?.includes(hash)).map((hash) => [rule, hash] as const),
  );

/** The totals of a scorer's JSON, where no set loses what was found before. */
function readScores(path: string, before: Ledger['sets']): Ledger['sets'] {
  const scores = JSON.parse(readFileSync(path, 'utf8')) as Readonly<
    Record<string, { readonly tp?: number; readonly fp?: number; readonly labels?: number }>
  >;
  const sets = Object.entries(scores).flatMap(([set, { tp, fp = 0, labels }]) =>
    tp === undefined || labels === undefined ? [] : [[set, { found: tp, missed: labels - tp, wrong: fp }] as const],
  );
  for (const [set, { found }] of sets)
    if (found < (before[set]?.found ?? 0)) fail(`${set}: ${found} found, ${before[set]?.found} before`);
  return { ...before, ...Object.fromEntries(sets) };
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

const { values } = parseArgs({ options: { check: { type: 'boolean' }, scores: { type: 'string' } } });
const before: Ledger = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : { cases: {}, sets: {} };
const cases = readCases();
const lost = listMissing(before.cases, cases);
const added = listMissing(cases, before.cases);
const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
const unreleased = changelog.split(/^## \[/mu).find((part) => part.startsWith('Unreleased]')) ?? '';

if (values.check) {
  for (const [rule, hash] of lost) fail(`rules/detections.json: ${rule} no longer has the case ${hash}`);
  for (const [rule, hash] of added) fail(`rules/detections.json lacks the case ${hash} of ${rule}: npm run detections`);
} else {
  for (const [rule, hash] of lost.filter(([rule]) => !unreleased.includes(`\`${rule}\``)))
    fail(`${rule} would lose the case ${hash}: say why in CHANGELOG.md, under Unreleased, with the name of the rule`);
  const sets = values.scores === undefined ? before.sets : readScores(values.scores, before.sets);
  if (process.exitCode === undefined) {
    const rows = Object.entries(cases).map(
      ([rule, hashes]) => `    ${JSON.stringify(rule)}: ${JSON.stringify(hashes)}`,
    );
    writeFileSync(FILE, `{\n  "cases": {\n${rows.join(',\n')}\n  },\n  "sets": ${JSON.stringify(sets, null, 2)}\n}\n`);
    process.stdout.write(`rules/detections.json: ${added.length} cases added, ${lost.length} dropped\n`);
  }
}
