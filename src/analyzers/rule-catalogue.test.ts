/** Every id that can stand in a report is in the catalogue, and says what it is about in general words. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules as SECRETLINT } from '@secretlint/secretlint-rule-preset-recommend';
import { expect, test } from 'vitest';
import { EXTERNAL_NAMES } from './external-list.ts';
import { describeForeignRule, listShippedRules } from './rule-catalogue.ts';

const SOURCE = join(import.meta.dirname, '..');
const ENTRIES = listShippedRules();
const IDS: ReadonlySet<string> = new Set(ENTRIES.map(({ id }) => id));

/** What a check in code calls itself: a literal behind `rule:`, also one of two, or a key of `SAID`. */
const LITERAL = /\brule: (?:\w+ \? )?'([a-z][a-z0-9-]+)'(?: : '([a-z][a-z0-9-]+)')?/gu;
const KEY = /^ {2}'([a-z]+(?:-[a-z]+)+)': \{\n {4}what:/gmu;

function listCheckIds(): readonly string[] {
  const files = globSync(['analyzers/**/*.ts', 'reviewers/embedded/**/*.ts'], { cwd: SOURCE });
  const texts = files
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(SOURCE, path), 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(LITERAL), ...text.matchAll(KEY)].flatMap(([, ...ids]) => ids.filter((id) => id !== undefined)),
  );
}

test('every check that is written in code is explained [REV-28]', () => {
  const ids = [...new Set(listCheckIds())];
  expect(ids.length).toBeGreaterThan(90);
  expect(ids.filter((id) => !IDS.has(id))).toEqual([]);
});

test('every rule of secretlint is explained [REV-28]', () => {
  const kinds = SECRETLINT.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''));
  expect(kinds.filter((kind) => kind !== 'filter-comments' && !IDS.has(`secretlint-${kind}`))).toEqual([]);
});

test('rules of programs of others are explained by their own page', () => {
  const tools = [...EXTERNAL_NAMES.filter((name) => name !== 'npm-audit'), 'shellcheck'];
  expect(
    tools.filter((tool) => describeForeignRule(`${tool}/X1`)?.references[0]?.startsWith('https://') !== true),
  ).toEqual([]);
  expect([describeForeignRule('js-eval'), describeForeignRule('constructor/x')]).toEqual([null, null]);
});

test('ids are there once, and words have no place left to fill in', () => {
  expect(IDS.size).toBe(ENTRIES.length);
  const holes = ENTRIES.filter(({ title, message, fix }) => /\{what\}|^ | $/mu.test(`${title}\n${message}\n${fix}`));
  expect(holes.map(({ id, title }) => `${id}: ${title}`)).toEqual([]);
});

test('advice names no field of an example as if it stood in the code of the reader', () => {
  const quoted =
    /\breq\.(?:body|query|params)\.(?!password)\w|\bparams\[:|request\.(?:args|form|GET|POST)\[|\$_(?:GET|POST)\[(?!'field')/u;
  const told = listShippedRules().filter(({ fix }) => quoted.test(fix));
  expect(told.map(({ id, fix }) => `${id}: ${fix}`)).toEqual([]);
});
