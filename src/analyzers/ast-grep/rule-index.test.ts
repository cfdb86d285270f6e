import { expect, test } from 'vitest';
import { createAstGrepAnalyzer } from './ast-grep.ts';
import { createIndexedAnalyzer, readRuleIndex } from './rule-index.ts';
import { loadRulePack, RULE_FAMILIES } from './rule-pack.ts';

const pack = await loadRulePack();
const whole = createAstGrepAnalyzer({ rules: pack });
const index = await readRuleIndex();
const indexed = createIndexedAnalyzer(index, async () => whole);

test('the first lines of the rules say who has rules for what, as the rules themselves do', () => {
  const expected = Object.keys(RULE_FAMILIES).map((language) => [
    language,
    new Set(pack.rules.filter((rule) => rule.language.some((name) => name === language)).map((rule) => rule.reviewer)),
  ]);
  expect(index).toEqual(new Map(expected as [string, Set<string>][]));
  expect([indexed.name, indexed.version, indexed.reviewers]).toEqual([whole.name, whole.version, whole.reviewers]);
});

test('a file is accepted as the analyzer itself would', () => {
  const paths = ['a.ts', 'a.py', 'page.html', 'page.vue', 'view.erb', 'view.ejs', 'notes.md'];
  const languages = [...Object.keys(RULE_FAMILIES), 'html', 'vue', 'svelte', 'template', 'markdown', null];
  for (const path of paths)
    for (const language of languages)
      for (const reviewer of [...whole.reviewers, 'nobody'])
        expect(indexed.accepts(path, language, reviewer), `${path} ${language} ${reviewer}`).toBe(
          whole.accepts(path, language, reviewer),
        );
});

test('the rules are loaded with the first scan, and once', async () => {
  let opened = 0;
  const lazy = createIndexedAnalyzer(index, async () => {
    opened += 1;
    return whole;
  });
  expect(opened).toBe(0);
  const files = [{ path: 'a.ts', language: 'typescript', changed: null, text: 'eval(process.argv[2]);\n' }] as never;
  const { signal } = new AbortController();
  const [first] = [await lazy.scan(files, {} as never, signal), await lazy.scan(files, {} as never, signal)];
  expect([opened, first]).toEqual([1, await whole.scan(files, {} as never, signal)]);
});
