/**
 * Prints how a loop over signals ended, for people, as JSON, or as its last signal, and decides its exit code. Called by
 * signal-loop-command.ts.
 */
import { EXIT } from '../../errors.ts';
import type { SignalFields } from '../../protocol/signals/signal.ts';
import { formatFields, formatWork } from '../../protocol/signals/signal-text.ts';
import { writeJson } from '../../report/json-writer.ts';
import { toLine } from '../../report/plain-text.ts';
import type { Palette } from '../palette.ts';
import type { LoopOutcome } from './signal-loop.ts';

export type LoopFormat = 'terminal' | 'json' | 'signal';

const LOOP_SCHEMA = 'consensus-review/loop@1';

type Work = 0 | readonly (number | string)[];

const workOf = (last: SignalFields | null): Work => (last?.work_remaining as Work | undefined) ?? 0;
const hasWorkLeft = (last: SignalFields | null): boolean => {
  const work = workOf(last);
  return work !== 0 && work.length > 0;
};

/** 0 done; 3 a limit, or work that remains; 4 nothing to steer by; 130 interrupted. */
export function exitOfLoop({ kind, last }: LoopOutcome): number {
  if (kind === 'complete') return hasWorkLeft(last) ? EXIT.incomplete : EXIT.ok;
  return { halted: EXIT.incomplete, failed: EXIT.failed, interrupted: EXIT.interrupted }[kind];
}

/** Why the loop ended; an end with work left is told from one that is done. */
export const reasonOfLoop = ({ kind, reason, last }: LoopOutcome): string =>
  kind === 'complete' && hasWorkLeft(last) ? `${reason}, but work remains` : reason;

export function renderLoop(outcome: LoopOutcome, format: LoopFormat, palette: Palette): string {
  if (format === 'json') return writeJson(toDocument(outcome));
  if (format === 'signal') return formatLast(outcome.last);
  return `${toPage(outcome, palette).join('\n')}\n`;
}

const formatLast = (last: SignalFields | null): string =>
  last?.coordinator_type === undefined ? '# the program returned no signal\n' : `${formatFields(last).join('\n')}\n`;

const round = (value: number): number => Math.round(value * 10) / 10;

function toDocument(outcome: LoopOutcome): object {
  const { kind, iterations, last, reduction, isEstimated, summary } = outcome;
  return {
    schema: LOOP_SCHEMA,
    outcome: kind,
    reason: reasonOfLoop(outcome),
    iterations,
    signal: last,
    context: {
      signal_tokens: reduction.briefTokens,
      full_tokens: reduction.fullTokens,
      full_estimated: isEstimated,
      saved_tokens: reduction.savedTokens,
      reduction_percent: reduction.reductionPercent === null ? null : round(reduction.reductionPercent),
    },
    summary_opened: summary?.kind === 'text' ? summary.path : null,
  };
}

const TITLES = { complete: 'Complete', halted: 'Halted', failed: 'Failed', interrupted: 'Interrupted' } as const;

function toPage(outcome: LoopOutcome, palette: Palette): readonly string[] {
  const { kind, iterations, last } = outcome;
  const isOpen = kind === 'complete' && hasWorkLeft(last);
  const title = isOpen ? 'Ended' : TITLES[kind];
  const paint = {
    complete: isOpen ? palette.yellow : palette.green,
    halted: palette.yellow,
    failed: palette.red,
    interrupted: palette.yellow,
  };
  const rows: readonly (readonly [string, string | null])[] = [
    ['last signal', last?.summary_brief === undefined ? null : String(last.summary_brief)],
    [
      'work remaining',
      last?.work_remaining === undefined ? null : hasWorkLeft(last) ? formatWork(workOf(last)) : 'none',
    ],
    ['context usage', last?.context_usage_percent === undefined ? null : `${last.context_usage_percent}%`],
    ['read', describeRead(outcome)],
    ['saved', describeSaved(outcome)],
  ];
  return [
    `${palette.bold(paint[kind](title))} after ${iterations} ${iterations === 1 ? 'iteration' : 'iterations'}: ${toLine(reasonOfLoop(outcome))}`,
    ...rows.flatMap(([label, text]) =>
      text === null ? [] : [`  ${palette.dim(label.padEnd('work remaining'.length))}  ${toLine(text)}`],
    ),
  ];
}

const count = (tokens: number): string => Math.abs(tokens).toLocaleString('en-US');

function describeRead({ reduction }: LoopOutcome): string | null {
  const { iterations, briefTokens } = reduction;
  return iterations === 0
    ? null
    : `${count(briefTokens)} tokens in ${iterations} ${iterations === 1 ? 'signal' : 'signals'}`;
}

/** Claims nothing where signals took more than what they stand for (SIG-06). */
function describeSaved({ reduction, isEstimated }: LoopOutcome): string | null {
  const { savedTokens, fullTokens, reductionPercent, iterations } = reduction;
  if (iterations === 0 || reductionPercent === null) return null;
  const full = isEstimated
    ? `full summaries of about ${count(fullTokens)} (by size)`
    : `outputs of ${count(fullTokens)}`;
  if (savedTokens <= 0) return `nothing, against ${full}`;
  return `${round(reductionPercent)}%: ${isEstimated ? 'about ' : ''}${count(savedTokens)} tokens, against ${full}`;
}
