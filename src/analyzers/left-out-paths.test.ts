import { expect, test } from 'vitest';
import { listLeftOut } from './left-out-paths.ts';
import { listShippedRules } from './rule-catalogue.ts';

test('what a rule leaves out is said in folders and names, and a rule that leaves out nothing says nothing', () => {
  const rules = new Map(listShippedRules().map((rule) => [rule.id, rule]));
  expect(rules.get('rs-tls-verification-off')?.leaves_out).toEqual(['test/', 'tests/', 'examples/']);
  expect(rules.get('js-code-injection')).not.toHaveProperty('leaves_out');
  expect(listLeftOut(/_test\.go$|(?:^|\/)(?:examples?|testdata)\//u)).toEqual([
    'testdata/',
    'example/',
    'examples/',
    '*_test.go',
  ]);
});
