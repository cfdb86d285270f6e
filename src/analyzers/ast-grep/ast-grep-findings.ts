/**
 * Turns a matched node of a rule and its trace of data into an AnalyzerFinding: place, evidence, source, flow, advice, repair. Severity
 * and confidence drop where the source is only assumed (a parameter) or somebody other than an outsider fills it. Called by ast-grep.ts
 * and open-sinks.ts; project-flow shares its weighing of sources.
 */
import type { SgNode } from '@ast-grep/napi';
import type { AnalyzerFinding, SourceFile } from '../../ports/analyzer.ts';
import type { ProjectKind } from '../../protocol/config/project-kind.ts';
import { type ClaimedFinding, CONFIDENCE } from '../../protocol/findings/finding.ts';
import { makeRepair } from '../../protocol/findings/repair.ts';
import { compareSeverity, type Severity } from '../../protocol/findings/severity.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import { UNTRUSTED } from '../flow/parameters.ts';
import { AT_MOST, asksForInput, kindOfSource, SOURCE_WORDS, type SourceKind } from '../flow/source-kinds.ts';
import type { Trace } from '../flow/trace.ts';
import { claimRule } from '../rule-tables/claim-rule.ts';
import { type CodePlace, linesOf, quoteCode } from '../source-text/quote-code.ts';
import type { Rule } from './rule-schema.ts';

const SHOWN_CHARACTERS = 5;
/** A statement is mostly put together right above where it is run. */
const LINES_OF_STATEMENT = 3;
const SORT_ORDERS: Readonly<Record<string, string>> = {
  javascript: ', `{ name: "name", date: "created_at" }[sort] ?? "name"`',
  typescript: ', `{ name: "name", date: "created_at" }[sort] ?? "name"`',
  tsx: ', `{ name: "name", date: "created_at" }[sort] ?? "name"`',
  python: ', `{"name": "name", "date": "created_at"}.get(sort, "name")`',
};
const adviseOrder = (language: string | null): string =>
  `Columns and directions cannot be bound: take them from a list of allowed ones${SORT_ORDERS[language ?? ''] ?? ''}, and bind every other value.`;
/** Drivers of Python whose placeholder is a question mark. */
const SQLITE = /^[^\S\n]*(?:import|from)\s+(?:sqlite3|aiosqlite|apsw|pysqlite\w*|pyodbc)\b/mu;

/** Where a finding is shown: of a chain over several lines the line of the method, not that of the first call. */
export function startOf(node: SgNode): { readonly line: number; readonly column: number } {
  const { start } = node.range();
  const callee = node.field('function')?.range();
  const isChain = callee !== undefined && callee.start.index === start.index && callee.end.line > start.line;
  return isChain ? { line: callee.end.line, column: 0 } : start;
}

export interface Match {
  readonly node: SgNode;
  readonly trace: Trace | null;
  /** What the project around the file is made for. */
  readonly project: ProjectKind | null;
}

/** The lines of the match, or of the source where the rule says so. */
function placeOf({ taint }: Rule, { node, trace }: Omit<Match, 'project'>): CodePlace {
  if (taint?.place === 'source' && trace) return { line: trace.sourceLine, column: 1, endLine: trace.sourceLine };
  const { line, column } = startOf(node);
  return { line: line + 1, column: column + 1, endLine: node.range().end.line + 1 };
}

