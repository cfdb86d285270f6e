/** The way of the data from source to sink, where the finding names lines: `:42 → :45(concat) → :50`, `src/a.ts:3`. */
import type { ReportFinding } from '../protocol/report-document.ts';
import { toLine } from './plain-text.ts';

export interface FlowStep {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const STEP = /^(?<before>.*?):(?<line>\d{1,7})(?:\((?<what>[^)]*)\))?$/su;

/** Steps in order; empty where a line is missing or a file is not one of the scope: half a path would mislead. */
export function traceFlow(finding: ReportFinding, paths: ReadonlySet<string>): readonly FlowStep[] {
  const texts = finding.flow === null ? [finding.source, finding.sink] : finding.flow.split(/→|->/u);
  const steps = texts.map((text) => toStep(text ?? '', finding, paths));
  return steps.some((step) => step === null) ? [] : steps.flatMap((step) => step ?? []);
}

function toStep(text: string, finding: ReportFinding, paths: ReadonlySet<string>): FlowStep | null {
  const match = STEP.exec(text.trim());
  const line = Number(match?.groups?.line ?? 0);
  if (line < 1) return null;
  const before = match?.groups?.before?.trim() ?? '';
  const isPath = paths.has(before);
  if (!isPath && /[\\/]/u.test(before) && !/\s|\(/u.test(before)) return null;
  const what = match?.groups?.what ?? (isPath ? '' : before);
  return { file: isPath ? before : finding.file, line, text: toLine(what || `line ${line}`) };
}
