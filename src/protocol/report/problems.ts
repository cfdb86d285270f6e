/**
 * Groups findings into problems: one rule in many places is one problem with its places; every finding is in exactly one. Ranks them
 * by severity, then by what an attacker gains and how sure the finding is; test code comes last. Pure. Called by
 * engine/report-findings.ts, which numbers findings in this order, and by report/; names and rules also by SARIF and the hooks.
 */
import { type Gain, gainOf, weighGain } from '../findings/gain.ts';
import { compareSeverity, type Severity } from '../findings/severity.ts';
import { isProsePath } from '../source/prose-path.ts';
import { isTestPath } from '../source/test-path.ts';
import type { ReportFinding } from './report-document.ts';
import { isCounted } from './verdict.ts';

export interface Problem {
  /** The finding that speaks for all. */
  readonly lead: ReportFinding;
  /** All of them, the lead first. */
  readonly findings: readonly ReportFinding[];
  /** Of the lead. */
  readonly title: string;
  /** The highest. */
  readonly severity: Severity;
  readonly gain: Gain;
  /** Whether it concerns test code alone. */
  readonly isInTests: boolean;
}

export function groupProblems(findings: readonly ReportFinding[]): readonly Problem[] {
  const groups = Map.groupBy(findings, keyOf);
  return [...groups.values()].map(toProblem).sort(compareProblems);
}

/** Most severe first, what counts before what does not, then as the problems come: the ids of a report follow it. */
export function orderByProblem(findings: readonly ReportFinding[]): readonly ReportFinding[] {
  const aside = findings.filter((finding) => !isCounted(finding));
  return [findings.filter(isCounted), aside]
    .flatMap((each) => groupProblems(each).flatMap((problem) => problem.findings))
    .sort((a, b) => compareSeverity(a.severity, b.severity));
}

/** The rule that found it; what a model says in the same words is the same problem, too. Test code stands apart, and so does what is less sure. */
function keyOf(finding: ReportFinding): string {
  const rule = ruleOf(finding);
  const kind = rule === null ? [finding.category, finding.cwe, finding.title] : [rule];
  return JSON.stringify([isTestPath(finding.file), finding.status, ...kind]);
}

/** Of whoever is named first among those that have one; null where only models speak. */
export const ruleOf = ({ reported_by }: ReportFinding): string | null =>
  reported_by.find(({ rule }) => rule !== null)?.rule ?? null;

function toProblem(group: readonly ReportFinding[]): Problem {
  const findings = group.toSorted(compareFindings);
  const lead = findings[0] as ReportFinding;
  return {
    lead,
    findings,
    title: lead.title,
    severity: lead.severity,
    gain: gainOf(lead),
    isInTests: isTestPath(lead.file),
  };
}

const CERTAINTY: Readonly<Record<ReportFinding['status'], number>> = {
  confirmed: 1,
  needs_manual: 0.8,
  unverified: 0.5,
  suppressed: 0.5,
  rejected: 0.1,
};

/** In a text for people it is an example more often than not. */
const IN_PROSE = 0.5;
/** Every step that data takes is one more that may not be as it looks. */
const SURE_STEPS = 8;
const IN_MANY_STEPS = 0.7;
/** A package with a known vulnerability that no file imports. */
const NOT_IMPORTED = 0.4;

/** What is gained, times how sure we are. */
const weigh = (finding: ReportFinding): number =>
  weighGain(gainOf(finding)) * finding.confidence * CERTAINTY[finding.status] * weighPlace(finding);

function weighPlace({ file, flow, extra }: ReportFinding): number {
  const steps = flow?.split(' → ').length ?? 0;
  return (
    (isProsePath(file) ? IN_PROSE : 1) *
    (steps > SURE_STEPS ? IN_MANY_STEPS : 1) *
    (extra.imported === false ? NOT_IMPORTED : 1)
  );
}

/** Equal ones keep the order of the report. */
const compareFindings = (a: ReportFinding, b: ReportFinding): number =>
  compareSeverity(a.severity, b.severity) || weigh(b) - weigh(a);

const compareProblems = (a: Problem, b: Problem): number =>
  Number(a.isInTests) - Number(b.isInTests) ||
  compareSeverity(a.severity, b.severity) ||
  weigh(b.lead) - weigh(a.lead) ||
  b.findings.length - a.findings.length;

const LEAST_COMMON_WORDS = 2;

/** For a rule as a whole, `Function … is hard to follow`; the title of the lead where the titles have too little in common. */
export function nameAll(findings: readonly ReportFinding[]): string {
  const titles = [...new Set(findings.map(({ title }) => title))];
  const [first = '', ...rest] = titles;
  if (rest.length === 0) return first;
  let common: readonly string[] = first.split(/\s+/u);
  for (const title of rest) {
    common = commonWords(common, title.split(/\s+/u));
    if (common.filter((word) => word !== GAP).length < LEAST_COMMON_WORDS) return first;
  }
  return common.join(' ');
}

const GAP = '…';
/** Longer titles are compared by their beginning. */
const MOST_WORDS = 40;

/** The words of both in their order, with an ellipsis for what differs. */
function commonWords(a: readonly string[], b: readonly string[]): readonly string[] {
  const [left, right] = [a.slice(0, MOST_WORDS), b.slice(0, MOST_WORDS)];
  const lengthAt = measureCommon(left, right);
  const words: string[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    const isCommon = left[i] === right[j];
    words.push((isCommon ? left[i] : null) ?? GAP);
    const isLeft = isCommon || lengthAt(i + 1, j) >= lengthAt(i, j + 1);
    if (isCommon || !isLeft) j += 1;
    if (isLeft) i += 1;
  }
  if (i < left.length || j < right.length) words.push(GAP);
  return words.filter((word, at) => word !== GAP || words[at - 1] !== GAP);
}

/** How many words two lists have in common behind two places, in their order (longest common subsequence). */
function measureCommon(left: readonly string[], right: readonly string[]): (i: number, j: number) => number {
  const rows = Array.from({ length: left.length + 1 }, () => new Uint8Array(right.length + 1));
  const lengthAt = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const row = rows[i] as Uint8Array;
      row[j] = left[i] === right[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  return lengthAt;
}
