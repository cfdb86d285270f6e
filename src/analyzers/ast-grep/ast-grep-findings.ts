/**
 * Makes a claim of a match of a rule: place, evidence, the way that data took, advice. Where the source is only assumed (a
 * parameter), severity and confidence are a step lower. Called by ast-grep.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { AnalyzerFinding, SourceFile } from '../../ports/analyzer.ts';
import { CONFIDENCE } from '../../protocol/findings/finding.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import type { Trace } from '../flow/trace.ts';
import { claimRule } from '../rule-tables/claim-rule.ts';
import { type CodePlace, linesOf, quoteCode } from '../source-text/quote-code.ts';
import type { Rule } from './rule-schema.ts';

const SHOWN_CHARACTERS = 5;
/** A statement is mostly put together right above where it is run. */
const LINES_OF_STATEMENT = 3;
const ALLOW_LIST =
  'Columns and directions cannot be bound: take them from a list of allowed ones, `{ name: "name", date: "created_at" }[sort] ?? "name"`, and bind every other value.';

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
}

/** The lines of the match, or of the source where the rule says so. */
function placeOf({ taint }: Rule, { node, trace }: Match): CodePlace {
  if (taint?.place === 'source' && trace) return { line: trace.sourceLine, column: 1, endLine: trace.sourceLine };
  const { line, column } = startOf(node);
  return { line: line + 1, column: column + 1, endLine: node.range().end.line + 1 };
}

export function toFinding(rule: Rule, file: SourceFile, { node, trace }: Match): AnalyzerFinding {
  const place = placeOf(rule, { node, trace });
  const assumed = trace !== null && trace.kind !== 'source';
  return {
    ...claimRule(rule),
    ...(rule.stakes?.words.test(wordsAround(node)) ? { severity: rule.stakes.severity } : {}),
    ...(assumed ? easeClaim(rule) : {}),
    ...(trace && trace.claims.length > 0 ? doubtClaim(rule, trace.claims, assumed) : {}),
    // The CWE of a finding marks a security alarm; the weakness behind a matter of quality is linked under references.
    cwe: rule.dimension !== null || rule.alarm ? rule.cwe : null,
    evidence: maskSecret(quoteCode(linesOf(file.text), place), node, rule),
    recommendation: adviseOn(rule, node, file),
    references: rule.references,
    extra: {
      ...rule.extra,
      ...(rule.category === 'secrets' ? { redacted: true } : {}),
      ...(assumed ? { assumed_source: true } : {}),
      ...(trace && trace.claims.length > 0 ? { unseen_checks: trace.claims.join('; ') } : {}),
    },
    ...(trace ? describeTrace(trace, node, startOf(node).line + 1) : {}),
    reviewer: rule.reviewer,
    file: file.path,
    line: place.line,
    endLine: place.endLine,
    rule: rule.id,
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
  /\b(?:ORDER|GROUP)\s+BY\s+[\w.,\s"\x60[\]\\]{0,80}?(?:["'\x60]\s*(?:[+.%,]|\.\.)|\$\{|#\{|\{|%[sv]|\$\w)/iu;

/** Columns and directions of a sort order cannot be bound. */
function adviseOn({ cwe, fix }: Rule, node: SgNode, { text }: SourceFile): string {
  if (cwe !== 'CWE-89') return fix;
  const { start, end } = node.range();
  const lines = linesOf(text).slice(Math.max(0, start.line - LINES_OF_STATEMENT), end.line + 1);
  return ORDERED.test(lines.join('\n')) ? ALLOW_LIST : fix;
}

/** A parameter is untrusted only if some caller makes it so: a step milder, and no ground to block (veto.ts). */
const MILDER: Partial<Record<Severity, Severity>> = { CRITICAL: 'HIGH', HIGH: 'MEDIUM' };

const easeClaim = ({ severity, confidence, taint }: Rule): Pick<AnalyzerFinding, 'severity' | 'confidence'> => ({
  severity: taint?.assumed ?? MILDER[severity] ?? severity,
  confidence: CONFIDENCE[confidence === 'high' ? 'medium' : 'low'],
});

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
