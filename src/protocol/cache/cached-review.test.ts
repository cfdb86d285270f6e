import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexPaths, listCitedPaths } from '../findings/cited-paths.ts';
import { claimFinding } from '../findings/finding.ts';
import { countReusedCalls, joinVerdicts, keepSound, listAgentRuns } from './cached-agent-runs.ts';
import { type CachedAgentRun, type CachedReview, formatCachedReview } from './cached-review.ts';
import { parseCachedReview } from './cached-review-schema.ts';

const agentRun = (id: string, said: Partial<CachedAgentRun> = {}): CachedAgentRun => ({
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
const review: CachedReview = {
  at: 7,
  claims: [{ finding: claim, model: 'some/model', rejection: null }],
  delivered: [{ start: 1, end: 4 }],
  depends: [
    { path: 'b.ts', mark: 'abc' },
    { path: 'gone.ts', mark: null },
  ],
  said: { chars: 4, mark: 'abc' },
  sittings: [agentRun('s1', { verdict: 'VETO', vetoReasons: ['why'] })],
};

test('what was written is read back', () => {
  expect(parseCachedReview(formatCachedReview(review))).toEqual(review);
  const whole = { ...review, delivered: null, said: null };
  expect(parseCachedReview(formatCachedReview(whole))).toEqual(whole);
});

test.each<[string, unknown]>([
  ['no agent run', { ...review, sittings: [] }],
  ['another key', { ...review, more: 1 }],
  [
    'an unknown severity',
    { ...review, claims: [{ finding: { ...claim, severity: 'NONE' }, model: 'm', rejection: null }] },
  ],
  [
    'a claim without its words',
    { ...review, claims: [{ finding: { severity: 'HIGH' }, model: 'm', rejection: null }] },
  ],
  ['a line before the first', { ...review, delivered: [{ start: 0, end: 1 }] }],
])('%s is no cached review', (_what, value) => {
  expect(parseCachedReview(JSON.stringify(value))).toBeNull();
});

test('no text is too strange to be read, and none becomes what it is not', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseCachedReview(text)).toBeNull();
    }),
  );
  const written = formatCachedReview(review);
  fc.assert(
    fc.property(fc.nat(written.length - 1), (at) => {
      expect(parseCachedReview(written.slice(0, at))).toBeNull();
    }),
  );
});

test('calls are counted once, however many files they stand behind', () => {
  const shared = agentRun('s1', { calls: 5 });
  const cached = [{ sittings: [shared] }, { sittings: [shared] }, { sittings: [shared, agentRun('s2')] }];
  expect(listAgentRuns(cached).map(({ id }) => id)).toEqual(['s1', 's2']);
  expect(countReusedCalls(cached)).toBe(8);
  expect(countReusedCalls([])).toBe(0);
});

const file = (path: string, ...runs: readonly CachedAgentRun[]) => ({ path, sittings: runs });

test('an objection without a finding holds its files together, through every wave they had in common', () => {
  const objection = agentRun('s1', { files: 2, verdict: 'WARN', isExplained: false });
  const a = file('a', objection);
  const b = file('b', objection);
  const other = file('c', agentRun('s2'));
  expect(keepSound([a, b, other])).toEqual([a, b, other]);
  expect(keepSound([a, other])).toEqual([other]);
  // A file that was finished later rests on the first agent run too, and with it falls what was finished beside it.
  const later = agentRun('s3', { files: 2, verdict: 'VETO', isExplained: false });
  expect(keepSound([a, file('d', objection, later), file('e', later), other])).toEqual([other]);
});

const verdictOf = (verdict: CachedAgentRun['verdict'], ...vetoReasons: readonly string[]) => ({ verdict, vetoReasons });

const part = (said: Partial<CachedAgentRun>, shown: ReturnType<typeof verdictOf>) => ({
  ...file('a', agentRun('s', { files: 2, ...said })),
  shown,
});
const whole = (said: Partial<CachedAgentRun>) => ({ ...file('a', agentRun('s', said)), shown: verdictOf('OK') });

test.each([
  ['nothing cached', verdictOf('OK'), [], verdictOf('OK')],
  ['all of an agent run', verdictOf(null), [whole(verdictOf('VETO', 'x'))], verdictOf('VETO', 'x')],
  ['the stricter word counts', verdictOf('WARN'), [whole(verdictOf('OK'))], verdictOf('WARN')],
  [
    'part of an agent run, which shows nothing',
    verdictOf(null),
    [part({ verdict: 'WARN' }, verdictOf('OK'))],
    verdictOf(null),
  ],
  ['is not spoken for mildly', verdictOf('OK'), [part({ verdict: 'WARN' }, verdictOf('OK'))], verdictOf(null)],
  ['but strictly', verdictOf('VETO', 'y'), [part({}, verdictOf('OK'))], verdictOf('VETO', 'y')],
  ['what a part shows stands', verdictOf('OK'), [part({ verdict: 'WARN' }, verdictOf('WARN'))], verdictOf('WARN')],
  [
    'no stricter than it was said',
    verdictOf('OK'),
    [part({ verdict: 'WARN' }, verdictOf('VETO', 'x'))],
    verdictOf('WARN'),
  ],
  ['nor than is shown', verdictOf('OK'), [part(verdictOf('VETO', 'gone'), verdictOf('WARN'))], verdictOf('WARN')],
  [
    'with the reasons that are shown',
    verdictOf('OK'),
    [part(verdictOf('VETO', 'x', 'gone'), verdictOf('VETO', 'x'))],
    verdictOf('VETO', 'x'),
  ],
])('the word of an agent: %s', (_name, now, cached, expected) => {
  expect(joinVerdicts(now, cached)).toEqual(expected);
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
