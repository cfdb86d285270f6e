/**
 * Lints JavaScript and TypeScript with oxlint and the rules of rules/oxlint/ and returns findings of typescript-reviewer. Each file is
 * put alone into a private folder, so that settings and comments of the reviewed repository cannot silence a rule. Loaded by
 * declaration.ts.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalyzerFinding, SourceFile } from '../../ports/analyzer.ts';
import type { AnalyzerHost, Scan } from '../declaration.ts';
import { type PrivateFolder, withPrivateFolder } from '../external/external-folder.ts';
import { claimRule } from '../rule-tables/claim-rule.ts';
import { readTable } from '../rule-tables/read-table.ts';
import { scanFiles, UnfinishedFile } from '../scan-files.ts';
import { type CodePlace, linesOf, quoteCode } from '../source-text/quote-code.ts';
import { isPackedCode, isTextTooDeep } from '../syntax/limits.ts';
import { addRepairs } from './oxlint-repairs.ts';
import { type OxlintHit, type OxlintOutput, parseOxlintResults } from './oxlint-results.ts';
import type { OxlintRule } from './oxlint-rule.ts';
import { openOxlint, type RunOxlint } from './run-oxlint.ts';

const RULES: ReadonlyMap<string, OxlintRule> = new Map(readTable('oxlint').map((rule) => [rule.code, rule]));
const UNPARSED = 'files that oxlint cannot parse were checked by the other analyzers alone';
const NO_BUILD = 'oxlint has no build for this machine';
const PACKED = 'minified files are not linted';

export const createOxlintScan =
  ({ ownsOutput = false }: AnalyzerHost): Scan =>
  async (files, _snapshot, signal, begin) => {
    if (files.length === 0) return { status: 'completed', reason: null, findings: [], unfinished: [] };
    return withPrivateFolder(async (folder) => {
      const run = await openOxlint(folder.home, ownsOutput).catch(() => null);
      if (run === null) return { status: 'absent', reason: NO_BUILD, findings: [], unfinished: [] };
      const lint = createLint(run, folder, signal);
      return scanFiles(files, { signal, begin }, (file, note) => lintFile(file, lint, note));
    });
  };

interface Lint {
  check(file: SourceFile): Promise<OxlintOutput>;
  /** The text with the repairs that oxlint calls safe; null where it gives none. */
  mend(file: SourceFile): Promise<string | null>;
}

function createLint(run: RunOxlint, { files, home }: PrivateFolder, signal: AbortSignal): Lint {
  const settings = join(home, 'settings.json');
  writeFileSync(settings, SETTINGS);
  const lint = async (file: SourceFile, more: readonly string[], read: (path: string) => string | null) => {
    const path = join(files, `reviewed${suffixOf(file)}`);
    writeFileSync(path, deafen(file.text), { mode: 0o600 });
    const output = await run(['--config', settings, ...OPTIONS, ...more, path], signal);
    const text = read(path);
    // A file that is overwritten is written to the disk first; one that is removed never is.
    rmSync(path, { force: true });
    return { output, text };
  };
  return {
    async check(file) {
      const { output } = await lint(file, [], () => null);
      return output === null ? { kind: 'unusable' } : parseOxlintResults(output);
    },
    async mend(file) {
      const { output, text } = await lint(file, ['--fix'], (path) => readFileSync(path, 'utf8'));
      return output === null || text === null ? null : restore(text, file.text);
    },
  };
}

async function lintFile(
  file: SourceFile,
  lint: Lint,
  note: (limit: string) => void,
): Promise<readonly AnalyzerFinding[]> {
  if (isTextTooDeep(file.text)) throw new UnfinishedFile('nested too deeply');
  const output = isPackedCode(file.text) ? null : await lint.check(file);
  if (output?.kind === 'unusable') throw new UnfinishedFile('oxlint gave no result');
  if (output === null) note(PACKED);
  if (output?.kind === 'unparsed') note(UNPARSED);
  const findings = output?.kind === 'linted' ? toFindings(file, output.hits) : [];
  const mended = findings.some(isMending) ? await lint.mend(file) : null;
  return mended === null ? findings : addRepairs(findings, file.text, mended, isMending);
}

