import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import type { ProgramEnd } from '../../programs/external-process.ts';
import { DEFAULT_LOOP_LIMITS } from '../../protocol/signals/loop-limits.ts';
import { createPalette } from '../palette.ts';
import { type IterationContext, type LoopOptions, type LoopOutcome, runSignalLoop } from './signal-loop.ts';
import { exitOfLoop, renderLoop } from './signal-loop-page.ts';

interface Said {
  readonly work?: string;
  readonly usage?: number;
  readonly goesOn?: boolean;
  readonly summary?: string;
}

const signalText = ({
  work = '[4, 5, 6]',
  usage = 37,
  goesOn = true,
  summary = 'topic/summary.md',
}: Said = {}): string =>
  `Some prose.
IMPLEMENTATION_COMPLETE: 3
summary_path: ${summary}
work_remaining: ${work}
context_exhausted: false
context_usage_percent: ${usage}
checkpoint_path: topic/checkpoint.json
requires_continuation: ${goesOn}
coordinator_type: implementer
summary_brief: "Completed Wave 1-2 (Phase 1-3) with 42 tasks. Context: ${usage}%. Next: Phase 4-6."
phases_completed: [1, 2, 3]
tasks_completed: 42
artifacts_created: []
More prose.
`;
const DONE: Said = { work: '0', goesOn: false };
const ended = (stdout: string, exitCode = 0): ProgramEnd => ({ kind: 'ended', exitCode, stdout, stderr: '' });

interface Watched {
  readonly outcome: LoopOutcome;
  readonly log: readonly string[];
  readonly warnings: readonly string[];
  /** Full summaries that were opened. */
  readonly reads: readonly string[];
  readonly contexts: readonly IterationContext[];
}

async function loop(
  ends: readonly ProgramEnd[],
  options: Partial<LoopOptions> = {},
  interruptAt = 0,
): Promise<Watched> {
  const log: string[] = [];
  const warnings: string[] = [];
  const reads: string[] = [];
  const contexts: IterationContext[] = [];
  const interruption = new AbortController();
  const outcome = await runSignalLoop(
    {
      runIteration: async (context) => {
        contexts.push(context);
        if (context.iteration === interruptAt) interruption.abort();
        return ends[context.iteration - 1] ?? { kind: 'not-started', reason: 'the script is over' };
      },
      sizeSummary: (path) => (path === 'topic/summary.md' ? 2000 : null),
      readSummary: async (path) => {
        reads.push(path);
        return { kind: 'text', text: 'the full summary' };
      },
      countTokens: (text) => encode(text).length,
      log: (line) => log.push(line),
      warn: (line) => warnings.push(line),
      interrupt: interruption.signal,
    },
    { limits: DEFAULT_LOOP_LIMITS, isDebugging: false, ...options },
  );
  return { outcome, log, warnings, reads, contexts };
}

const three = [
  ended(signalText()),
  ended(signalText({ work: '[6]', usage: 50 })),
  ended(signalText({ ...DONE, usage: 60 })),
];

describe('a clean run', () => {
  test('logs the brief of each iteration and what follows, iterating on the continuation [PARSE-07, COMPLY-10, COMPLY-12]', async () => {
    const { outcome, log, warnings } = await loop(three);
    expect(log).toEqual([
      'Iteration complete: Completed Wave 1-2 (Phase 1-3) with 42 tasks. Context: 37%. Next: Phase 4-6.',
      'Work remaining: [4, 5, 6]',
      'Context usage: 37%',
      'Continuing to next iteration...',
      'Iteration complete: Completed Wave 1-2 (Phase 1-3) with 42 tasks. Context: 50%. Next: Phase 4-6.',
      'Work remaining: [6]',
      'Context usage: 50%',
      'Continuing to next iteration...',
      'Workflow complete: Completed Wave 1-2 (Phase 1-3) with 42 tasks. Context: 60%. Next: Phase 4-6.',
      'Context usage: 60%',
    ]);
    expect(warnings).toEqual([]);
    expect(outcome).toMatchObject({ kind: 'complete', iterations: 3 });
    expect(exitOfLoop(outcome)).toBe(0);
  });

  test('opens no full summary; with --debug one, at the end [COMPLY-11, COMPLY-15]', async () => {
    expect((await loop(three)).reads).toEqual([]);
    const { reads, outcome } = await loop(three, { isDebugging: true });
    expect(reads).toEqual(['topic/summary.md']);
    expect(outcome.summary).toEqual({ kind: 'text', text: 'the full summary', path: 'topic/summary.md' });
  });

  test('hands the last signal on, nothing at first', async () => {
    const { contexts } = await loop(three);
    expect(contexts.map(({ iteration, last }) => [iteration, last?.work_remaining, last?.checkpoint_path])).toEqual([
      [1, undefined, undefined],
      [2, [4, 5, 6], 'topic/checkpoint.json'],
      [3, [6], 'topic/checkpoint.json'],
    ]);
  });
});

