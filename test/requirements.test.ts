import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkRequirements, citedIds, LATER, type PassedTest, REQUIREMENTS } from './requirements.ts';

const spec = join(import.meta.dirname, '../../shared/spec');
/** Those behind it are about reviews, and stand in the rows that cite them. */
const LAST_AUDIT_FACT = 'FACT-11';

const through = (title: string): PassedTest => ({ file: '/x/test/e2e/a.test.ts', title });

describe('the requirement gate', () => {
  test('reads ids only from the end of a test name', () => {
    expect(citedIds('scale stops at 4 [BUDGET-02, BUDGET-03]')).toEqual(['BUDGET-02', 'BUDGET-03']);
    expect(citedIds('mentions [BUDGET-02] in passing, says nothing')).toEqual([]);
  });

  test('fails on a duty that nobody verifies and that no later work owns', () => {
    const result = checkRequirements([through('a [A-01]')], ['A-01', 'A-02', 'A-03'], new Map([['A-03', 'later']]));
    expect(result).toEqual({ verified: 1, later: ['A-03'], faults: ['A-02: no passing test cites it'] });
  });

  test('fails on a duty that is shown for the rule alone', () => {
    const alone = { file: '/x/src/protocol/a.test.ts', title: 'a [A-01, A-02]' };
    expect(checkRequirements([alone, through('b [A-02]')], ['A-01', 'A-02'], new Map()).faults).toEqual([
      'A-01: only tests of the rule alone cite it, none goes through the product',
    ]);
  });

  test('fails on ids that do not exist', () => {
    const result = checkRequirements([through('a [A-01, Z-99]')], ['A-01'], new Map([['Y-01', 'later']]));
    expect(result.faults).toEqual([
      'Z-99: cited by a test, but not a requirement',
      'Y-01: listed for later, but not a requirement',
    ]);
  });

  test('every id listed for later names its topic', () => {
    expect([...LATER.values()].every((topic) => topic.length > 3)).toBe(true);
  });

  test.skipIf(!existsSync(spec))('holds exactly the ids of the specification (skipped where it is not at hand)', () => {
    const idsOf = (file: string, groups: RegExp): string[] =>
      [...readFileSync(join(spec, file), 'utf8').matchAll(/^\| ([A-Z]+-\d\d) \|/gmu)]
        .map((match) => match[1] ?? '')
        .filter((id) => groups.test(id));
    const expected = [
      ...idsOf('REQUIREMENTS.md', /./u),
      ...idsOf('DECISIONS.md', /^(HOST|REV|AUD|SIG|TRUST|FLOW|SUPP|POST)-/u),
    ];
    const facts = [...readFileSync(join(spec, 'DECISIONS.md'), 'utf8').matchAll(/^\*\*(FACT-\d\d) /gmu)]
      .map((match) => match[1] ?? '')
      .filter((id) => id <= LAST_AUDIT_FACT);
    expect([...REQUIREMENTS]).toEqual([...expected, ...facts]);
  });
});
