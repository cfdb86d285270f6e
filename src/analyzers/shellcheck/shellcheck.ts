/**
 * ShellCheck, which comes with the product as WebAssembly: no program has to be installed, and it sees texts only, never
 * files. Directives of the reviewed scripts that switch checks off have no effect.
 */

import { fileURLToPath } from 'node:url';
import type { AnalyzerFinding, AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import { createEnvironment, type ProgramEnd, runProgram } from '../../programs/external-process.ts';
import { CONFIDENCE } from '../../protocol/findings/finding.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import { readJson } from '../../protocol/text/json-object.ts';
import type { Scan } from '../declaration.ts';
import { compareFindings, type Meaning, toFinding, toTitle } from '../external/external-findings.ts';
import { withPrivateFolder } from '../external/external-folder.ts';
import type { ToolHit } from '../external/tool-hits.ts';
import { parseShellcheckResults } from './shellcheck-results.ts';

const NAME = 'shellcheck';
const REVIEWER = 'code-quality-reviewer';
const TIMEOUT_MS = 120_000;
const MAX_OUTPUT_BYTES = 64_000_000;
const MAX_CHARACTERS = 500_000;
const HEAP_MB = 512;

const PROCESS = import.meta.url.endsWith('.ts')
  ? new URL('./shellcheck-process.ts', import.meta.url)
  : new URL('./shellcheck-process.js', import.meta.url);

export const createShellcheckScan =
  (timeoutMs = TIMEOUT_MS): Scan =>
  async (files, _snapshot, signal) => {
    const short = files.filter(({ text }) => text.length <= MAX_CHARACTERS);
    return toOutcome(files, short, await lint(short, timeoutMs, signal));
  };

const isForeignShell = (text: string): boolean => /^#!.*\b(?:zsh|fish|csh|tcsh)\b/u.test(text);

async function lint(files: readonly SourceFile[], timeoutMs: number, signal: AbortSignal): Promise<ProgramEnd> {
  if (files.length === 0) return { kind: 'ended', exitCode: 0, stdout: '[]', stderr: '' };
  const run = (home: string): Promise<ProgramEnd> =>
    runProgram(
      {
        program: process.execPath,
        args: [`--max-old-space-size=${HEAP_MB}`, '--no-warnings', fileURLToPath(PROCESS)],
        cwd: home,
        environment: createEnvironment(process.execPath, home),
        timeoutMs,
        maxOutputBytes: MAX_OUTPUT_BYTES,
        input: JSON.stringify(files.map(({ text }) => (isForeignShell(text) ? '' : hideDirectives(text)))),
      },
      signal,
    );
  return withPrivateFolder(({ home }) => run(home)).catch((error: unknown) => ({
    kind: 'not-started',
    reason: String(error),
  }));
}

/** A directive that names a shell informs; any other could silence or mislead. Lines and columns stay. */
const hideDirectives = (text: string): string =>
  text.replace(/^(\s*#\s*)s(hellcheck\s)(?!\s*shell=\w+\s*$)/gmu, '$1x$2');

function toOutcome(all: readonly SourceFile[], short: readonly SourceFile[], end: ProgramEnd): AnalyzerOutcome {
  const answers = end.kind === 'ended' && end.exitCode === 0 ? readJson(end.stdout) : null;
  if (!Array.isArray(answers) || answers.length !== short.length) {
    const reason = end.kind === 'ended' ? `it ended with ${end.exitCode}: ${end.stderr.slice(0, 200)}` : end.reason;
    return { status: 'failed', reason: `${NAME}: ${reason}`, findings: [], unfinished: all.map(({ path }) => path) };
  }
  const findings: AnalyzerFinding[] = [];
  const unfinished = new Set(all.filter((file) => !short.includes(file)).map(({ path }) => path));
  for (const [i, file] of short.entries()) {
    const found = toFindings(file, answers[i]);
    if (found === null) unfinished.add(file.path);
    else findings.push(...found);
  }
  const isWhole = unfinished.size === 0;
  return {
    status: isWhole ? 'completed' : 'partial',
    reason: isWhole ? null : `${NAME}: longer than ${MAX_CHARACTERS} characters, or it gave up`,
    findings: findings.toSorted(compareFindings),
    unfinished: [...unfinished],
  };
}

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
