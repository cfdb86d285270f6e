/** The figures of return signals on a reference run: the sample project, reviewed, against its full summary. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, describe, expect, test } from 'vitest';
import type { ReportDocument } from '../src/protocol/report/report-document.ts';
import { SUMMARY_SECTIONS } from '../src/protocol/report/summary-full.ts';
import { addIteration, contextReductionPercent, EMPTY_REDUCTION } from '../src/protocol/signals/reduction.ts';
import type { ImplementerSignal, SignalFields } from '../src/protocol/signals/signal.ts';
import { toSignal } from '../src/protocol/signals/signal.ts';
import { wrapRunSignal } from '../src/protocol/signals/signal-build.ts';
import { formatFields, parseSignal } from '../src/protocol/signals/signal-text.ts';
import { validateSignal } from '../src/protocol/signals/signal-validation.ts';
import { renderReport } from '../src/report/formats.ts';
import { runCli } from './e2e/run-cli.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'cr-reference-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PLAIN = { color: false, width: 100, verbose: false };
const tokensOf = (text: string): number => encode(text).length;
const SHOP = join(root, 'examples/shop');

async function runSample(name: string, args: readonly string[], project = SHOP) {
  const path = (kind: string): string => join(folder, `${name}-${kind}`);
  const { stdout: signal } = await runCli([
    ...[...args, '--quiet', '-C', project, '-f', 'signal'],
    ...['-o', `json=${path('report.json')}`, '-o', `summary=${path('summary.md')}`],
  ]);
  const report: ReportDocument = JSON.parse(readFileSync(path('report.json'), 'utf8'));
  return { signal, report, summary: readFileSync(path('summary.md'), 'utf8') };
}

const { signal, report, summary } = await runSample('review', ['review', '--all']);
const audit = await runSample('audit', ['audit', '--mode', 'deep', '--yes']);
const brief = String(report.signals.at(-1)?.summary_brief);
const fullTokens = tokensOf(summary);
const savedBy = (text: string): number => contextReductionPercent(tokensOf(text), fullTokens) ?? 0;

test('the full summary of the reference run, a report of at least 4500 tokens, has its seven sections [REDUCE-03]', async () => {
  const headings = [...summary.matchAll(/^## (.*)$/gmu)].map(([, heading]) => heading);
  expect(headings).toEqual(SUMMARY_SECTIONS.map(({ heading }) => heading));
  expect(await renderReport('summary', report, PLAIN)).toBe(summary);
  expect(tokensOf(await renderReport('markdown', report, PLAIN))).toBeGreaterThanOrEqual(4500);
  expect(fullTokens).toBeGreaterThanOrEqual(2000);
});

/** The signal as a run writes it that keeps its files in a folder. */
function wrap({ signal: said, report: { run } }: Pick<Awaited<ReturnType<typeof runSample>>, 'signal' | 'report'>) {
  const read = toSignal(parseSignal(said, { mode: 'strict' })?.fields ?? {});
  if (read.kind !== 'signal') throw new Error('the reference run has no whole signal');
  const runFolder = `/home/user/.local/state/consensus-review/runs/${run.id}`;
  const wrapped = wrapRunSignal(read.signal as ImplementerSignal, {
    folder: runFolder,
    planFile: `${runFolder}/plan.json`,
    summaryFile: `${runFolder}/summary.md`,
    checkpointFile: `${runFolder}/checkpoint.json`,
    artifacts: ['manifest.json', 'report.json', 'summary.md'],
    isStuck: false,
  });
  return { read, wrapped };
}

describe('against the full summary', () => {
  test('the brief saves at least 96 percent [REDUCE-02, COMPLY-16, SIG-06]', () => {
    expect(savedBy(brief)).toBeGreaterThanOrEqual(96);
    expect(tokensOf(brief)).toBeLessThanOrEqual(40);
  });

  test('the bare signal has at most 180 tokens and saves at least 96 percent [COMPLY-16, REDUCE-04, SIG-06]', () => {
    expect(tokensOf(signal)).toBeLessThanOrEqual(180);
    expect(savedBy(signal)).toBeGreaterThanOrEqual(96);
    expect(validateSignal(signal)).toMatchObject({ valid: true });
  });

  test('in its envelope it has at most 280 tokens, and names what lies in the folder of the run [SIG-06, SIG-19]', () => {
    const { read, wrapped } = wrap({ signal, report });
    const text = `${formatFields(wrapped as SignalFields).join('\n')}\n`;
    expect(text.split('\n')[0]).toBe(
      `IMPLEMENTATION_COMPLETE: ${read.signal.coordinatorType === 'implementer' ? read.signal.phasesCompleted.length : ''}`,
    );
    expect(tokensOf(text)).toBeLessThanOrEqual(280);
    expect(validateSignal(text)).toMatchObject({ valid: true });
    for (const key of ['plan_file', 'summary_path', 'checkpoint_path'] as const)
      expect(String(wrapped[key])).toMatch(new RegExp(`^${wrapped.topic_path}/[^/]+$`, 'u'));
  });
});

