import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { ReviewError } from '../errors.ts';
import { parseCustomReviewer, parseCustomReviewers } from './custom-reviewers.ts';

const PATH = '.consensus-review/reviewers/sql.md';
const file = (frontMatter: string, body = 'Look at every query.'): string => `---\n${frontMatter}\n---\n${body}\n`;
const MINIMAL = 'name: sql-reviewer\ndescription: Looks at queries.';

const failureOf = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    if (error instanceof ReviewError && error.code === 'bad-reviewer') return `${error.detail} | ${error.advice}`;
    throw error;
  }
  return 'nothing was thrown';
};

test('name and description are enough, the rest has defaults', () => {
  const expected = {
    name: 'sql-reviewer',
    role: 'Looks at queries.',
    baseBudgetTokens: 8192,
    categories: [],
    languages: null,
    canVeto: true,
    model: null,
    instructions: 'Look at every query.\n\n---\n\nAll of them.',
  };
  const body = 'Look at every query.\n\n---\n\nAll of them.';
  expect(parseCustomReviewer(file(MINIMAL, body), PATH)).toEqual(expected);
  const windows = `\uFEFF${file(MINIMAL, body)}`.replaceAll('\n', '\r\n');
  expect(parseCustomReviewer(windows, PATH)).toMatchObject({ name: 'sql-reviewer', role: 'Looks at queries.' });
});

test('every key is taken over', () => {
  const text = file(
    `${MINIMAL}\nbase_budget: 4096\ncategories: [queries, indexes]\nlanguages: [sql, go]\ncan_veto: false\nmodel: openai/some-model`,
  );
  expect(parseCustomReviewer(text, PATH)).toEqual({
    name: 'sql-reviewer',
    role: 'Looks at queries.',
    baseBudgetTokens: 4096,
    categories: ['queries', 'indexes'],
    languages: ['sql', 'go'],
    canVeto: false,
    model: 'openai/some-model',
    instructions: 'Look at every query.',
  });
});

test.each([
  ['no front matter', '# SQL', /sql\.md: no front matter \| Begin the file/u],
  ['front matter that never ends', `---\n${MINIMAL}`, /no front matter/u],
  ['text above the front matter', `\n${file(MINIMAL)}`, /no front matter/u],
  ['no name', file('description: x'), /key name is missing \| Add `name:`/u],
  ['no description', file('name: x'), /key description is missing/u],
  ['an empty description', file('name: x\ndescription: ""'), /key description must be one sentence/u],
  ['an unknown key', file(`${MINIMAL}\nbase_budgets: 1`), /unknown key "base_budgets"; did you mean base_budget\?/u],
  [
    'a wrong type',
    file(`${MINIMAL}\nbase_budget: lots`),
    /key base_budget must be .*found "lots" \| Correct `base_budget:`/u,
  ],
  ['a veto that is no boolean', file(`${MINIMAL}\ncan_veto: "yes"`), /key can_veto must be true or false/u],
  ['a bad name', file('name: SQL Reviewer\ndescription: x'), /key name must be lower-case/u],
  [
    'the name of a built-in',
    file('name: go-reviewer\ndescription: x'),
    /name go-reviewer belongs to a built-in reviewer/u,
  ],
  ['an unknown language', file(`${MINIMAL}\nlanguages: [typscript]`), /names "typscript".*did you mean typescript\?/u],
  ['no language at all', file(`${MINIMAL}\nlanguages: []`), /key languages must be a list/u],
  ['a bad model', file(`${MINIMAL}\nmodel: gpt`), /key model must be `embedded` or PROVIDER\/NAME/u],
  ['no instructions', file(MINIMAL, ' '), /below the front matter is empty/u],
  ['a list', file('- a\n- b'), /not a list of keys and values/u],
  ['empty front matter', file(''), /not a list of keys and values/u],
  ['broken YAML', file(`${MINIMAL}\ncategories: [a`), /sql\.md:\d: .*Fix the YAML/u],
  ['a key that stands twice', file(`${MINIMAL}\nname: other`), /sql\.md:4: .*unique/u],
  ['a tag', file(`${MINIMAL}\nmodel: !!js/function "x"`), /sql\.md:4: .*tag/iu],
  ['aliases', file(`${MINIMAL}\ncategories: &a [x]\nlanguages: *a`), /YAML aliases/u],
])('%s is refused with file, key and fix', (_, text, message) => {
  expect(failureOf(() => parseCustomReviewer(text, PATH))).toMatch(message);
});

test('a name may be used by one file only', () => {
  const files = [
    { path: 'a.md', text: file(MINIMAL) },
    { path: 'b.md', text: file(MINIMAL) },
  ];
  expect(parseCustomReviewers(files.slice(0, 1))).toHaveLength(1);
  expect(failureOf(() => parseCustomReviewers(files))).toBe(
    'b.md: name sql-reviewer is already used by a.md | Rename one of the two.',
  );
});

test('whatever the text, the answer is a reviewer or a ReviewError', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.boolean(), (text, framed) => {
      try {
        parseCustomReviewer(framed ? file(text) : text, PATH);
      } catch (error) {
        expect(error).toBeInstanceOf(ReviewError);
      }
    }),
    { numRuns: 500 },
  );
});
