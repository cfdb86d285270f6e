import { expect, test } from 'vitest';
import { loadParser } from './languages.ts';
import { findKinds, listKinds, listTogether, mayHold } from './tree-node.ts';
import { readWordPlaces } from './word-places.ts';

const parse = await loadParser();
const CODE = 'f(g(1), [h(2)]);\nfunction run() { return f(() => g(f(3))); }\nf(4)\n';
const KINDS = ['call_expression', 'arrow_function', 'expression_statement', 'return_statement', 'number'];

test('nodes of kinds are listed as a search finds them, in the file and in each node', () => {
  const plain = parse('javascript', CODE);
  const root = parse('javascript', CODE);
  listTogether(root, ['call_expression', 'arrow_function']);
  const tell = (nodes: ReturnType<typeof listKinds>): readonly string[] =>
    nodes.map((node) => `${node.kind()} ${node.range().start.index} ${node.text()}`);
  const places = [plain, ...findKinds(plain, KINDS)];
  const same = [root, ...findKinds(root, KINDS)];
  for (const kinds of [KINDS, ['call_expression'], ['number', 'call_expression'], []])
    for (const [at, place] of places.entries())
      expect(tell(listKinds(same[at] ?? root, kinds))).toEqual(tell(findKinds(place, kinds)));
});

test('a parent is the same node from whichever child it is asked', () => {
  const root = parse('javascript', CODE);
  const [first, second] = listKinds(root, ['number']).map((node) => node.ancestors().map((above) => above.id()));
  expect(first?.at(-1)).toBe(root.id());
  expect(second?.slice(-4)).toEqual(first?.slice(-4));
});

test.each([
  ['RUN', 0, 3, 'run', true],
  ['a run', 0, 4, 'run', false],
  ['a run', 2, 5, 'run', true],
  ['a run', 3, 5, 'run', false],
  ['run a run', 1, 9, 'run', true],
] as const)('%j from %d to %d, %s: %s', (...[text, start, end, word, isThere]) => {
  expect(readWordPlaces(text)?.isWithin(word, start, end)).toBe(isThere);
});

test('where letters change their number in lower case every word may be there', () => {
  const text = 'const a = "İİ"; run();';
  expect(readWordPlaces(text)).toBeNull();
  expect(mayHold(parse('javascript', text), 'missing')).toBe(true);
});
