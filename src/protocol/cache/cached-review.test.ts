import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexPaths, listCitedPaths } from '../findings/cited-paths.ts';
import { claimFinding } from '../findings/finding.ts';
import { countReusedCalls, joinWords, keepSound, listSittings } from './cached-agent-runs.ts';
import { formatRecollection, type Recollection, type Sitting } from './cached-review.ts';
import { parseRecollection } from './cached-review-schema.ts';

const sitting = (id: string, said: Partial<Sitting> = {}): Sitting => ({
  id,
  run: 'run-1',
  at: 0,
  calls: 3,
  files: 1,
  verdict: null,
  vetoReasons: [],
  isExplained: true,
  homeless: [],
  ...said,
});

const claim = claimFinding({
  severity: 'HIGH',
  title: 'a',
  issue: 'b',
  file: 'a.ts',
  line: 1,
  extra: { effort: 'small' },
});
const recollection: Recollection = {
  at: 7,
  claims: [{ finding: claim, model: 'some/model', rejection: null }],
  delivered: [{ start: 1, end: 4 }],
  depends: [
    { path: 'b.ts', mark: 'abc' },
    { path: 'gone.ts', mark: null },
  ],
  sittings: [sitting('s1', { verdict: 'VETO', vetoReasons: ['why'] })],
};

test('what was written is read back', () => {
  expect(parseRecollection(formatRecollection(recollection))).toEqual(recollection);
  const whole = { ...recollection, delivered: null };
  expect(parseRecollection(formatRecollection(whole))).toEqual(whole);
});

test.each<[string, unknown]>([
  ['no sitting', { ...recollection, sittings: [] }],
  ['another key', { ...recollection, more: 1 }],
  [
    'an unknown severity',
    { ...recollection, claims: [{ finding: { ...claim, severity: 'NONE' }, model: 'm', rejection: null }] },
  ],
  [
    'a claim without its words',
    { ...recollection, claims: [{ finding: { severity: 'HIGH' }, model: 'm', rejection: null }] },
  ],
  ['a line before the first', { ...recollection, delivered: [{ start: 0, end: 1 }] }],
])('%s is no recollection', (_what, value) => {
  expect(parseRecollection(JSON.stringify(value))).toBeNull();
});

test('no text is too strange to be read, and none becomes what it is not', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseRecollection(text)).toBeNull();
    }),
  );
  const written = formatRecollection(recollection);
  fc.assert(
    fc.property(fc.nat(written.length - 1), (at) => {
      expect(parseRecollection(written.slice(0, at))).toBeNull();
    }),
  );
});

test('calls are counted once, however many files they stand behind', () => {
  const shared = sitting('s1', { calls: 5 });
  const recalled = [{ sittings: [shared] }, { sittings: [shared] }, { sittings: [shared, sitting('s2')] }];
  expect(listSittings(recalled).map(({ id }) => id)).toEqual(['s1', 's2']);
  expect(countReusedCalls(recalled)).toBe(8);
  expect(countReusedCalls([])).toBe(0);
});

const file = (path: string, ...sittings: readonly Sitting[]) => ({ path, sittings });

test('an objection without a finding holds its files together, through every wave they had in common', () => {
  const objection = sitting('s1', { files: 2, verdict: 'WARN', isExplained: false });
  const a = file('a', objection);
  const b = file('b', objection);
  const other = file('c', sitting('s2'));
  expect(keepSound([a, b, other])).toEqual([a, b, other]);
  expect(keepSound([a, other])).toEqual([other]);
  // A file that was finished later rests on the first sitting too, and with it falls what was finished beside it.
  const later = sitting('s3', { files: 2, verdict: 'VETO', isExplained: false });
  expect(keepSound([a, file('d', objection, later), file('e', later), other])).toEqual([other]);
});

const word = (verdict: Sitting['verdict'], ...vetoReasons: readonly string[]) => ({ verdict, vetoReasons });

const part = (said: Partial<Sitting>, shown: ReturnType<typeof word>) => ({
  ...file('a', sitting('s', { files: 2, ...said })),
  shown,
});
const whole = (said: Partial<Sitting>) => ({ ...file('a', sitting('s', said)), shown: word('OK') });

test.each([
  ['nothing recalled', word('OK'), [], word('OK')],
  ['all of a sitting', word(null), [whole(word('VETO', 'x'))], word('VETO', 'x')],
  ['the stricter word counts', word('WARN'), [whole(word('OK'))], word('WARN')],
  ['part of a sitting, which shows nothing', word(null), [part({ verdict: 'WARN' }, word('OK'))], word(null)],
  ['is not spoken for mildly', word('OK'), [part({ verdict: 'WARN' }, word('OK'))], word(null)],
  ['but strictly', word('VETO', 'y'), [part({}, word('OK'))], word('VETO', 'y')],
  ['what a part shows stands', word('OK'), [part({ verdict: 'WARN' }, word('WARN'))], word('WARN')],
  ['no stricter than it was said', word('OK'), [part({ verdict: 'WARN' }, word('VETO', 'x'))], word('WARN')],
  ['nor than is shown', word('OK'), [part(word('VETO', 'gone'), word('WARN'))], word('WARN')],
  [
    'with the reasons that are shown',
    word('OK'),
    [part(word('VETO', 'x', 'gone'), word('VETO', 'x'))],
    word('VETO', 'x'),
  ],
])('the word of an agent: %s', (_name, now, recalled, expected) => {
  expect(joinWords(now, recalled)).toEqual(expected);
});

const index = indexPaths(['src/db.ts', 'lib/db.ts', 'src/a b.ts', 'Makefile', 'src/deep/query.go']);

test.each<[string, readonly string[]]>([
  ['see src/db.ts:12 and `./src/db.ts`', ['src/db.ts']],
  ['the helper in db.ts.', ['src/db.ts', 'lib/db.ts']],
  ['"file":"deep/query.go"', ['src/deep/query.go']],
  ['/home/me/project/src/deep/query.go', ['src/deep/query.go']],
  ['C:\\project\\src\\db.ts', ['src/db.ts']],
  ['run the Makefile', ['Makefile']],
  ['mydb.ts and other/db.tsx', []],
  ['', []],
])('%j speaks of %j', (text, expected) => {
  expect(listCitedPaths(text, index)).toEqual(expected);
});

test('citing never fails, and every path cites itself', () => {
  const path = fc.stringMatching(/^[a-z]{1,5}(?:\/[a-z]{1,5}){0,2}\.ts$/u);
  fc.assert(
    fc.property(path, fc.string(), (own, around) => {
      expect(listCitedPaths(`${around} ${own} ${around}`, indexPaths([own]))).toEqual([own]);
    }),
  );
});
