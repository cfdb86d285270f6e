import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFollowUp } from '../coverage/follow-up.ts';
import { type AgentTotals, type AgentWave, type SkipReason, synthesize, totalWaves } from './synthesis.ts';

const agent = (
  name: string,
  reviewedCount: number,
  skipped: readonly string[],
  reason: SkipReason = 'budget',
): AgentTotals => ({
  agent: name,
  reviewedCount,
  skippedFiles: skipped.map((path) => ({ path, reason })),
  unnamedCount: 0,
  cutoffReason: null,
});

const wave = (reviewed: string[], skipped: string[], cutoffReason: AgentWave['cutoffReason']): AgentWave => ({
  reviewed,
  skipped: skipped.map((path) => ({ path, reason: cutoffReason ?? 'budget' })),
  cutoffReason,
});

describe('synthesis', () => {
  test('two partial agents: warning, notes and suggestion [SYNTH-03, SYNTH-04, SYNTH-05, SUCCESS-02, REPORT-05]', () => {
    const result = synthesize([
      agent('security-reviewer', 8, ['d', 'b', 'a', 'e']),
      agent('go-reviewer', 5, []),
      agent('code-quality-reviewer', 10, ['b', 'c']),
    ]);
    expect(result).toEqual({
      warnings: ['⚠️ Partial results: 2 agents hit budget limits'],
      notes: ['security-reviewer: reviewed 8/12 files', 'code-quality-reviewer: reviewed 10/12 files'],
      suggestions: ['Consider: /consensus-review a b c d e'],
    });
    expect(parseFollowUp(result.suggestions[0] ?? '').paths).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('one agent is counted as "1 agents" [SYNTH-03]', () => {
    expect(synthesize([agent('a', 1, ['x'])]).warnings).toEqual(['⚠️ Partial results: 1 agents hit budget limits']);
  });

  test('skipped {b,a} and {b,c} are suggested as a b c [SYNTH-05]', () => {
    expect(synthesize([agent('x', 1, ['b', 'a']), agent('y', 1, ['b', 'c'])]).suggestions).toEqual([
      'Consider: /consensus-review a b c',
    ]);
  });

  test('nothing partial, nothing said; cut without skipped files, no suggestion [SYNTH-06]', () => {
    const silent = { warnings: [], notes: [], suggestions: [] };
    expect(synthesize([agent('a', 3, []), agent('b', 0, [])])).toEqual(silent);
    expect(synthesize([])).toEqual(silent);
    const cut = synthesize([{ ...agent('a', 3, []), cutoffReason: 'budget' }]);
    expect([cut.warnings.length, cut.notes, cut.suggestions]).toEqual([1, ['a: reviewed 3/3 files'], []]);
  });

  test('partial in wave 1 and finished in wave 2 is no warning [SYNTH-03, HOST-07]', () => {
    const totals = totalWaves(
      'a',
      ['x', 'y', 'z'],
      [wave(['x'], ['y', 'z'], 'budget'), wave(['y', 'z'], [], null)],
      'budget',
    );
    expect([totals.reviewedCount, totals.skippedFiles]).toEqual([3, []]);
    expect(synthesize([totals]).warnings).toEqual([]);
  });

  test('what only a timeout cut has a line of its own [SYNTH-03, REV-16]', () => {
    const result = synthesize([
      agent('a', 1, ['x'], 'timeout'),
      agent('b', 1, ['y'], 'budget'),
      agent('c', 1, ['x'], 'timeout'),
    ]);
    expect(result.warnings).toEqual([
      '⚠️ Partial results: 1 agents hit budget limits',
      '⚠️ Incomplete results: 2 agents stopped early (timeout)',
    ]);
    expect(result.suggestions).toEqual(['Consider: /consensus-review x y']);
  });

  test.each(['truncated', 'error', 'aborted'] as const)('%s is no budget limit [REV-16]', (reason) => {
    expect(synthesize([{ ...agent('a', 1, ['x'], reason), cutoffReason: reason }]).warnings).toEqual([
      `⚠️ Incomplete results: 1 agents stopped early (${reason})`,
    ]);
  });

  test('what an analyzer refuses is not suggested again', () => {
    const skippedFiles = [
      'ast-grep: lines of packed code not analysed',
      'ruff: stopped after 4 s',
      'ast-grep: data flow not judged in lines of packed code',
    ].map((detail, at) => ({ path: `${at}.js`, reason: 'analyzer-failed' as const, detail }));
    expect(synthesize([{ ...agent('a', 1, []), skippedFiles }]).suggestions).toEqual([
      'Consider: /consensus-review 1.js',
    ]);
  });

  test('text that does not parse is named with its place, a failure with its cause, and neither twice [REV-16]', () => {
    const unparsed = (path: string) => ({ path, reason: 'unparsed' as const, detail: 'line 7: no value' });
    const failed = { path: 'c', reason: 'analyzer-failed' as const, detail: 'advisories: broken archive' };
    const many = ['h', 'g', 'f', 'e', 'd', 'a'].map(unparsed);
    const totals = [
      { ...agent('a', 1, []), skippedFiles: [...many, failed] },
      { ...agent('b', 1, []), skippedFiles: [unparsed('a'), { ...failed, path: 'b' }] },
    ];
    expect(synthesize(totals)).toMatchObject({
      warnings: [
        '⚠️ Incomplete results: 2 files not reviewed by every agent (an analyzer failed: advisories: broken archive)',
        '⚠️ Incomplete results: 6 files not reviewed by every agent (text that does not parse: a line 7: no value; d line 7: no value; e line 7: no value; f line 7: no value; g line 7: no value; and 1 more)',
      ],
      suggestions: ['Consider: /consensus-review b c'],
    });
  });

  test('what analyzers say of several files is told once, whatever else is said of one of them [REV-16]', () => {
    const failed = (path: string, detail: string) => ({ path, reason: 'analyzer-failed' as const, detail });
    const skippedFiles = [failed('a', 'ruff: long line'), failed('b', 'ast-grep: packed; ruff: long line')];
    expect(synthesize([{ ...agent('a', 1, []), skippedFiles }]).warnings).toEqual([
      '⚠️ Incomplete results: 2 files not reviewed by every agent (an analyzer failed: ast-grep: packed; ruff: long line)',
    ]);
  });

  test('a reviewer that only a model can follow is named with what to do [REV-16]', () => {
    expect(synthesize([agent('house-rules', 0, ['a', 'b'], 'no-model')])).toMatchObject({
      warnings: [
        '⚠️ Incomplete results: 2 files not reviewed by every agent (house-rules: a reviewer of your own needs a model; give `--model PROVIDER/NAME`, or leave it out with `--reviewers`)',
      ],
      suggestions: [],
    });
  });

  test('files that no analyzer knows are told apart and not suggested again [REV-16]', () => {
    expect(
      synthesize([agent('a', 1, ['x.zig', 'y.zig'], 'no-analyzer'), agent('b', 2, ['x.zig'], 'no-analyzer')]),
    ).toMatchObject({
      warnings: ['⚠️ Incomplete results: 2 files not reviewed by every agent (no analyzer for their language)'],
      notes: ['a: reviewed 1/3 files', 'b: reviewed 2/3 files'],
      suggestions: [],
    });
  });

  test('a missing list of skipped files is an empty one, with a note [SYNTH-09]', () => {
    const incomplete: AgentTotals = {
      agent: 'a',
      reviewedCount: 8,
      skippedFiles: null,
      unnamedCount: 4,
      cutoffReason: 'budget',
    };
    expect(synthesize([incomplete])).toMatchObject({
      warnings: ['⚠️ Partial results: 1 agents hit budget limits'],
      notes: ['a: reviewed 8/12 files', 'a: did not name the files it skipped'],
      suggestions: [],
    });
  });

  test('reviewed and skipped files together are the scope, and share none [SUCCESS-05, REV-24]', () => {
    const path = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const anyWave = fc.record({
      reviewed: fc.array(path),
      skipped: fc.array(fc.record({ path, reason: fc.constantFrom<SkipReason>('budget', 'timeout', 'no-analyzer') })),
      cutoffReason: fc.constantFrom('budget' as const, null),
    });
    fc.assert(
      fc.property(fc.uniqueArray(path), fc.array(anyWave), (scope, waves) => {
        const { reviewedFiles, skippedFiles } = totalWaves('a', scope, waves, 'budget');
        expect([...reviewedFiles, ...skippedFiles.map((file) => file.path)].toSorted()).toEqual(scope.toSorted());
      }),
    );
  });
});
