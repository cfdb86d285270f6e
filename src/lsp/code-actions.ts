/**
 * Lists the code actions that an editor offers for findings of an open document: its repair, as `fix` would make it, and a comment
 * that suppresses it. Pure. Called by serve-lsp.ts.
 */
import type { CodeAction, Position, TextEdit } from 'vscode-languageserver';
import { writeInlineComment } from '../protocol/findings/inline-suppression.ts';
import { applyRepair, type Edit, readRepair } from '../protocol/findings/repair.ts';
import type { ReportFinding } from '../protocol/report/report-document.ts';
import { detectLanguage } from '../protocol/source/language.ts';
import { rulesOf, toDiagnostic } from './diagnostics.ts';

export interface OpenText {
  readonly uri: string;
  readonly version: number;
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
}

/** `text` is what the editor shows now: a repair that was made for other lines is not offered. */
export function listActions(document: OpenText, findings: readonly ReportFinding[]): readonly CodeAction[] {
  const lines = document.text.split(/\r\n|\r|\n/u);
  return findings.flatMap((finding) => {
    const base = { kind: 'quickfix', diagnostics: [toDiagnostic(finding, lines)] };
    const repair = readRepair(finding);
    const isFit = repair !== null && applyRepair(document.text, repair) !== null;
    const fix = isFit
      ? [
          {
            ...base,
            title: `Fix: ${finding.title}`,
            isPreferred: true,
            edit: editOf(
              document,
              repair.edits.map((edit) => toTextEdit(edit, document.text)),
            ),
          },
        ]
      : [];
    const comment = suppressAbove(document, finding, lines);
    const rules = rulesOf(finding).join(', ');
    return [
      ...fix,
      ...(comment === null
        ? []
        : [{ ...base, title: `Suppress ${rules} here (write your reason)`, edit: editOf(document, [comment]) }]),
    ];
  });
}

const editOf = ({ uri, version }: OpenText, edits: TextEdit[]): NonNullable<CodeAction['edit']> => ({
  documentChanges: [{ textDocument: { uri, version }, edits }],
});

function toTextEdit({ line, column, end_line, end_column, text }: Edit, document: string): TextEdit {
  const lines = document.split('\n');
  // Behind the last line is the end of the text.
  const place = (at: number, character: number): Position =>
    at > lines.length
      ? { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
      : { line: at - 1, character: character - 1 };
  return { range: { start: place(line, column), end: place(end_line, end_column) }, newText: text };
}

/**
 * A comment above the line that names its rules and leaves the reason open: it suppresses nothing until somebody writes one. Null
 * where a line of comment would be a part of something else: a continued command, or text between tags.
 */
function suppressAbove({ path, text }: OpenText, finding: ReportFinding, lines: readonly string[]): TextEdit | null {
  const at = finding.line - 1;
  const line = lines[at];
  const language = detectLanguage(path)?.name ?? null;
  const comment = writeInlineComment(language, rulesOf(finding), '');
  if (line === undefined || comment === null || lines[at - 1]?.trimEnd().endsWith('\\') === true) return null;
  if (/\.[jt]sx$/u.test(path) && /^\s*[<{]/u.test(line)) return null;
  const indent = /^\s*/u.exec(line)?.[0] ?? '';
  const start = { line: at, character: 0 };
  const ending = text.includes('\r\n') ? '\r\n' : '\n';
  return { range: { start, end: start }, newText: `${indent}${comment}${ending}` };
}
