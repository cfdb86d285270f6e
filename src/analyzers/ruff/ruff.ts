/**
 * Lints Python files with ruff as WebAssembly, in process, and the rules of rules/ruff/; returns findings of python-reviewer and
 * security-reviewer, with ruff's repair where it has one. Settings and comments of the reviewed repository cannot silence a rule. Loaded
 * by declaration.ts.
 */
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import type * as Ruff from '@astral-sh/ruff-wasm-nodejs';
import type { AnalyzerFinding, SourceFile } from '../../ports/analyzer.ts';
import { makeRepair } from '../../protocol/findings/repair.ts';
import type { Scan } from '../declaration.ts';
import { claimRule } from '../rule-tables/claim-rule.ts';
import { readTable } from '../rule-tables/read-table.ts';
import { scanFiles, UnfinishedFile } from '../scan-files.ts';
import { linesOf, quoteCode } from '../source-text/quote-code.ts';
import type { RuffRule } from './ruff-rule.ts';

const RULES: ReadonlyMap<string, RuffRule> = new Map(readTable('ruff').map((rule) => [rule.code, rule]));

/** What ruff says of one place; columns count UTF-16 units. */
interface Diagnostic {
  readonly code: string | null;
  readonly start_location: { readonly row: number; readonly column: number };
  readonly end_location: { readonly row: number; readonly column: number };
  readonly fix: {
    readonly edits: readonly {
      readonly content: string | null;
      readonly location: { readonly row: number; readonly column: number };
      readonly end_location: { readonly row: number; readonly column: number };
    }[];
  } | null;
}

type Check = (text: string) => readonly Diagnostic[];

export const scanPython: Scan = (files, _snapshot, signal, begin) =>
  scanFiles(files, { signal, begin }, async (file) => {
    if (linesOf(file.text).some(({ length }) => length > MAX_LINE)) throw new UnfinishedFile(LONG_LINE);
    return toFindings(file, checkText(file.text));
  });

/** Ruff takes the square of a line's length: 36 s of processor time for one of a million characters. */
const MAX_LINE = 20_000;
const LONG_LINE = `a line is longer than ${MAX_LINE.toLocaleString('en')} characters (wrap it, or exclude the file)`;

const packages = createRequire(import.meta.url);
const RUFF = '@astral-sh/ruff-wasm-nodejs';

let check: Check | null = null;

/** A program that a file has brought down is loaded anew: what it leaves behind would fail on the next files too. */
function checkText(text: string): readonly Diagnostic[] {
  check ??= load();
  try {
    return check(text);
  } catch (error) {
    check = null;
    delete packages.cache[packages.resolve(RUFF)];
    throw error instanceof RangeError ? new UnfinishedFile('nested too deeply') : error;
  }
}

/** Loads the WebAssembly on first use: a review without Python pays nothing for it. */
function load(): Check {
  // Optimizing ten megabytes of WebAssembly costs five times the lint itself and 300 MB; plain code is fast enough.
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--liftoff-only']) setFlagsFromString(flag);
  const { Workspace, PositionEncoding } = packages(RUFF) as typeof Ruff;
  const options = { preview: false, lint: { select: [...RULES.keys()] } };
  const workspace = new Workspace(options, PositionEncoding.Utf16);
  return (text) => workspace.check(deafen(text)) as readonly Diagnostic[];
}

/** Comments that switch rules off lose their word; every offset stays. */
const deafen = (text: string): string =>
  text.replaceAll(/noqa/giu, 'nooa').replaceAll(/\b(ruff|flake8)(\s*):/giu, '$1$2;');

/** One finding per rule and line. */
function toFindings(file: SourceFile, diagnostics: readonly Diagnostic[]): readonly AnalyzerFinding[] {
  const lines = linesOf(file.text);
  const findings = new Map<string, AnalyzerFinding>();
  for (const diagnostic of diagnostics) {
    const rule = RULES.get(diagnostic.code ?? '');
    const { row } = diagnostic.start_location;
    if (!rule || rule.unless?.test(file.text) || rule.marked?.test(markedBy(diagnostic, lines)) === false) continue;
    if (!findings.has(`${rule.code} ${row}`))
      findings.set(`${rule.code} ${row}`, toFinding(file, rule, diagnostic, lines));
  }
  return [...findings.values()];
}

/** What a diagnostic underlines, as far as its first line goes. */
const markedBy = ({ start_location: start, end_location: end }: Diagnostic, lines: readonly string[]): string =>
  (lines[start.row - 1] ?? '').slice(start.column - 1, end.row === start.row ? end.column - 1 : undefined);

function toFinding(
  file: SourceFile,
  rule: RuffRule,
  { start_location: start, end_location: end, fix }: Diagnostic,
  lines: readonly string[],
): AnalyzerFinding {
  const endLine = Math.min(Math.max(start.row, end.row), lines.length);
  const claim = claimRule(rule);
  return {
    ...claim,
    evidence: quoteCode(lines, { line: start.row, column: start.column, endLine }),
    references: [...claim.references, 'https://docs.astral.sh/ruff/rules/'],
    reviewer: rule.reviewer,
    file: file.path,
    line: start.row,
    endLine,
    rule: `ruff-${rule.code.toLowerCase()}`,
    extra: repairBy(fix, file.text),
  };
}

/** What ruff would write; not where that holds a word of a comment that was put out of action. */
function repairBy(fix: Diagnostic['fix'], text: string): AnalyzerFinding['extra'] {
  const edits = (fix?.edits ?? []).map(({ content, location, end_location }) => ({
    line: location.row,
    column: location.column,
    end_line: end_location.row,
    end_column: end_location.column,
    text: content ?? '',
  }));
  const repair = edits.some((edit) => /nooa/iu.test(edit.text)) ? null : makeRepair(text, edits);
  return repair === null ? {} : { repair };
}
