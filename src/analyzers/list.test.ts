/** What everything else derives from the list of analyzers holds for every one of them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_IN_REVIEWERS } from '../protocol/reviewers/reviewer-roster.ts';
import { LANGUAGES } from '../protocol/source/language.ts';
import { BARE_HOST, knowsLanguage } from './declaration.ts';
import { ANALYZERS } from './list.ts';
import { openAnalyzer } from './open-analyzer.ts';
import { isUnderstood } from './understood-languages.ts';

const FOLDER = import.meta.dirname;
const NAMES = ANALYZERS.map(({ name }) => name);

test('every folder with a declaration is in the list once, under its name', () => {
  const declared = readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, 'declaration.ts')));
  expect(NAMES.toSorted()).toEqual(declared.toSorted());
});

test.each(ANALYZERS)('the tests of $name hold it to the contract of analyzers', ({ name }) => {
  const folder = join(FOLDER, name);
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  expect(texts.filter((text) => /^\s*describeAnalyzer\(/mu.test(text))).not.toEqual([]);
});

test.each(ANALYZERS)('$name finds for reviewers that are built in', ({ reviewers }) => {
  const known = new Set(BUILT_IN_REVIEWERS.map(({ name }) => name));
  expect(Object.keys(reviewers).filter((name) => !known.has(name))).toEqual([]);
});

test.each(ANALYZERS.filter(({ vouches }) => vouches))(
  'the source languages that $name declares are those whose files it takes',
  (declaration) => {
    const analyzer = openAnalyzer(declaration, BARE_HOST);
    const sources = LANGUAGES.filter(({ kind }) => kind === 'source');
    const wrong = Object.entries(declaration.reviewers).flatMap(([reviewer, languages]) =>
      sources
        .filter(({ name, extensions }) => {
          // A language counts if every kind of its files does: of the templates only ERB is read.
          const accepted = (extensions.length > 0 ? extensions : ['x']).every((extension) =>
            analyzer.accepts(`src/a.${extension}`, name, reviewer),
          );
          return accepted !== knowsLanguage(languages, name);
        })
        .map(({ name }) => `${reviewer} ${name}`),
    );
    expect(wrong).toEqual([]);
  },
);

test('a file is understood where an analyzer that vouches knows its language; programs count where they are there', () => {
  const alone = (reviewer: string, language: string | null) => isUnderstood(reviewer, language, () => false);
  const withPrograms = (reviewer: string, language: string) => isUnderstood(reviewer, language, () => true);
  expect({
    custom: [alone('house-rules', 'typescript'), alone('house-rules', 'markdown')],
    rules: [alone('security-reviewer', 'vue'), alone('typescript-reviewer', 'tsx'), alone('go-reviewer', 'rust')],
    // Secrets are looked for in every text, which does not make it reviewed.
    secretsOnly: alone('security-reviewer', 'lua'),
    measured: [alone('code-quality-reviewer', 'kotlin'), alone('code-quality-reviewer', 'svelte')],
    every: [alone('documentation-reviewer', 'lua'), alone('vulnerability-reviewer', 'cobol')],
    noSource: [alone('security-reviewer', 'css'), alone('python-reviewer', null)],
    semgrep: [alone('security-reviewer', 'scala'), withPrograms('security-reviewer', 'scala')],
    stillNot: [withPrograms('security-reviewer', 'lua'), withPrograms('go-reviewer', 'rust')],
  }).toEqual({
    custom: [false, false],
    rules: [true, true, false],
    secretsOnly: false,
    measured: [true, true],
    every: [true, true],
    noSource: [true, true],
    semgrep: [false, true],
    stillNot: [false, false],
  });
});

test('the list loads declarations and what tells files apart, and no package, parser or rule', () => {
  const script = `
    const { registerHooks } = await import('node:module');
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(${JSON.stringify(join(FOLDER, 'list.ts'))});
    console.log(JSON.stringify(loaded));`;
  const args = ['--input-type=module', '--eval', script];
  const loaded = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
  const files = loaded.filter((url) => url.startsWith('file:'));
  expect(files.filter((url) => /node_modules|\/(?:syntax|flow|external)\//u.test(url))).toEqual([]);
  expect(files.filter((url) => NAMES.some((name) => url.endsWith(`/${name}/${name}.ts`)))).toEqual([]);
  expect(files.length).toBeLessThan(2 * ANALYZERS.length + 15);
});
