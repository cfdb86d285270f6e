/**
 * Lists the rules of a SARIF run from its findings, one per stable id, with description, level and tags. `ruleIdOf`, the stable rule
 * id of a finding, is also used by the machine formats and by pull-request/comment-text.ts. Called by sarif.ts.
 */
import { findCweFamily } from '../../protocol/findings/cwe-family.ts';
import { DIMENSION_PROFILES } from '../../protocol/findings/dimension.ts';
import { highestSeverity, type Severity } from '../../protocol/findings/severity.ts';
import { nameAll } from '../../protocol/report/problems.ts';
import type { ReportFinding } from '../../protocol/report/report-document.ts';
import { toLine } from '../plain-text.ts';

export interface Rule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription: { readonly text: string };
  readonly help: { readonly text: string };
  readonly helpUri?: string;
  readonly defaultConfiguration: { readonly level: 'error' | 'warning' | 'note' };
  readonly properties: Readonly<Record<string, unknown>>;
}

export const LEVELS = { CRITICAL: 'error', HIGH: 'error', MEDIUM: 'warning', LOW: 'note' } as const satisfies Record<
  Severity,
  string
>;

const SECURITY_SEVERITY: Readonly<Record<Severity, string>> = {
  CRITICAL: '9.5',
  HIGH: '8.0',
  MEDIUM: '5.0',
  LOW: '2.0',
};
const SECURITY_REVIEWERS: ReadonlySet<string> = new Set(['security-reviewer', 'vulnerability-reviewer']);
/** GitHub reads 20 tags of a rule. */
const MAX_TAGS = 20;

/** The rule that found it; else its kind, which does not change with the words of a model. */
export function ruleIdOf(finding: ReportFinding): string {
  const rule = finding.reported_by.find((by) => by.rule !== null)?.rule;
  const kind = finding.cwe === null ? finding.category : `${finding.category}/${finding.cwe}`;
  // Rules of other tools are written as those tools write them.
  return (rule ?? kind.toLowerCase()).replace(/[^\w./:@-]+/gu, '-') || 'finding';
}

/** Sorted by id; `cutTags` counts what the limit of tags left out. */
export function listRules(findings: readonly ReportFinding[]): {
  readonly rules: readonly Rule[];
  readonly cutTags: number;
} {
  const groups = new Map<string, ReportFinding[]>();
  for (const finding of findings) {
    const id = ruleIdOf(finding);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [finding]);
    else group.push(finding);
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    rules: sorted.map(([id, group]) => describeRule(id, group)),
    cutTags: sorted.reduce((sum, [, group]) => sum + Math.max(0, listTags(group).length - MAX_TAGS), 0),
  };
}

function describeRule(id: string, group: readonly ReportFinding[]): Rule {
  const severity = group.map((finding) => finding.severity).reduce(highestSeverity);
  const isSecurity = group.some(isSecurityFinding);
  const { title, why, fix } = describeGroup(id, group);
  const helpUri = group
    .flatMap((finding) => finding.references)
    .find((reference) => /^https:\/\/[^\s<>"{}|\\^`]+$/u.test(reference));
  return {
    id,
    shortDescription: { text: toLine(title) },
    fullDescription: { text: toLine(why) },
    help: { text: toLine(fix) + (isRule(id, group) ? ` More: consensus-review explain ${id}` : '') },
    ...(helpUri === undefined ? {} : { helpUri }),
    defaultConfiguration: { level: LEVELS[severity] },
    properties: {
      tags: listTags(group).slice(0, MAX_TAGS),
      precision: describePrecision(Math.max(...group.map((finding) => finding.confidence))),
      'problem.severity': LEVELS[severity] === 'note' ? 'recommendation' : LEVELS[severity],
      ...(isSecurity ? { 'security-severity': SECURITY_SEVERITY[severity] } : {}),
    },
  };
}

/** Whether a rule has the name, and not only a kind of finding. */
const isRule = (id: string, group: readonly ReportFinding[]): boolean =>
  group.some(({ reported_by }) => reported_by.some(({ rule }) => rule === id));

/** What holds for every finding of a rule: what all of them say, else what is known of their weakness. */
function describeGroup(id: string, group: readonly ReportFinding[]) {
  const [first] = group;
  const isShared = (read: (finding: ReportFinding) => string | null): boolean =>
    group.every((finding) => read(finding) === (first === undefined ? null : read(first)));
  const family = findCweFamily(first?.cwe ?? null);
  const title = nameAll(group) || id;
  const why = isShared(({ issue }) => issue) ? first?.issue : family?.why;
  const fix = isShared(({ recommendation }) => recommendation) ? first?.recommendation : family?.fix;
  return {
    title,
    why: why || `${title} (${first?.category ?? id})`,
    fix: fix || 'See the message of the result for what is wrong and how to fix it.',
  };
}

const isSecurityFinding = (finding: ReportFinding): boolean =>
  finding.cwe !== null ||
  finding.dimension !== null ||
  finding.reported_by.some((by) => SECURITY_REVIEWERS.has(by.agent));

function listTags(group: readonly ReportFinding[]): readonly string[] {
  const cwes = group.flatMap(({ cwe }) => /^CWE-(\d+)$/iu.exec(cwe ?? '')?.[1] ?? []);
  const dimensions = group.flatMap(({ dimension }) => (dimension === null ? [] : [DIMENSION_PROFILES[dimension].name]));
  const tags = [
    ...(group.some(isSecurityFinding) ? ['security'] : []),
    ...cwes.map((number) => `external/cwe/cwe-${number.padStart(3, '0')}`),
    ...group.map((finding) => toLine(finding.category)),
    ...dimensions,
  ];
  return [...new Set(tags)];
}

const describePrecision = (confidence: number): string => {
  if (confidence >= 0.9) return 'high';
  return confidence >= 0.6 ? 'medium' : 'low';
};
