import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromPortable, toPortable } from './portable.ts';

const travel = (value: unknown): unknown => fromPortable(JSON.parse(JSON.stringify(toPortable(value))));

test('maps and sets come back as they were, however deep', () => {
  const value = {
    history: { files: new Set(['a', 'b']), scopes: new Map([['x', new Set([1])]]), empty: new Map() },
    list: [new Set(), null, { a: 1 }],
  };
  expect(travel(value)).toEqual(value);
});

test('an object that looks like one of ours is still an object', () => {
  const value = { extra: { $map: [[1, 2]], other: true }, $set: 'x', $object: [] };
  expect(travel(value)).toEqual(value);
});

test('whatever JSON holds comes back', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(travel(value)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('any JSON can be read', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('$map', '$set', '$object'), (value, key) => {
      fromPortable({ [key]: value });
    }),
  );
});