test('against a full summary of at least 7,000 tokens the signal saves at least 96 percent in its envelope [HOST-20]', async () => {
  const twice = join(folder, 'twice');
  for (const name of ['shop', 'store']) cpSync(SHOP, join(twice, name), { recursive: true });
  const large = await runSample('large', ['review', '--all'], twice);
  const full = tokensOf(large.summary);
  expect(full).toBeGreaterThanOrEqual(7000);
  const enveloped = tokensOf(`${formatFields(wrap(large).wrapped as SignalFields).join('\n')}\n`);
  expect(enveloped).toBeLessThanOrEqual(280);
  expect(contextReductionPercent(enveloped, full)).toBeGreaterThanOrEqual(96);
});

describe('an audit of the sample', () => {
  const full = tokensOf(audit.summary);
  const saved = (tokens: number): number => contextReductionPercent(tokens, full) ?? 0;

  test('its brief saves at least 96 percent of the full summary [REDUCE-02, COMPLY-16, SIG-06]', async () => {
    expect(tokensOf(await renderReport('markdown', audit.report, PLAIN))).toBeGreaterThanOrEqual(4500);
    expect(saved(tokensOf(String(audit.report.signals.at(-1)?.summary_brief)))).toBeGreaterThanOrEqual(96);
  });

  test('its bare signal has at most 180 tokens and saves at least 96 percent of the full summary [COMPLY-16, SIG-06]', () => {
    expect(validateSignal(audit.signal)).toMatchObject({ valid: true });
    expect(tokensOf(audit.signal)).toBeLessThanOrEqual(180);
    expect(saved(tokensOf(audit.signal))).toBeGreaterThanOrEqual(96);
  });
});

test('a run that keeps no folder has no envelope; it names the summary that was asked for [SIG-19]', () => {
  expect(signal).not.toMatch(/plan_file|topic_path|summary_path|checkpoint_path|IMPLEMENTATION_COMPLETE/u);
  expect(report.signals.at(-1)?.artifacts_created).toEqual([join(folder, 'review-summary.md')]);
  expect(brief).toMatch(/^Completed final Wave 1 \(Phase 1-4\) with \d+ tasks\./u);
  expect(report.signals.at(-1)?.tasks_completed).toBe(report.agents.length);
});

describe('over iterations', () => {
  const repeat = (iterations: number) => {
    let total = EMPTY_REDUCTION;
    for (let at = 0; at < iterations; at += 1) total = addIteration(total, tokensOf(signal), fullTokens);
    return total;
  };

  test.each([1, 3, 5, 10, 20])(
    'after %d the reduction is that of one: linear, one signal each [REDUCE-05]',
    (iterations) => {
      const total = repeat(iterations);
      expect(total.briefTokens).toBe(iterations * tokensOf(signal));
      expect(total.reductionPercent).toBeCloseTo(savedBy(signal), 10);
    },
  );

  test('20 signals add less than 4000 tokens to 70K of 200K, where full summaries add over twenty times as much [REDUCE-06]', () => {
    const { briefTokens, fullTokens: full } = repeat(20);
    expect(briefTokens).toBeLessThan(4000);
    expect(70_000 + briefTokens).toBeLessThan(200_000);
    expect(full / briefTokens).toBeGreaterThan(20);
  });

  test('five iterations: the cumulative counter says what was saved [REDUCE-07]', () => {
    const total = repeat(5);
    expect(total).toMatchObject({ iterations: 5, savedTokens: 5 * (fullTokens - tokensOf(signal)) });
    const nominal = [1, 2, 3, 4, 5].reduce((sum) => addIteration(sum, 80, 2000), EMPTY_REDUCTION);
    expect(nominal).toMatchObject({ briefTokens: 400, fullTokens: 10_000, savedTokens: 9600 });
  });
});
