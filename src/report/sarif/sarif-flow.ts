/**
 * Reads the data flow of a finding (`:42 → :45(concat) → :50`, `src/a.ts:3`) as steps with file, line and text; none where a step has
 * no line or names a file outside the scope. Called by sarif.ts and html/problem-cards.ts.
 */
import type { ReportFinding } from '../../protocol/report/report-document.ts';
import { toLine } from '../plain-text.ts';

export interface FlowStep {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const STEP = /^(?<before>.*?):(?<line>\d{1,7})(?:\((?<what>[^)]*)\))?$/su;

/** Steps in order; empty where a line is missing or a file is not one of the scope: half a path would mislead. */
export function traceFlow(finding: ReportFinding, paths: ReadonlySet<string>): readonly FlowStep[] {
  const { source, sink, flow } = finding;
  const texts = flow === null ? [source, sink] : flow.split(/→|->/u);
  const steps = texts.map((text) => toStep(text ?? '', finding.file, paths));
  if (steps.some((step) => step === null)) return [];
  const whole = steps.flatMap((step) => step ?? []);
  return whole.map((step, index) => nameStep(step, index === 0 ? source : index === whole.length - 1 ? sink : null));
}

function toStep(text: string, file: string, paths: ReadonlySet<string>): FlowStep | null {
  const { before = '', line = '0', what } = STEP.exec(text.trim())?.groups ?? {};
  if (Number(line) < 1) return null;
  const place = before.trim();
  const isPath = paths.has(place);
  if (!isPath && /^[^\s(]*[\\/][^\s(]*$/u.test(place)) return null;
  return { file: isPath ? place : file, line: Number(line), text: what ?? (isPath ? '' : place) };
}

/** A step without words of its own is called by its end of the flow, else by its line. */
function nameStep(step: FlowStep, end: string | null): FlowStep {
  const named = step.text || (end ?? '').replace(/(?<!\s)\s*:\d+$/u, '');
  return { ...step, text: toLine(named || `line ${step.line}`) };
}