export function toFinding(rule: Rule, file: SourceFile, match: Match): AnalyzerFinding {
  const { node, trace } = match;
  const place = placeOf(rule, match);
  const claim = claimMatch(rule, match);
  const eased = trace !== null && isTestPath(file.path) ? EASED : null;
  return {
    ...claim,
    ...eased,
    // The CWE of a finding marks a security alarm; the weakness behind a matter of quality is linked under references.
    cwe: rule.dimension !== null || rule.alarm ? rule.cwe : null,
    evidence: maskSecret(quoteCode(linesOf(file.text), place), node, rule),
    recommendation: adviseOn(rule, node, file),
    references: rule.references,
    extra: {
      ...rule.extra,
      ...(eased === null ? {} : { rule_severity: claim.severity }),
      ...(rule.category === 'secrets' ? { redacted: true } : {}),
      ...(trace ? rememberSource(rule, match, trace) : {}),
      ...repairMatch(rule, node, file),
    },
    ...(trace ? describeTrace(trace, node, startOf(node).line + 1) : {}),
    reviewer: rule.reviewer,
    file: file.path,
    line: place.line,
    endLine: place.endLine,
    rule: rule.id,
  };
}

/** What a rule would write in place of the matched text. */
function repairMatch({ repair: rows = [] }: Rule, node: SgNode, { text }: SourceFile): AnalyzerFinding['extra'] {
  const found = node.text();
  const row = rows.find(({ find }) => find.test(found));
  if (row === undefined) return {};
  const { start, end } = node.range();
  // In a notebook the code stands in strings: what is written there would be no JSON.
  if (!(linesOf(text)[start.line] ?? '').startsWith(found.split('\n')[0] ?? '', start.column)) return {};
  const repair = makeRepair(text, [
    {
      line: start.line + 1,
      column: start.column + 1,
      end_line: end.line + 1,
      end_column: end.column + 1,
      text: found.replace(row.find, row.write),
    },
  ]);
  return repair === null ? {} : { repair };
}

/** Nobody outside reaches the handlers of a test: what flows through them is told, and does not count as grave. */
const EASED = { severity: 'LOW' } as const;

const isAssumed = ({ kind }: Trace): boolean => kind !== 'source';

/** What a rule claims at this match: its words and weight, by who fills the value. */
function claimMatch(rule: Rule, match: Match): ClaimedFinding {
  const { node, trace } = match;
  const plain = {
    ...claimRule(rule),
    ...(rule.stakes?.words.test(wordsAround(node)) ? { severity: rule.stakes.severity } : {}),
  };
  if (trace === null) return plain;
  const claim = {
    ...plain,
    ...(isAssumed(trace) ? easeClaim(rule, trace.origin === UNTRUSTED) : {}),
    ...(trace.claims.length > 0 ? doubtClaim(rule, trace.claims, isAssumed(trace)) : {}),
  };
  const kind = kindAt(rule, match, trace);
  return kind ? { ...claim, ...weighSource(claim, { kind, origin: trace.origin }) } : claim;
}

/** Who fills the value; null where the rule is not about somebody's input. */
const kindAt = ({ taint }: Rule, { project }: Match, trace: Trace): SourceKind | null =>
  isAssumed(trace) || asksForInput(taint?.sources ?? []) ? kindOfSource(trace, project) : null;

function rememberSource(rule: Rule, match: Match, trace: Trace): AnalyzerFinding['extra'] {
  const kind = kindAt(rule, match, trace);
  return {
    ...(isAssumed(trace) ? { assumed_source: true } : {}),
    ...(kind ? { source_kind: kind } : {}),
    ...(trace.claims.length > 0 ? { unseen_checks: trace.claims.join('; ') } : {}),
  };
}

const STATEMENT = /_statement$|declaration$|^assignment$|^return$|^pair$/u;
const FUNCTION = /^(?:method|function)(?:_declaration|_definition)?$|^(?:local_function|generator_function)\w*$/u;
const MAX_STATEMENT = 400;

/** The statement of a match and the name of the function around it: what they are called tells what is at stake. */
function wordsAround(node: SgNode): string {
  const around = [node, ...node.ancestors()];
  const statement = around.find((each) => STATEMENT.test(String(each.kind())))?.text() ?? '';
  const name = around.find((each) => FUNCTION.test(String(each.kind())))?.field('name');
  return `${name?.text() ?? ''} ${statement.slice(0, MAX_STATEMENT)}`;
}

