import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { DEFAULT_LOOP_LIMITS } from './loop-limits.ts';
import {
  decideContinuation,
  followOutput,
  formatProgress,
  type LoopDecision,
  type LoopSignal,
  type LoopState,
  needsFullSummary,
  START_OF_LOOP,
} from './orchestrator.ts';

const golden = (name: string): string =>
  readFileSync(new URL(`../../../test/golden/signals/${name}.txt`, import.meta.url), 'utf8');

const SIGNAL: LoopSignal = {
  coordinatorType: 'implementer',
  summaryBrief: 'Completed Wave 1-2 (Phase 1-3) with 42 tasks. Context: 37%. Next: Phase 4-6.',
  workRemaining: [4, 5, 6],
  contextExhausted: false,
  contextUsagePercent: 37,
  requiresContinuation: true,
};
const decide = (signal: Partial<LoopSignal>, state: Partial<LoopState> = {}): LoopDecision =>
  decideContinuation({ ...START_OF_LOOP, ...state }, { ...SIGNAL, ...signal }, DEFAULT_LOOP_LIMITS);

/** Runs signals one after another and gives the kinds, `halt` with its reason. */
function follow(signals: readonly Partial<LoopSignal>[]): readonly string[] {
  let state: LoopState = START_OF_LOOP;
  return signals.map((signal) => {
    const decision = decide(signal, state);
    state = decision.state;
    return decision.kind === 'halt' ? decision.reason : decision.kind;
  });
}

describe('the log', () => {
  test('a signal that continues gives four lines [PARSE-07, COMPLY-10, COMPLY-12]', () => {
    const decision = followOutput(START_OF_LOOP, golden('implementer'));
    expect(decision).toMatchObject({ kind: 'continue', checkpoint: false, warnings: [] });
    expect(decision.log).toEqual([
      'Iteration complete: Completed Wave 1-2 (Phase 1-3) with 42 tasks. Context: 37%. Next: Phase 4-6.',
      'Work remaining: [4, 5, 6]',
      'Context usage: 37%',
      'Continuing to next iteration...',
    ]);
  });

  test('one that does not gives two [PARSE-07, COMPLY-10, COMPLY-12]', () => {
    const decision = followOutput(START_OF_LOOP, golden('research'));
    expect(decision).toMatchObject({ kind: 'complete', warnings: [] });
    expect(decision.log).toEqual([
      'Workflow complete: Completed research on 4 topics with 48 findings. Context: 35%. Next: Plan creation.',
      'Context usage: 35%',
    ]);
    expect(formatProgress({ ...SIGNAL, requiresContinuation: false })).toHaveLength(2);
  });

  test('a halt is said instead of the continuation', () => {
    expect(decide({ contextUsagePercent: 85 }).log.at(-1)).toBe('Halted: the context usage reached the limit');
  });
});

