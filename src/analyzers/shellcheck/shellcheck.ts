/**
 * Lints shell scripts with ShellCheck, which ships with the product as WebAssembly, and returns findings of code-quality-reviewer. It
 * gets texts only; directives of the scripts that switch checks off have no effect. Loaded by declaration.ts.
 */

import type { AnalyzerFinding, SourceFile } from '../../ports/analyzer.ts';
import { CONFIDENCE } from '../../protocol/findings/finding.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import type { Scan } from '../declaration.ts';
import { compareFindings, type Meaning, toFinding, toTitle } from '../external/external-findings.ts';
import type { ToolHit } from '../external/tool-hits.ts';
import { scanFiles, UnfinishedFile } from '../scan-files.ts';
import { parseShellcheckResults } from './shellcheck-results.ts';
import { loadShellcheck } from './shellcheck-runtime.ts';

const NAME = 'shellcheck';
const REVIEWER = 'code-quality-reviewer';
const MAX_CHARACTERS = 500_000;

export function createShellcheckScan(): Scan {
  return async (files, _snapshot, signal, begin) => {
    const outcome = await scanFiles(files, { signal, begin }, async (file) => {
      if (isForeignShell(file.text)) return [];
      if (file.text.length > MAX_CHARACTERS) throw new UnfinishedFile(`longer than ${MAX_CHARACTERS} characters`);
      const findings = toFindings(file, await lint(hideDirectives(file.text)));
      if (findings === null) throw new UnfinishedFile('it gave up');
      return findings;
    });
    return { ...outcome, findings: outcome.findings.toSorted(compareFindings) };
  };
}

/** Null where it failed. */
async function lint(text: string): Promise<unknown> {
  const run = await loadShellcheck();
  try {
    return await run(text);
  } catch {
    return null;
  }
}

const isForeignShell = (text: string): boolean => /^#!.*\b(?:zsh|fish|csh|tcsh)\b/u.test(text);

/** A directive that names a shell informs; any other could silence or mislead. Lines and columns stay. */
const hideDirectives = (text: string): string =>
  text.replace(/^(\s*#\s*)s(hellcheck\s)(?!\s*shell=\w+\s*$)/gmu, '$1x$2');

function toFindings(file: SourceFile, answer: unknown): readonly AnalyzerFinding[] | null {
  const output = parseShellcheckResults(file.path, answer);
  if (output.kind === 'unusable') return null;
  return output.hits.flatMap((hit) => {
    const meaning = mean(hit);
    const finding = meaning && toFinding(NAME, hit, file, meaning);
    return finding === null ? [] : [finding];
  });
}

/** Left out: no first line (2148), shells it does not read (1071), sourced files it cannot see (1090, 1091), unused names (2034). */
const SKIPPED = new Set(['SC2148', 'SC1071', 'SC1090', 'SC1091', 'SC2034', 'SC1072', 'SC1009']);

const NOTES: Readonly<
  Record<string, { readonly severity: Severity; readonly category: string; readonly fix: string }>
> = {
  SC2115: {
    severity: 'HIGH',
    category: 'logic',
    fix: 'Write `:?` behind the name inside its braces: an empty variable then ends the script instead of deleting everything.',
  },
  SC2114: { severity: 'HIGH', category: 'logic', fix: 'Name the folder that is meant, not one of the system.' },
  SC2164: {
    severity: 'LOW',
    category: 'error-handling',
    fix: 'Write `cd … || exit`, so that what follows does not run elsewhere.',
  },
  SC2155: {
    severity: 'LOW',
    category: 'error-handling',
    fix: 'Declare and assign on two lines, so that a failure is not lost.',
  },
  SC1073: { severity: 'MEDIUM', category: 'logic', fix: 'Correct the syntax; the shell stops here as well.' },
};

function mean(hit: ToolHit): Meaning | null {
  if (SKIPPED.has(hit.rule)) return null;
  const note = NOTES[hit.rule];
  return {
    reviewer: REVIEWER,
    category: note?.category ?? 'logic',
    severity: note?.severity ?? (hit.level === 'error' ? 'MEDIUM' : 'LOW'),
    confidence: CONFIDENCE.high,
    title: toTitle(hit.message),
    why: null,
    fix: note?.fix ?? 'Write it as the reference shows; it has the wrong and the right form side by side.',
    cwe: null,
    dimension: null,
    extra: { effort: 'trivial' },
  };
}
