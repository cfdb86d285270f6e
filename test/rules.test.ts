/** Every rule of the pack against its own cases: each positive must be found by it, each negative must not. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createRuleScan } from '../src/analyzers/ast-grep/ast-grep.ts';
import { compileRules, readRuleSource } from '../src/analyzers/ast-grep/compile-rules.ts';
import { astGrep } from '../src/analyzers/ast-grep/declaration.ts';
import { ownRulePack } from '../src/analyzers/ast-grep/rule-pack.ts';
import type { Rule } from '../src/analyzers/ast-grep/rule-schema.ts';
import { openAnalyzer } from '../src/analyzers/open-analyzer.ts';
import { compileTables } from '../src/analyzers/rule-tables/compile-tables.ts';
import { COMPILED_RULES, RULES_FOLDER } from '../src/analyzers/rule-tables/rules-folder.ts';
import { RULE_FAMILIES } from '../src/analyzers/syntax/rule-families.ts';
import type { Snapshot } from '../src/ports/repository.ts';
import { applyRepair, readRepair } from '../src/protocol/findings/repair.ts';
import { BUILT_IN_REVIEWERS } from '../src/protocol/reviewers/reviewer-roster.ts';

const casesSchema = z.strictObject({ positive: z.array(z.string()).min(1), negative: z.array(z.string()).min(1) });
const files = readdirSync(RULES_FOLDER, { recursive: true }).map((name) => String(name).replaceAll('\\', '/'));
const source = await readRuleSource();
const rules = [...source.values()].flatMap((family) => family.rules);
const analyzer = openAnalyzer(astGrep);

/** Of the pack one rule and those that it gives way to: all the others change nothing of what it finds. */
const openRule = ({ id, yieldsTo, project }: Rule): typeof analyzer =>
  openAnalyzer({
    ...astGrep,
    load: async ({ relieve }) =>
      createRuleScan(
        relieve,
        (family) => {
          const { rules: all, vocabulary } = ownRulePack(family);
          return { rules: all.filter((each) => each.id === id || yieldsTo.includes(each.id)), vocabulary };
        },
        project ?? null,
      ),
  });

/** Templates that cases speak of: the first writes `q` as it is, the second does not. */
const TEMPLATES: Readonly<Record<string, string>> = {
  'templates/raw.html': '<h1>{{ q|safe }}</h1>{{ other }}',
  'templates/escaped.html': '<h1>{{ q }}</h1>{{ other|safe }}',
  'views/raw.ejs': '<h1><%- q %></h1><%= other %>',
  'views/escaped.ejs': '<h1><%= q %></h1><%- other %>',
  'resources/views/raw.blade.php': '<h1>{!! $q !!}</h1>{{ $other }}',
  'resources/views/escaped.blade.php': '<h1>{{ $q }}</h1>{!! $other !!}',
};

const snapshot: Snapshot = {
  selection: 'cases',
  branch: null,
  isChange: false,
  warnings: [],
  entries: () => {
    throw new Error('an analyzer reads what it is given');
  },
  read: async (path) => ({ kind: 'text', text: TEMPLATES[path] ?? '', bytes: 0 }),
  readBase: async () => null,
  paths: async () => new Set(Object.keys(TEMPLATES)),
};

async function findRules(by: typeof analyzer, language: string, text: string): Promise<readonly string[]> {
  const file = { path: 'src/subject', language, text, changed: null };
  const outcome = await by.scan([file], snapshot, new AbortController().signal);
  expect(outcome).toMatchObject({ status: 'completed', reason: null, unfinished: [] });
  return outcome.findings.map(({ rule }) => rule);
}

/** A case as its one repair leaves it; null where it has none, or several. */
async function repairCase(by: typeof analyzer, id: string, language: string, text: string): Promise<string | null> {
  const file = { path: 'src/subject', language, text, changed: null };
  const { findings } = await by.scan([file], snapshot, new AbortController().signal);
  const [repair, ...more] = findings.filter(({ rule }) => rule === id).map((finding) => readRepair(finding));
  return repair && more.length === 0 ? applyRepair(text, repair) : null;
}

