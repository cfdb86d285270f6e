/** Alarms of other tools from SARIF: where they are, what they are about, and that nothing in the file can do harm. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSarif } from './sarif-alarms.ts';

const ROOT = '/home/me/app';

function read(result: object, run: object = {}, rule: object = {}) {
  const text = JSON.stringify({
    runs: [
      { tool: { driver: { name: 'x', rules: [{ id: 'r', ...rule }] } }, results: [{ ruleId: 'r', ...result }], ...run },
    ],
  });
  const parsed = parseSarif(text, ROOT);
  if ('fault' in parsed) return parsed.fault;
  return parsed.alarms[0] ?? [...parsed.leftOut.keys()][0];
}

const at = (uri: unknown, uriBaseId?: string, region: object = { startLine: 3 }) => ({
  locations: [{ physicalLocation: { artifactLocation: { uri, uriBaseId }, region } }],
});

describe('where an alarm is', () => {
  const bases = {
    originalUriBaseIds: {
      HERE: { uri: 'file:///home/me/app/' },
      SUB: { uri: 'src/', uriBaseId: 'HERE' },
      AWAY: { uri: 'file:///etc/' },
      LOOP: { uri: 'x/', uriBaseId: 'LOOP' },
    },
  };
  test.each([
    ['src/a.py', undefined, 'src/a.py'],
    ['./src//a.py', '%SRCROOT%', 'src/a.py'],
    ['src/../b.py', undefined, 'b.py'],
    ['with%20space/%C3%A4.py', undefined, 'with space/ä.py'],
    ['100%.py', undefined, '100%.py'],
    ['file:///home/me/app/src/a.py', undefined, 'src/a.py'],
    ['/home/me/app/a.py', undefined, 'a.py'],
    ['a.py', 'HERE', 'a.py'],
    ['a.py', 'SUB', 'src/a.py'],
    ['src\\a.cs', undefined, 'src/a.cs'],
    ['../a.py', undefined, 'outside'],
    ['%2e%2e/%2e%2e/etc/passwd', undefined, 'outside'],
    ['passwd', 'AWAY', 'outside'],
    ['../../etc/passwd', 'HERE', 'outside'],
    ['/home/me/application/a.py', undefined, 'outside'],
    ['https://example.test/a.py', undefined, 'outside'],
    ['a\0.py', undefined, 'outside'],
    ['', undefined, 'no-place'],
    [{}, undefined, 'no-place'],
  ])('%j below %s', (uri, base, expected) => {
    const alarm = read(at(uri, base), bases);
    expect(typeof alarm === 'object' ? alarm.file : alarm).toBe(expected);
  });

  test.each([
    [{ startLine: 3, endLine: 5 }, [3, 5]],
    [{ startLine: 3, endLine: 1 }, [3, 3]],
    [{ startLine: -1 }, [1, 1]],
    [{ startLine: 1e300 }, [1, 1]],
    [{ startLine: '7' }, [1, 1]],
    [{}, [1, 1]],
  ])('lines of %j', (region, lines) => {
    const alarm = read(at('a.py', undefined, region));
    expect(typeof alarm === 'object' && [alarm.line, alarm.endLine]).toEqual(lines);
  });
});

test.each([
  ['an error', { level: 'error' }, {}, 'HIGH'],
  ['the level of the rule', {}, { defaultConfiguration: { level: 'note' } }, 'LOW'],
  ['no level', {}, {}, 'MEDIUM'],
  ['a score', { level: 'note' }, { properties: { 'security-severity': '9.1' } }, 'CRITICAL'],
  ['a score that is none', { level: 'error' }, { properties: { 'security-severity': 'x' } }, 'HIGH'],
] as const)('severity: %s', (_name, result, rule, severity) => {
  expect(read({ ...at('a.py'), ...result }, {}, rule)).toMatchObject({ severity });
});

test.each([
  [{ properties: { tags: ['external/cwe/cwe-089', 'security'] } }, ['CWE-89']],
  [{ properties: { tags: ['CWE-78: Improper …', 'CWE-78'] } }, ['CWE-78']],
  [{ properties: { cwe: 'CWE-79' } }, ['CWE-79']],
  [{ relationships: [{ target: { id: '22', toolComponent: { name: 'CWE' } } }] }, ['CWE-22']],
  [{ relationships: [{ target: { id: '22', toolComponent: { name: 'OWASP' } } }] }, []],
  [{ properties: { tags: 'CWE-1' } }, ['CWE-1']],
  [{ properties: { tags: [null, 7, {}] } }, []],
])('weaknesses of %j', (rule, cwes) => {
  expect(read(at('a.py'), {}, rule)).toMatchObject({ cwes });
});

test.each([
  ['passed', { kind: 'pass' }, 'not-a-failure'],
  ['gone', { baselineState: 'absent' }, 'not-a-failure'],
  ['suppressed', { suppressions: [{ kind: 'inSource' }] }, 'suppressed'],
  ['a suppression that was turned down', { suppressions: [{ status: 'rejected' }] }, null],
  ['without a rule', { ruleId: 7 }, 'malformed'],
])('what is no alarm: %s', (_name, result, left) => {
  const alarm = read({ ...at('a.py'), ...result });
  expect(typeof alarm === 'string' ? alarm : null).toBe(left);
});

test('a message with arguments, of the result or of the rule', () => {
  const rule = { messageStrings: { one: { text: 'Value {0} of {1}.' } } };
  const message = { id: 'one', arguments: ['a', 'b'] };
  expect(read({ ...at('a.py'), message }, {}, rule)).toMatchObject({ message: 'Value a of b.', title: 'Value a of b' });
});

test('never throws, whatever the JSON is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      for (const text of [JSON.stringify(value), JSON.stringify({ runs: [{ results: [value], tool: value }, value] })])
        expect(() => parseSarif(text, ROOT)).not.toThrow();
    }),
    { numRuns: 200 },
  );
  expect(parseSarif('{"runs":[', ROOT)).toEqual({ fault: expect.stringMatching(/no JSON/u) });
});

test.each(['[[]]', '[null]', '["x"]', '[{"results":{"0":{}}}]', '[{"results":[]},7]'])(
  'what is no run is no scan without alarms: %s [TRUST-03]',
  (runs) => {
    expect(parseSarif(`{"version":"2.1.0","runs":${runs}}`, ROOT)).toEqual({
      fault: expect.stringMatching(/no run with a list/u),
    });
  },
);
