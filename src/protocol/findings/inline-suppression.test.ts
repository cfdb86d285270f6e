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

const BLANKS = ' '.repeat(4);
test.each([
  ['python', '#### x consensus-review-ignore a: b', []],
  ['python', `x() #### ${SAID}`, ['it is fine: really']],
  ['sql', `SELECT 1 ----- ${SAID}`, ['it is fine: really']],
  ['clojure', `(x) ;;;; ${SAID}`, ['it is fine: really']],
  [null, `x %%%% ${SAID}`, ['it is fine: really']],
  ['javascript', `x(); /* ${SAID}${BLANKS}***/${BLANKS}`, ['it is fine: really']],
  ['html', `<p> <!-- ${SAID} ---->`, ['it is fine: really']],
  ['tsx', `<p/>{/* ${SAID} */${BLANKS}}${BLANKS}`, ['it is fine: really']],
  ['javascript', `x(); // consensus-review-ignore a: b${BLANKS}c`, [`b${BLANKS}c`]],
  // Where the language ends a line, the comment ends.
  ['javascript', 'x(); // consensus-review-ignore a: b\u2028eval(y)', []],
])('signs of a comment may be repeated: %s: %s', (language, text, reasons) => {
  expect(readInlineComments('f', language, text).suppressions.map(({ reason }) => reason)).toEqual(reasons);
});

/** Microseconds of work, the least of several, so that a busy machine does not count. */
function measure(language: string, text: string): number {
  const times = Array.from({ length: 3 }, () => {
    const started = process.cpuUsage();
    readInlineComments('f', language, text);
    return process.cpuUsage(started).user;
  });
  return Math.min(...times);
}

test('in a notebook the comment is that of its code: on the line or above it, without the quotes of JSON', () => {
  const text = [
    '"# consensus-review-ignore a: \\"b\\" is fine\\n",',
    '"x()\\n",',
    '  "y()  # consensus-review-ignore c: d\\n"',
  ];
  const { suppressions, faults } = readInlineComments('n.ipynb', 'json', text.join('\n'));
  expect([suppressions, faults]).toMatchObject([
    [
      { rules: ['a'], reason: '"b" is fine', line: 2, target: 'x()' },
      { rules: ['c'], reason: 'd', line: 3, target: 'y()' },
    ],
    [],
  ]);
});

const FULL = 'consensus-review-ignore a: b';
test.each<[string, string, (length: number) => string]>([
  ['hashes', 'python', (n) => `${'#'.repeat(n)}x ${FULL}`],
  ['dashes', 'sql', (n) => `${'-'.repeat(n)}x ${FULL}`],
  ['semicolons', 'clojure', (n) => `${';'.repeat(n)}x ${FULL}`],
  ['percent signs', 'latex', (n) => `${'%'.repeat(n)}x ${FULL}`],
  ['blanks in the reason', 'python', (n) => `# ${FULL}${' '.repeat(n)}c`],
  ['stars in the reason', 'javascript', (n) => `// ${FULL}${'*'.repeat(n)}c`],
  ['dashes in the reason', 'html', (n) => `<!-- ${FULL}${'-'.repeat(n)}c`],
  ['blanks behind a closing', 'javascript', (n) => `// ${FULL} */${' '.repeat(n)}c`],
  ['words before the end of a line', 'python', (n) => `${`# ${FULL} `.repeat(n / 20)}\u2028`],
  ['comments below each other', 'python', (n) => `# ${FULL}\n`.repeat(n / 5)],
])('time grows with the length and not with its square: %s', (_, language, write) => {
  const short = measure(language, write(1_000));
  // 16 times the length: its square would be 256 times the work. Work too short to measure counts as a millisecond.
  expect(measure(language, write(16_000))).toBeLessThan(64 * Math.max(short, 1_000));
});