describe('limits', () => {
  test('a checkpoint is due from 70, the loop halts at 85 with exit 3 [COMPLY-13, SIG-08]', async () => {
    const { outcome, log, contexts } = await loop([
      ended(signalText({ usage: 69 })),
      ended(signalText({ usage: 70, work: '[5, 6]' })),
      ended(signalText({ usage: 85, work: '[6]' })),
    ]);
    expect(outcome).toMatchObject({ kind: 'halted', reason: 'the context usage reached the limit', iterations: 3 });
    expect(exitOfLoop(outcome)).toBe(3);
    expect(contexts.map(({ isCheckpointDue }) => isCheckpointDue)).toEqual([false, false, true]);
    expect(log.filter((line) => line.startsWith('Checkpoint'))).toEqual([
      'Checkpoint: the context usage reached 70%; see topic/checkpoint.json',
    ]);
    expect(log.at(-1)).toBe('Halted: the context usage reached the limit');
  });

  test('a program that changes nothing is stuck at the third iteration [SIG-08]', async () => {
    const { outcome } = await loop(Array.from({ length: 9 }, () => ended(signalText())));
    expect(outcome).toMatchObject({ kind: 'halted', iterations: 3, reason: 'iterations changed nothing' });
  });

  test('a hundred iterations are the most [SIG-08]', async () => {
    const { outcome } = await loop(
      Array.from({ length: 200 }, (_, at) => ended(signalText({ work: `[${200 - at}]` }))),
    );
    expect(outcome).toMatchObject({ kind: 'halted', iterations: 100 });
  });
});

describe('work remaining', () => {
  test('none, but a continuation: warned about [COMPLY-14, SIG-07]', async () => {
    const { warnings } = await loop([ended(signalText({ work: '0' })), ended(signalText(DONE))]);
    expect(warnings).toEqual(['a continuation is required but no work remains']);
  });

  test('some, but no continuation: warned about, and not exit 0 [COMPLY-14, SIG-07]', async () => {
    const { warnings, outcome } = await loop([ended(signalText({ goesOn: false }))]);
    expect(warnings).toEqual(['work remains ([4, 5, 6]) but no continuation is required']);
    expect(exitOfLoop(outcome)).toBe(3);
  });
});

describe('errors', () => {
  test.each<[string, ProgramEnd]>([
    ['no signal', ended('All done, boss.\n')],
    ['a broken one', ended(signalText().replace(/^requires_continuation.*$/mu, ''))],
    ['a stopped program', { kind: 'stopped', reason: 'no end within 1 s' }],
  ])('%s after a good iteration: exit 4, and the full summary is opened once [COMPLY-15]', async (_, end) => {
    const { outcome, reads } = await loop([ended(signalText()), end]);
    expect(outcome.kind).toBe('failed');
    expect(exitOfLoop(outcome)).toBe(4);
    expect(reads).toEqual(['topic/summary.md']);
  });

  test('without any summary_path there is nothing to open', async () => {
    expect((await loop([ended('nothing')])).reads).toEqual([]);
  });

  test('an exit code beside a signal is only warned about: signals steer', async () => {
    const { outcome, warnings } = await loop([ended(signalText(DONE), 3)]);
    expect(outcome.kind).toBe('complete');
    expect(warnings).toEqual(['the program ended with exit 3']);
  });

  test('an interruption ends it with 130 and opens nothing', async () => {
    const { outcome, reads } = await loop(three, { isDebugging: true }, 2);
    expect(outcome).toMatchObject({ kind: 'interrupted', iterations: 1 });
    expect(exitOfLoop(outcome)).toBe(130);
    expect(reads).toEqual([]);
  });
});

describe('what it saved', () => {
  test('grows by one signal for each iteration and stays flat [REDUCE-01, REDUCE-05]', async () => {
    const totals = await Promise.all(
      [1, 3, 5, 10, 20].map(async (count) => {
        const goingOn = Array.from({ length: count - 1 }, (_, at) => ended(signalText({ work: `[${50 + at}]` })));
        return (await loop([...goingOn, ended(signalText({ work: '[50]', goesOn: false }))])).outcome.reduction;
      }),
    );
    const [first] = totals;
    for (const total of totals) {
      expect(total.fullTokens).toBe(2000 * total.iterations);
      expect(total.reductionPercent).toBeCloseTo((1 - total.briefTokens / total.fullTokens) * 100, 9);
      expect(Math.abs(total.briefTokens / total.iterations - (first?.briefTokens ?? 0))).toBeLessThan(2);
      expect(Math.abs((total.reductionPercent ?? 0) - (first?.reductionPercent ?? 0))).toBeLessThan(0.1);
    }
  });

  test('is said in words, or as JSON', async () => {
    const { outcome } = await loop(three);
    const { briefTokens } = outcome.reduction;
    const page = renderLoop(outcome, 'terminal', createPalette(false));
    expect(page).toContain('Complete after 3 iterations: no continuation is required\n');
    expect(page).toContain(`  read            ${briefTokens} tokens in 3 signals\n`);
    expect(page).toContain('against full summaries of about 6,000 (by size)\n');
    expect(JSON.parse(renderLoop(outcome, 'json', createPalette(false)))).toMatchObject({
      schema: 'consensus-review/loop@1',
      outcome: 'complete',
      iterations: 3,
      context: {
        signal_tokens: briefTokens,
        full_tokens: 6000,
        full_estimated: true,
        saved_tokens: 6000 - briefTokens,
      },
      summary_opened: null,
    });
    expect(renderLoop(outcome, 'signal', createPalette(false))).toMatch(/^IMPLEMENTATION_COMPLETE: 3\n/u);
  });

  test('nothing is claimed where signals are all there is', async () => {
    const bare = signalText({ ...DONE, summary: '/elsewhere.md' })
      .replace('Some prose.\n', '')
      .replace('More prose.\n', '');
    const { outcome } = await loop([ended(bare)]);
    expect(outcome.isEstimated).toBe(false);
    expect(renderLoop(outcome, 'terminal', createPalette(false))).toMatch(/saved {11}nothing, against outputs of \d+/u);
  });

  test('no character of a signal steers the terminal', async () => {
    const hostile = signalText(DONE).replace('42 tasks', '42 \u001b[31mtasks\u0007');
    const { outcome } = await loop([ended(hostile)]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(renderLoop(outcome, 'terminal', createPalette(false))).not.toMatch(/[\u001b\u0007]/u);
  });
});