describe('limits', () => {
  test.each([
    [69, { kind: 'continue', checkpoint: false }],
    [70, { kind: 'continue', checkpoint: true }],
    [84, { kind: 'continue', checkpoint: true }],
    [85, { kind: 'halt', reason: 'context-limit' }],
    [89, { kind: 'halt', reason: 'context-limit' }],
    [90, { kind: 'halt', reason: 'context-exhausted' }],
  ])('at %d%% usage: %o [COMPLY-13, SIG-08]', (contextUsagePercent, expected) => {
    expect(decide({ contextUsagePercent })).toMatchObject(expected);
  });

  test('limits are configurable and bind only a signal that wants to go on [COMPLY-13, SIG-08]', () => {
    const limits = { checkpointPercent: 20, haltPercent: 30, maxIterations: 5 };
    expect(decideContinuation(START_OF_LOOP, SIGNAL, limits)).toMatchObject({ kind: 'halt', reason: 'context-limit' });
    expect(decide({ contextUsagePercent: 99, requiresContinuation: false, workRemaining: 0 }).kind).toBe('complete');
  });

  test('an exhausted context halts at any usage', () => {
    expect(decide({ contextExhausted: true })).toMatchObject({ kind: 'halt', reason: 'context-exhausted' });
  });

  test('the hundredth iteration is the last [SIG-08]', () => {
    const signals = Array.from({ length: 100 }, (_, at) => ({ workRemaining: [1000 - at] }));
    const kinds = follow(signals);
    expect(kinds.slice(0, 99).every((kind) => kind === 'continue')).toBe(true);
    expect(kinds[99]).toBe('max-iterations');
  });

  test.each<[string, readonly Partial<LoopSignal>[], readonly string[]]>([
    ['the same work three times', [{}, {}, {}], ['continue', 'continue', 'stuck']],
    ['a change in between', [{}, {}, { workRemaining: [5, 6] }, {}], ['continue', 'continue', 'continue', 'continue']],
    [
      'the same work but progress of the host',
      [{ progress: 10 }, { progress: 20 }, { progress: 30 }, { progress: 30 }, { progress: 30 }],
      ['continue', 'continue', 'continue', 'continue', 'stuck'],
    ],
    ['a coordinator that says so', [{ stuckDetected: true }], ['stuck']],
  ])('stuck is two iterations in a row without change: %s [SIG-08]', (_, signals, kinds) => {
    expect(follow(signals)).toEqual(kinds);
  });
});

describe('contradictions', () => {
  test('continuation without work is only warned about [COMPLY-14, SIG-07]', () => {
    for (const workRemaining of [0 as const, []]) {
      expect(decide({ workRemaining })).toMatchObject({
        kind: 'continue',
        warnings: ['a continuation is required but no work remains'],
      });
    }
  });

  test('work without continuation is only warned about [COMPLY-14, SIG-07]', () => {
    expect(decide({ requiresContinuation: false })).toMatchObject({
      kind: 'complete',
      warnings: ['work remains ([4, 5, 6]) but no continuation is required'],
    });
  });
});

describe('outputs that are not as they should be', () => {
  test('one bad field is mended with a warning and does not stop the run [SIG-04]', () => {
    const output = golden('implementer').replace('percent: 37', 'percent: ~37.3%');
    expect(followOutput(START_OF_LOOP, output)).toMatchObject({
      kind: 'continue',
      warnings: [expect.stringContaining('found ~37.3%')],
    });
  });

  test.each([
    ['no signal', 'All done, boss.', 'no-signal'],
    ['a required field missing', golden('anti-missing-fields'), 'broken-signal'],
    ['a conflict', `${golden('implementer')}requires_continuation: false\n`, 'broken-signal'],
  ])('%s halts the loop and asks for the full summary', (_, output, reason) => {
    const decision = followOutput(START_OF_LOOP, output);
    expect(decision).toMatchObject({ kind: 'halt', reason, state: { iterations: 1 } });
    expect(decision.warnings).not.toEqual([]);
    expect(needsFullSummary(decision, false)).toBe(true);
  });

  test('a clean run never needs the full summary unless someone debugs', () => {
    for (const name of ['implementer', 'research', 'testing', 'debug', 'repair', 'envelope']) {
      const decision = followOutput(START_OF_LOOP, golden(name));
      expect(needsFullSummary(decision, false)).toBe(false);
      expect(needsFullSummary(decision, true)).toBe(true);
    }
  });

  test('the envelope can say that it is stuck', () => {
    const output = golden('envelope').replace('stuck_detected: false', 'stuck_detected: true');
    expect(followOutput(START_OF_LOOP, output)).toMatchObject({ kind: 'halt', reason: 'stuck' });
  });

  test('any output gives a decision and counts one iteration', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.nat({ max: 200 }), (noise, cut) => {
        const decision = followOutput(START_OF_LOOP, golden('implementer').slice(0, cut) + noise);
        expect(decision.state.iterations).toBe(1);
      }),
    );
  });
});