/** Rules whose repairs oxlint calls safe; `--fix` makes no others. */
const MENDING: ReadonlySet<string> = new Set(
  [...RULES.values()].filter(({ mends }) => mends === true).map(({ code }) => `oxlint/${code.split('/')[1]}`),
);

const isMending = ({ rule }: AnalyzerFinding): boolean => MENDING.has(rule);

const OPTIONS = ['--disable-nested-config', '--no-ignore', '--threads=1', '--format=json'] as const;

const SETTINGS = JSON.stringify({
  plugins: [...new Set([...RULES.keys()].map((code) => code.split('/', 1)[0]))],
  categories: Object.fromEntries(
    ['correctness', 'suspicious', 'pedantic', 'perf', 'style', 'restriction', 'nursery'].map((name) => [name, 'off']),
  ),
  rules: Object.fromEntries(
    [...RULES.values()].map(({ code, options }) => [code, options === undefined ? 'warn' : ['warn', options]]),
  ),
});

const SUFFIX = /(?:\.d)?\.[cm]?[jt]sx?$/u;
const SUFFIXES: Readonly<Record<string, string>> = { typescript: '.ts', tsx: '.tsx' };

/** The end of its name says in which language a file is parsed. */
const suffixOf = ({ path, language }: SourceFile): string =>
  SUFFIX.exec(path)?.[0] ?? SUFFIXES[language ?? ''] ?? '.js';

/** Comments that switch rules off lose their word; every offset stays. */
const deafen = (text: string): string => text.replaceAll(/(es|ox)lint(?=[\s-])/gu, '$1lnit');

/** With the words of its comments again: a line that has one is left as it was. Null where lines came or went. */
function restore(mended: string, text: string): string | null {
  const [lines, old] = [mended.split('\n'), text.split('\n')];
  if (lines.length !== old.length) return null;
  return lines.map((line, at) => (/(?:es|ox)lnit/u.test(line) ? (old[at] ?? line) : line)).join('\n');
}

/** One finding per rule and line. */
function toFindings(file: SourceFile, hits: readonly OxlintHit[]): readonly AnalyzerFinding[] {
  const lines = linesOf(file.text);
  const findings = new Map<string, AnalyzerFinding>();
  const bytes = Buffer.from(file.text);
  for (const hit of hits) {
    const rule = RULES.get(hit.rule);
    const marked = bytes.toString('utf8', hit.offset, hit.offset + hit.length);
    const line = lines[hit.line - 1];
    if (!rule || line === undefined || isExcused(rule, marked, line, file.text)) continue;
    if (!findings.has(`${hit.rule} ${hit.line}`))
      findings.set(
        `${hit.rule} ${hit.line}`,
        toFinding(file, rule, { line: hit.line, column: 1, endLine: hit.line + countLines(marked) }),
      );
  }
  return [...findings.values()].sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1));
}

const isExcused = (rule: OxlintRule, marked: string, line: string, text: string): boolean =>
  rule.unmarked?.test(marked) === true || rule.unlessLine?.test(line) === true || rule.unless?.test(text) === true;

const countLines = (text: string): number => text.split('\n').length - 1;

function toFinding(file: SourceFile, rule: OxlintRule, place: CodePlace): AnalyzerFinding {
  const lines = linesOf(file.text);
  const [plugin = '', name = ''] = rule.code.split('/');
  const claim = claimRule(rule);
  return {
    ...claim,
    evidence: quoteCode(lines, place),
    references: [...claim.references, `https://oxc.rs/docs/guide/usage/linter/rules/${plugin}/${name}.html`],
    reviewer: 'typescript-reviewer',
    file: file.path,
    line: place.line,
    endLine: Math.min(place.endLine, lines.length),
    rule: `oxlint/${name}`,
  };
}
