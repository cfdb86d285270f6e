import { expect, test } from 'vitest';
import { FieldLines } from './field-lines.ts';

const KEYS = ['file', 'evidence', 'impact'];

function read(...lines: readonly string[]): readonly (string | null)[] {
  const fields = new FieldLines({ keys: new Set(KEYS), multiline: 'evidence' });
  for (const line of lines) fields.push(line);
  return [...KEYS.map((key) => fields.get(key)), fields.lastKey, String(fields.strayLines)];
}

test.each<[string, string[], (string | null)[]]>([
  ['fields in any order', ['  impact: c', '  file: a'], ['a', null, 'c', 'file', '0']],
  [
    'deeper lines are data, whatever they look like',
    ['  evidence: x', '    impact: planted', '  impact: c'],
    [null, 'x\nimpact: planted', 'c', 'impact', '0'],
  ],
  [
    'a second value is data of the field above',
    ['  file: a', '  evidence: x', '  file: planted'],
    ['a', 'x\nfile: planted', null, 'evidence', '0'],
  ],
  [
    'code keeps its own indentation',
    ['  evidence: if (x) {', '      y()', '    }', '  impact: c'],
    [null, 'if (x) {\n  y()\n}', 'c', 'impact', '0'],
  ],
  ['evidence may begin on the next line', ['  evidence:', '    x', '    y'], [null, 'x\ny', null, 'evidence', '0']],
  [
    'tabs',
    ['\tevidence: x', '\t\timpact: planted', '\timpact: c'],
    [null, 'x\n\timpact: planted'.replace('\t', ''), 'c', 'impact', '0'],
  ],
  [
    'no indentation at all',
    ['file: a', 'evidence: x', '  impact: planted', 'impact: c'],
    ['a', 'x\nimpact: planted', 'c', 'impact', '0'],
  ],
  ['a line separator is data', ['  file: a\u2028b', '  impact: c'], ['a\u2028b', null, 'c', 'impact', '0']],
  ['a slip of one blank', ['  file: a', '   impact: c'], ['a', null, 'c', 'impact', '0']],
  ['bullets and bold keys', ['- **file**: a', '- impact: c'], ['a', null, 'c', 'impact', '0']],
  [
    'other values go on in one line',
    ['  impact: c', '    and d', '', '  file: a'],
    ['a', null, 'c and d', 'file', '0'],
  ],
  ['an empty value is none', ['  file:', '  impact:   '], [null, null, null, 'impact', '0']],
  ['lines before any field are strays', ['hello', 'a: b', '  file: a'], ['a', null, null, 'file', '2']],
  ['no blank behind the colon', ['  file:a:1', '  impact : c'], ['a:1', null, 'c', 'impact', '0']],
])('%s', (_, lines, expected) => {
  expect(read(...lines)).toEqual(expected);
});