describe.each(rules)('$id', (rule) => {
  const path = files.find((name) => basename(name) === `${rule.id}.yml`) ?? '';

  test('lies under its language and has cases', () => {
    expect(rule.language.map((language) => RULE_FAMILIES[language])).toContain(path.split('/')[0]);
    expect(files).toContain(`${dirname(path)}/${rule.id}.cases.yml`);
  });

  const cases = casesSchema.parse(
    parse(readFileSync(new URL(path.replace(/\.yml$/u, '.cases.yml'), RULES_FOLDER), 'utf8')),
  );

  const alone = openRule(rule);
  for (const language of rule.language) {
    test.each(cases.positive)(`${language} finds: %s`, async (text) => {
      expect(await findRules(alone, language, text)).toContain(rule.id);
    });
    if (rule.repair !== undefined)
      test(`${language} no longer finds what it has repaired`, async () => {
        const mended = (
          await Promise.all(cases.positive.map((text) => repairCase(alone, rule.id, language, text)))
        ).filter((text) => text !== null);
        expect(mended.length).toBeGreaterThan(0);
        for (const text of mended) expect(await findRules(alone, language, text)).not.toContain(rule.id);
      });
    test.each(cases.negative)(`${language} is silent on: %s`, async (text) => {
      expect(await findRules(alone, language, text)).not.toContain(rule.id);
    });
  }
});

test.each([
  ['js-self-comparison', 'if (a.b === a.b) go();', null],
  [
    'go-response-body-open',
    'package a\nfunc f(url string) (int, error) {\n\tr, err := http.Get(url)\n\tif err != nil {\n\t\treturn 0, err\n\t}\n\treturn r.StatusCode, nil\n}',
    'CWE-772',
  ],
  ['js-code-injection', 'app.get("/", (req, res) => eval(req.query.code));', 'CWE-95'],
])('%s links its weakness, and names it where it is a security alarm', async (id, text, cwe) => {
  const rule = rules.find((each) => each.id === id);
  const file = { path: 'src/subject', language: rule?.language[0] ?? '', text, changed: null };
  const { findings } = await analyzer.scan([file], snapshot, new AbortController().signal);
  const finding = findings.find((each) => each.rule === id);
  expect(finding?.cwe).toBe(cwe);
  expect(finding?.references[0]).toBe(`https://cwe.mitre.org/data/definitions/${rule?.cwe?.slice(4)}.html`);
});

test('the compiled pack is what `npm run rules` makes of the rules as they are written', async () => {
  const compiled = new Map([...compileRules(source), ...(await compileTables())]);
  expect(readdirSync(COMPILED_RULES).sort()).toEqual([...compiled.keys()].sort());
  const differ = [...compiled].filter(([name, text]) => readFileSync(new URL(name, COMPILED_RULES), 'utf8') !== text);
  expect(differ.map(([name]) => name)).toEqual([]);
});

test('ids are unique and no cases file is left without a rule', () => {
  const ids = rules.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  const own = files.filter((name) => [...source.keys()].some((family) => name.startsWith(`${family}/`)));
  const orphans = own.filter((name) => name.endsWith('.cases.yml') && !ids.includes(basename(name, '.cases.yml')));
  expect(orphans).toEqual([]);
});

const LANGUAGE_REVIEWERS = BUILT_IN_REVIEWERS.filter(({ languages }) => languages !== null);

test('every language of the pack has rules for security and quality, and for its own reviewer where it has one', () => {
  const missing = Object.keys(RULE_FAMILIES).flatMap((language) =>
    [
      'security-reviewer',
      'code-quality-reviewer',
      ...LANGUAGE_REVIEWERS.filter(({ languages }) => languages?.includes(language)).map(({ name }) => name),
    ]
      .filter((reviewer) => !analyzer.accepts('src/subject', language, reviewer))
      .map((reviewer) => `${language} ${reviewer}`),
  );
  expect(missing).toEqual([]);
  expect(BUILT_IN_REVIEWERS.map(({ name }) => name)).toEqual(expect.arrayContaining([...analyzer.reviewers]));
});