/** What is put behind ORDER BY: a quote that ends the text, or a place in it, before another clause begins. */
const ORDERED =
  /\b(?:ORDER|GROUP)\s+BY\s+(?:["'\x60]\s*,\s*\w|[\w.,\s"\x60[\]\\]{0,80}?(?:["'\x60]\s*(?:[+.%]|\.\.)|\$\{|#\{|\{|%[sv]|\$\w))/iu;

/** Columns and directions of a sort order cannot be bound. */
function adviseOn({ cwe, fix }: Rule, node: SgNode, { text, language }: SourceFile): string {
  if (cwe !== 'CWE-89') return fix;
  const { start, end } = node.range();
  const lines = linesOf(text).slice(Math.max(0, start.line - LINES_OF_STATEMENT), end.line + 1);
  if (ORDERED.test(lines.join('\n'))) return adviseOrder(language);
  return language === 'python' && SQLITE.test(text) ? fix.replaceAll('%s', '?') : fix;
}

/** A parameter is untrusted only if some caller makes it so: a step milder, and no ground to block (veto.ts). */
export const MILDER: Partial<Record<Severity, Severity>> = { CRITICAL: 'HIGH', HIGH: 'MEDIUM' };

const easeClaim = (
  { severity, confidence, taint }: Rule,
  isUntrusted: boolean,
): Pick<AnalyzerFinding, 'severity' | 'confidence'> => ({
  severity: (isUntrusted ? undefined : taint?.assumed) ?? MILDER[severity] ?? severity,
  confidence: CONFIDENCE[confidence === 'high' ? 'medium' : 'low'],
});

/** Who fills the value decides how grave it is at most, and what is said of it. */
export function weighSource(
  { severity, issue }: Pick<AnalyzerFinding, 'severity' | 'issue'>,
  { kind, origin }: { readonly kind: SourceKind; readonly origin: string | null },
): Pick<AnalyzerFinding, 'severity' | 'issue'> {
  const most = origin === UNTRUSTED ? undefined : AT_MOST[kind];
  const words = SOURCE_WORDS[kind];
  return {
    severity: most && compareSeverity(severity, most) < 0 ? most : severity,
    issue: words === undefined ? issue : `${issue} ${words}`,
  };
}

/** A predicate whose code is elsewhere may make the value harmless: said, and held for less certain. */
const doubtClaim = (
  { message, confidence }: Rule,
  claims: readonly string[],
  assumed: boolean,
): Pick<AnalyzerFinding, 'issue' | 'confidence'> => ({
  issue: `${message} Before that it passes ${claims.map((claim) => `\`${claim}\``).join(' and ')}, whose code is not in this file: if it lets harmless values through alone, there is no flaw.`,
  confidence: CONFIDENCE[confidence === 'high' && !assumed ? 'medium' : 'low'],
});

/** A rule about secrets names the literal SECRET; a report shows only how it begins. */
function maskSecret(evidence: string, node: SgNode, { category }: Rule): string {
  const secret = category === 'secrets' ? node.getMatch('SECRET')?.text() : undefined;
  return secret ? evidence.replaceAll(secret, `${secret.slice(0, SHOWN_CHARACTERS)}…${secret.slice(-1)}`) : evidence;
}

function describeTrace(trace: Trace, sink: SgNode, line: number): { source: string; sink: string; flow: string } {
  const steps = [...trace.lines, line].filter((step, at, all) => step !== all[at - 1]);
  return {
    source: `${brief(trace.source)} :${trace.sourceLine}`,
    sink: `${brief(sink.text())} :${line}`,
    flow: steps.map((step) => `:${step}`).join(' → '),
  };
}

/** In one line, and not too long for a report. */
export const brief = (text: string): string => {
  const flat = text.replace(/\s+/gu, ' ');
  return flat.length > 120 ? `${flat.slice(0, 119)}…` : flat;
};
