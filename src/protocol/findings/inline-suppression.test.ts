/** Comments that suppress: every comment syntax, the line that is meant, and what is no suppression. */
import { expect, test } from 'vitest';
import { readInlineComments } from './inline-suppression.ts';

const SAID = 'consensus-review-ignore a-b, CWE-79: it is fine: really';

test.each([
  ['javascript', `x(); // ${SAID}`, 1],
  ['javascript', `/* ${SAID} */\nx();`, 2],
  ['javascript', `/**\n * ${SAID}\n */\n\nx();`, 5],
  ['tsx', `{/* ${SAID} */}\n<p/>`, 2],
  ['python', `# ${SAID}\n# consensus-review-ignore c-d: other\nx()`, 3],
  ['ruby', `x # ${SAID}`, 1],
  ['sql', `-- ${SAID}\nSELECT 1`, 2],
  ['html', `<!-- ${SAID} -->\n<p>`, 2],
  ['markdown', `<!-- ${SAID} -->\ntext`, 2],
  ['yaml', `a: b # ${SAID}`, 1],
  ['php', `# ${SAID}\nx();`, 2],
  ['template', `<%# ${SAID} %>\nx`, 2],
  ['template', `{# ${SAID} #}\nx`, 2],
  ['template', `{{!-- ${SAID} --}}\nx`, 2],
  ['clojure', `;; ${SAID}\n(x)`, 2],
  ['haskell', `{- ${SAID} -}\nx`, 2],
  [null, `% ${SAID}\nx`, 2],
  [null, `@* ${SAID} *@\r\nx`, 2],
])('%s: %s', (language, text, line) => {
  const { suppressions, faults } = readInlineComments('f', language, text);
  expect([suppressions[0], faults]).toMatchObject([
    { rules: ['a-b', 'CWE-79'], reason: 'it is fine: really', line, paths: ['f'], kind: 'comment' },
    [],
  ]);
});

test.each([
  ['no comment', 'javascript', `const a = "${SAID}";`, 0],
  ['a comment of another language', 'javascript', `# ${SAID}\nx`, 0],
  ['no reason', 'javascript', '// consensus-review-ignore a-b\nx', 1],
  ['an empty reason', 'javascript', '// consensus-review-ignore a-b:  \nx', 1],
  ['no rule', 'python', '# consensus-review-ignore: because\nx', 1],
  ['a list in prose', 'markdown', `* ${SAID}\nx`, 0],
])('%s suppresses nothing', (_, language, text, faults) => {
  const read = readInlineComments('f', language, text);
  expect([read.suppressions, read.faults.length]).toEqual([[], faults]);
});
