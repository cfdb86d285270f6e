/**
 * The text of comments on a pull request: the summary and the remark of one finding, with marks that later runs know them by. The
 * same report gives the same text: no time, no number of a run. Text of the repository and of models is escaped.
 */
import { type RepairedLines, readRepair, writeRepairedLines } from '../../protocol/findings/repair.ts';
import { SUMMARY_MARK } from '../../protocol/report/pull-request.ts';
import type { ReportDocument, ReportFinding } from '../../protocol/report/report-document.ts';
import { escapeProse, toCode, toDetails, toTable } from '../markdown/markdown-text.ts';
import { plural } from '../numbers.ts';
import {
  describeFindings,
  describeReach,
  describeRuleLimits,
  formatPlace,
  nameVerdict,
  summarize,
} from '../overview.ts';
import { ruleIdOf } from '../sarif/sarif-rules.ts';

const FIXED_MARK = '<!-- consensus-review:fixed -->';
const POSTED = /<!-- consensus-review:posted(?<pairs>(?: [\w-]+=[\w-]+)*) -->/u;
const FINDING = /<!-- consensus-review:finding (?<fingerprint>[\w-]+) -->/u;

/** The finding that a remark is about; null where it has no mark. */
export const readFingerprint = (body: string): string | null => FINDING.exec(body)?.groups?.fingerprint ?? null;

/** Whether it was resolved by us, because the finding was gone. */
export const isMarkedFixed = (body: string): boolean => body.includes(FIXED_MARK);

/** Ids of remarks by finding, as the summary keeps them. */
export const readPostedIds = (body: string): ReadonlyMap<string, string> =>
  new Map(
    (POSTED.exec(body)?.groups?.pairs ?? '')
      .split(' ')
      .flatMap((pair) => (pair === '' ? [] : [pair.split('=') as [string, string]])),
  );

/** Whoever may write to the repository and answers a remark with this dismisses it. */
export const readDismissal = (body: string): string | null =>
  /^\s*\/dismiss[ \t]+(?<reason>\S[^\r\n]*)/u.exec(body)?.groups?.reason?.trim() ?? null;

export interface Dismissal {
  readonly by: string;
  readonly reason: string;
}

/** The repair of a finding as whole lines; null where it has none, or one that would end its block. */
export function suggest(finding: ReportFinding): RepairedLines | null {
  const repair = readRepair(finding);
  const lines = repair === null ? null : writeRepairedLines(repair);
  return lines === null || lines.text.includes('```') ? null : lines;
}

/** How a forge writes suggestions. */
export type Dialect = 'github' | 'gitlab';

export interface RemarkState {
  readonly suggestion: RepairedLines | null;
  readonly dismissal: Dismissal | null;
  readonly dialect: Dialect;
}

/** GitLab counts from the line of the comment, which is the last. */
const rangeOf = ({ line, endLine }: RepairedLines, dialect: Dialect): string =>
  dialect === 'gitlab' ? `:-${endLine - line}+0` : '';

export function writeRemark(finding: ReportFinding, { suggestion, dismissal, dialect }: RemarkState): string {
  const facts = [ruleIdOf(finding), finding.cwe, finding.status === 'confirmed' ? null : finding.status];
  return [
    ...(dismissal === null
      ? []
      : [`_Dismissed by ${escapeProse(dismissal.by)}: ${escapeProse(dismissal.reason)}_`, '']),
    `**${finding.severity}** ${escapeProse(finding.title)}`,
    '',
    escapeProse(finding.issue),
    ...(finding.recommendation === null ? [] : ['', `**Fix:** ${escapeProse(finding.recommendation)}`]),
    ...(suggestion === null || dismissal !== null
      ? []
      : ['', `\`\`\`suggestion${rangeOf(suggestion, dialect)}`, suggestion.text, '```']),
    '',
    `<sub>${facts
      .filter((fact) => fact !== null)
      .map(escapeProse)
      .join(' · ')} · reply \`/dismiss reason\` to dismiss</sub>`,
    `<!-- consensus-review:finding ${finding.fingerprint} -->`,
  ].join('\n');
}

/** A remark whose finding is gone. */
export const writeFixed = (body: string, commit: string): string =>
  isMarkedFixed(body) ? body : `_Not found any more in ${commit.slice(0, 12)}._ ${FIXED_MARK}\n\n${body}`;

export interface SummaryFacts {
  readonly commit: string;
  /** By fingerprint: the remark it has, or why it has none. */
  readonly places: ReadonlyMap<string, string>;
  readonly dismissals: ReadonlyMap<string, Dismissal>;
  readonly ids: ReadonlyMap<string, string>;
  readonly outcome: string;
}

const MAX_ROWS = 100;
const MAX_LINES = 20;

export function writeSummary(report: ReportDocument, facts: SummaryFacts): string {
  const overview = summarize(report);
  const { counted, unreviewed, total } = overview;
  const kind = report.run.playbook === 'audit' ? 'security audit' : 'review';
  const rows = counted
    .slice(0, MAX_ROWS)
    .map((finding) => [
      finding.severity,
      escapeProse(finding.title),
      toCode(formatPlace(finding)),
      describeRow(finding, facts),
    ]);
  const limits = describeRuleLimits(report);
  const ids = [...facts.ids].map(([fingerprint, id]) => ` ${fingerprint}=${id}`).join('');
  return [
    SUMMARY_MARK,
    `### consensus-review: ${nameVerdict(total)}${report.complete ? '' : ' · **incomplete**'} · ${describeFindings(overview)}`,
    '',
    `${kind === 'review' ? 'Review' : 'Security audit'} of ${toCode(facts.commit.slice(0, 12))}. ${escapeProse(describeReach(report))}. ${escapeProse(facts.outcome)}.`,
    ...(report.complete ? [] : ['', '> ⚠️ Not everything was reviewed: this is no statement about the rest.']),
    ...(limits === null ? [] : ['', escapeProse(limits)]),
    ...(rows.length === 0 ? [] : ['', ...toTable(['', 'Finding', 'Place', ''], 'llll', rows)]),
    ...(counted.length > MAX_ROWS ? ['', `${plural(counted.length - MAX_ROWS, 'more finding')} in the report.`] : []),
    ...foldLines('Why this verdict', report.verdict_trace),
    ...foldLines('Warnings', report.warnings),
    ...foldLines(
      `Not reviewed: ${plural(unreviewed.length, 'file')}`,
      unreviewed.map(({ path, reason }) => `${path}: ${reason}`),
    ),
    '',
    `<!-- consensus-review:posted${ids} -->`,
  ].join('\n');
}

function describeRow({ fingerprint }: ReportFinding, { places, dismissals }: SummaryFacts): string {
  const dismissal = dismissals.get(fingerprint);
  if (dismissal !== undefined) return `dismissed by ${escapeProse(dismissal.by)}: ${escapeProse(dismissal.reason)}`;
  return escapeProse(places.get(fingerprint) ?? '');
}

const foldLines = (name: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0
    ? []
    : [
        '',
        ...toDetails(name, [
          ...lines.slice(0, MAX_LINES).map((line) => `- ${escapeProse(line)}`),
          ...(lines.length > MAX_LINES ? [`- … ${lines.length - MAX_LINES} more in the report`] : []),
        ]),
      ];
