/**
 * Turns a sink that is reached through several files into a finding: at the sink, else at the last step that the change touched (null
 * where none), with source, flow and severity. A call matched by name alone lowers it, and so does a long way. Called by join-project.ts.
 */
import type { AnalyzerFinding } from '../../ports/analyzer.ts';
import type { OpenSink } from '../../ports/open-flow.ts';
import { CONFIDENCE, type LineRange } from '../../protocol/findings/finding.ts';
import { MILDER, weighSource } from '../ast-grep/ast-grep-findings.ts';
import { kindOfSource } from '../flow/source-kinds.ts';
import { linesOf, quoteCode } from '../source-text/quote-code.ts';
import type { FlowPlace, JoinedSink } from './join-flows.ts';

export interface ReachedSink extends Omit<Extract<JoinedSink, { kind: 'reached' }>, 'kind'> {
  readonly sink: OpenSink;
}

/** The changed lines of the files in scope; null for a file that is in it as a whole. */
export type Scope = ReadonlyMap<string, readonly LineRange[] | null>;

/** Where it is shown: at the sink, else at the last place of the way that the scope holds; null where it holds none. */
export function choosePlace({ sink: { finding }, steps }: ReachedSink, scope: Scope): FlowPlace | null {
  const sink: FlowPlace = { file: finding.file, line: finding.line };
  const isHeld = ({ file, line }: FlowPlace): boolean => {
    const changed = scope.get(file);
    return changed === null || (changed?.some(({ start, end }) => start <= line && line <= end) ?? false);
  };
  const isTouched = steps.some((step) => step.file === sink.file && isHeld(step));
  if (isHeld(sink) || isTouched) return sink;
  return steps.findLast(isHeld) ?? null;
}

export function describeFlow(
  { sink: { finding: found, rule }, source, origin, steps, isGuess }: ReachedSink,
  place: FlowPlace,
  text: string,
): AnalyzerFinding {
  const kind = kindOfSource({ kind: 'source', origin }, null);
  const weighed = kind === null ? found : { ...found, ...weighSource(found, { kind, origin }) };
  const finding = isGuess ? doubt(weighed, GUESSED) : isLong(steps) ? doubt(weighed, LONG) : weighed;
  const isAtSink = place.file === finding.file && place.line === finding.line;
  const sink = `${(finding.evidence ?? '').trim().split('\n')[0] ?? ''} ${finding.file}:${finding.line}`;
  return {
    ...finding,
    ...(isAtSink
      ? {}
      : {
          file: place.file,
          line: place.line,
          endLine: place.line,
          evidence: quoteCode(linesOf(text), { line: place.line, column: 1, endLine: place.line }),
          issue: `${finding.issue} The value leaves this file here; it is used in \`${finding.file}\`, line ${finding.line}.`,
        }),
    rule,
    source: shorten(source, place.file),
    sink: shorten(sink, place.file),
    flow: formatFlow(steps, place.file),
    extra: {
      ...finding.extra,
      ...(kind === null ? {} : { source_kind: kind }),
      files: [...new Set(steps.map(({ file }) => file))],
    },
  };
}

/** A function that was found by its name alone may be another one. */
const GUESSED = 'A call on the way was matched by its name alone: check that it leads here.';
const LONG = 'The way is long: check that no step on it changes the value.';

/** Places of a way, above which something on it mostly has changed the value in a manner that is not seen. */
const MOST_PLACES = 12;
const isLong = (steps: readonly FlowPlace[]): boolean => placesOf(steps).length > MOST_PLACES;

/** A step milder, and said. */
const doubt = (finding: AnalyzerFinding, reason: string): AnalyzerFinding => ({
  ...finding,
  severity: MILDER[finding.severity] ?? finding.severity,
  confidence: Math.min(finding.confidence, CONFIDENCE.medium),
  issue: `${finding.issue} ${reason}`,
});

/** Without the file where it is the finding's own. */
const shorten = (text: string, home: string): string => text.replace(` ${home}:`, ' :');

const placesOf = (steps: readonly FlowPlace[]): readonly FlowPlace[] =>
  steps.filter(({ file, line }, at) => file !== steps[at - 1]?.file || line !== steps[at - 1]?.line);

const formatFlow = (steps: readonly FlowPlace[], home: string): string =>
  placesOf(steps)
    .map(({ file, line }) => `${file === home ? '' : file}:${line}`)
    .join(' → ');
