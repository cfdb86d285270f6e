import { expect, test } from 'vitest';
import { listLacking } from './answer-lack.ts';

const MARKER = '===AGENT_RESULT_END:abc===';
const whole = (json: string): string => `===AGENT_RESULT===\n${json}\n${MARKER}\n`;

test.each([
  ['I see nothing.', ['the line ===AGENT_RESULT===', 'the JSON object', `the line ${MARKER}`]],
  ['{"agent":"a","findings":[],"verdict":"OK"}', ['the line ===AGENT_RESULT===', `the line ${MARKER}`]],
  ['===AGENT_RESULT===\n{"agent":"a","findings":[],"verdict":"OK"}\n', [`the line ${MARKER}`]],
  [whole('{"agent":"a","findings":[]}'), ['`verdict`']],
  [whole('{"agent":"a","verdict":"OK"}'), ['`findings`']],
  [whole('no JSON'), ['the JSON object']],
  [whole('{"agent":"a","findings":[],"verdict":"OK"}'), []],
  ['', ['the line ===AGENT_RESULT===', 'the JSON object', `the line ${MARKER}`]],
])('%j lacks %j', (text, lacking) => {
  expect(listLacking(text, { marker: MARKER })).toEqual(lacking);
});

test('an answer by a schema lacks its last field', () => {
  expect(listLacking('{"agent":"a","findings":[],"verdict":"OK"', { field: '"abc"' })).toEqual(['`end`']);
});
