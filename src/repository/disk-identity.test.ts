import { expect, test } from 'vitest';
import { rememberIdentity } from './disk-identity.ts';

test('an identity is looked up once, one that is not there yet again, and not all of a large folder are kept', () => {
  const asked: string[] = [];
  const answers: Record<string, string | null> = { 'a.ts': 'first', 'b.ts': null, 'c.ts': 'third' };
  const identity = rememberIdentity((path) => {
    asked.push(path);
    return answers[path] ?? null;
  }, 1);
  expect(['a.ts', 'b.ts', 'c.ts'].map(identity)).toEqual(['first', null, 'third']);
  answers['a.ts'] = 'changed';
  answers['b.ts'] = 'second';
  expect(['a.ts', 'b.ts', 'c.ts'].map(identity)).toEqual(['first', 'second', 'third']);
  expect(asked).toEqual(['a.ts', 'b.ts', 'c.ts', 'b.ts', 'c.ts']);
});
