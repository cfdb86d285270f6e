/**
 * Turns a hit of an external tool into an AnalyzerFinding with our category, CWE and severity, and evidence copied from the file
 * (credentials masked); null where the file has no such line. Used by external-analyzer.ts and by the adapters (bandit, gosec, semgrep,
 * shellcheck and others).
 */

import type { AnalyzerFinding, SourceFile } from '../../ports/analyzer.ts';
import { findCweFamily, normalizeCwe } from '../../protocol/findings/cwe-family.ts';
import type { Dimension } from '../../protocol/findings/dimension.ts';
import { CONFIDENCE, claimFinding } from '../../protocol/findings/finding.ts';
import { makeRepair, type Repair } from '../../protocol/findings/repair.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { linkWeakness } from '../rule-tables/claim-rule.ts';
import { linesOf, quoteCode } from '../source-text/quote-code.ts';
import type { ToolHit } from './tool-hits.ts';

/** What a tool's hit means to a reader of ours. */
export interface Meaning {
  readonly reviewer: string;
  readonly category: string;
  readonly severity: Severity;
  readonly confidence: number;
  readonly title: string;
  readonly why: string | null;
  readonly fix: string;
  readonly cwe: string | null;
  readonly dimension: Dimension | null;
  readonly extra?: Readonly<Record<string, unknown>>;
}

const MAX_FIX_WIDTH = 300;
const MAX_TITLE = 80;
const MAX_ISSUE = 1000;
/** More than is told, so that a literal at the end of that is masked as a whole. */
const MAX_MESSAGE = 4000;
const SECRETS = 'secrets';

export const confidenceOf = (word: string | null): number =>
  word === 'high' || word === 'medium' || word === 'low' ? CONFIDENCE[word] : CONFIDENCE.medium;

/** The first sentence, short enough for a list. */
export function toTitle(message: string): string {
  const [sentence = ''] = message
    .replace(/\s+/gu, ' ')
    .trim()
    .split(/(?<=[\w)`"'][.!?])\s/u);
  const plain = sentence.replace(/[.:]$/u, '');
  return plain.length <= MAX_TITLE ? plain : `${plain.slice(0, MAX_TITLE - 1).trimEnd()}…`;
}

/** Meaning of a security hit by its weakness; a weakness that is not in our table keeps the tool's own words. */
export function meanByWeakness(hit: ToolHit, severity: Severity): Meaning {
  const family = findCweFamily(hit.cwe);
  return {
    reviewer: 'security-reviewer',
    category: family?.category ?? 'owasp',
    severity,
    confidence: confidenceOf(hit.certainty),
    title: toTitle(hit.message) || (family?.title ?? hit.rule),
    why: family?.why ?? null,
    fix:
      family?.fix ??
      `Follow the advice of the rule \`${hit.rule}\`, or write down beside the code why it is safe here.`,
    cwe: family?.cwe ?? (hit.cwe === null ? null : normalizeCwe(hit.cwe)),
    dimension: family?.dimension ?? null,
  };
}

const GRAVE: Readonly<Record<string, Severity>> = { high: 'HIGH', medium: 'MEDIUM' };

/** Reads the hits of a security linter: what it is sure of and rates high or medium, less the checks that are left out. */
export const meanGraveHits =
  (leftOut: RegExp, cweOf: (hit: ToolHit) => string | null): ((hit: ToolHit) => Meaning | null) =>
  (hit) => {
    const severity = GRAVE[hit.level];
    if (severity === undefined || hit.certainty === 'low' || leftOut.test(hit.rule)) return null;
    return meanByWeakness({ ...hit, cwe: cweOf(hit) }, severity);
  };

/** A finding at the hit's lines, or null where the file has no such line. */
export function toFinding(tool: string, hit: ToolHit, file: SourceFile, meaning: Meaning): AnalyzerFinding | null {
  const lines = linesOf(file.text);
  const isSecret = meaning.category === SECRETS;
  // Before lines are cut: the end of a literal may be cut off.
  const shownLines = isSecret
    ? lines.map((line, i) => (i < hit.line - 1 || i >= hit.endLine ? line : maskCode(line)))
    : lines;
  const evidence = quoteCode(shownLines, { line: hit.line, column: 1, endLine: hit.endLine });
  if (evidence.trim() === '') return null;
  const shown = (code: string): string => (isSecret ? maskCode(code) : code);
  const told = (words: string): string => (isSecret ? maskLiterals(words) : words);
  const { reviewer, why, fix, extra, ...said } = meaning;
  const reported = hit.cwe === null ? null : normalizeCwe(hit.cwe);
  const claim = claimFinding({
    ...said,
    title: isSecret ? maskLiterals(said.title).replace(CUT_LITERAL, '$1…') : said.title,
    issue: [endSentence(told(hit.message.slice(0, MAX_MESSAGE)).slice(0, MAX_ISSUE)), why].filter(Boolean).join(' '),
    evidence: shown(evidence),
    recommendation: hit.fix === null ? fix : `${endSentence(fix)} The rule suggests: \`${toOneLine(shown(hit.fix))}\`.`,
    references: [...linkWeakness(said.cwe), ...hit.references.filter((link) => !link.includes('cwe.mitre.org'))],
    ...(isSecret ? {} : hit.trace),
    extra: {
      ...extra,
      analyzer: tool,
      ...(hit.fix === null ? {} : { fix: shown(hit.fix) }),
      ...repairBy(hit, file, isSecret),
      ...(reported !== null && reported !== said.cwe ? { reported_cwe: reported } : {}),
      ...(isSecret ? { redacted: true } : {}),
    },
  });
  return {
    ...claim,
    reviewer,
    file: file.path,
    line: hit.line,
    endLine: Math.min(hit.endLine, lines.length),
    rule: `${tool}/${hit.rule}`,
  };
}

/** A tool may count columns in bytes: only where all of its lines are ASCII is that the same. What is hidden is no repair. */
function repairBy({ edit }: ToolHit, { text }: SourceFile, isSecret: boolean): { readonly repair?: Repair } {
  const repair = edit === null || isSecret ? null : makeRepair(text, [edit]);
  return repair === null || /[\u{80}-\u{10ffff}]/u.test(repair.before) ? {} : { repair };
}

const toOneLine = (code: string): string => {
  const line = code.replace(/\s+/gu, ' ');
  return line.length <= MAX_FIX_WIDTH ? line : `${line.slice(0, MAX_FIX_WIDTH - 1)}…`;
};

const endSentence = (text: string): string => (/[.!?]$/u.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** A title may end within one. */
const CUT_LITERAL = /(["'`])[^"'`]*…$/u;
const LITERAL = /(["'`])(?:\\.|(?!\1)[^\\\n])+\1/gu;
/** It opens no literal: `don't`. */
const APOSTROPHE = /(?<=[A-Za-z])'(?=(?:s|t|re|ve|ll|d|m)\b)/gu;
/** Long enough for a key; not the name of what is set or called. */
const LONG_WORD = /[\w+/=-]{12,}(?![\w+/=-])(?!\s*[:=(])/gu;

/** A report must not spread what it found: nothing of a literal is shown. */
const maskLiterals = (text: string): string => text.replace(APOSTROPHE, '’').replace(LITERAL, '$1…$1');

const maskCode = (code: string): string => maskLiterals(code).replace(LONG_WORD, '…');

export const compareFindings = (a: AnalyzerFinding, b: AnalyzerFinding): number =>
  compareText(a.file, b.file) || a.line - b.line || compareText(a.rule, b.rule) || compareText(a.issue, b.issue);
