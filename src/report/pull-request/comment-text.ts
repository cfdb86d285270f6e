/**
 * Writes the comments on a pull request, the summary and the remark of one finding, with hidden marks by which later runs recognise
 * them, and reads those marks and `/dismiss` replies back. The same report gives the same text; foreign text is escaped. Called by
 * plan-posts.ts and cli/post-report.ts.
 */
import { type RepairedLines, readRepair, writeRepairedLines } from '../../protocol/findings/repair.ts';
import { SUMMARY_MARK } from '../../protocol/report/pull-request.ts';
import type { ReportDocument, ReportFinding } from '../../protocol/report/report-document.ts';
import { escapeProse, escapeStart, toCode, toDetails, toTable } from '../markdown/markdown-text.ts';
import { plural } from '../numbers.ts';
import {
  describeConvention,
  describeFindings,
  describeReach,
  describeRuleLimits,
  formatPlace,
  nameVerdict,
  summarize,
} from '../overview.ts';
import { countRequirements, explainPoint, placeOfPoint, REQUIREMENT_LABELS } from '../pages/requirements.ts';
import { ruleIdOf } from '../sarif/sarif-rules.ts';

const FIXED_MARK = '<!-- consensus-review:fixed -->';
const FIXED = /^_Not found any more in \w+\._ <!-- consensus-review:fixed -->/u;
const POSTED = /<!-- consensus-review:posted(?<pairs>(?: [\w-]+=[\w-]+)*) -->/gu;
const FINDING = /<!-- consensus-review:finding (?<fingerprint>[\w-]+) -->/gu;

/** Ours is the last: code of the repository, which may hold one as well, stands above it. */
const findMark = (body: string, mark: RegExp): Readonly<Record<string, string>> =>
  [...body.matchAll(mark)].at(-1)?.groups ?? {};

/** The finding that a remark is about; null where it has no mark. */
export const readFingerprint = (body: string): string | null => findMark(body, FINDING).fingerprint ?? null;

/** Whether it was resolved by us, because the finding was gone. */
export const isMarkedFixed = (body: string): boolean => FIXED.test(body);

/** Ids of remarks by finding, as the summary keeps them. */
export const readPostedIds = (body: string): ReadonlyMap<string, string> =>
  new Map(
    (findMark(body, POSTED).pairs ?? '')
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
  if (lines === null || lines.text.includes('```') || lines.text.length > MAX_TEXT) return null;
  // Servers keep comments with their own line ends, and write those of the file when it is applied.
  return { ...lines, text: lines.text.replaceAll('\r', '') };
}

/** GitHub takes 65,536 characters, and nothing of a comment that has more. */
const MAX_SUMMARY = 65_000;
const MAX_TEXT = 8000;
const MAX_CELL = 300;

const cut = (text: string, most = MAX_CELL): string => (text.length > most ? `${text.slice(0, most)} …` : text);

/** A line of its own. Forges and their bots take one that begins with a slash for a command (`/approve`, `/merge`). */
const toParagraph = (text: string): string =>
  escapeStart(escapeProse(cut(text.trim(), MAX_TEXT))).replace(/^\//u, '\\/');

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
      : [`_Dismissed by ${escapeProse(dismissal.by)}: ${escapeProse(cut(dismissal.reason))}_`, '']),
    `**${finding.severity}** ${escapeProse(cut(finding.title))}`,
    '',
    toParagraph(finding.issue),
    ...(finding.recommendation === null ? [] : ['', `**Fix:** ${escapeProse(cut(finding.recommendation, MAX_TEXT))}`]),
    ...(describeConvention(finding) === null
      ? []
      : ['', `**Convention:** ${escapeProse(cut(describeConvention(finding) ?? '', MAX_TEXT))}`]),
    ...(suggestion === null || dismissal !== null
      ? []
      : ['', `\`\`\`suggestion${rangeOf(suggestion, dialect)}`, suggestion.text, '```']),
    '',
    `<sub>${facts
      .filter((fact) => fact !== null)
      .map((fact) => escapeProse(cut(fact)))
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
/** With fingerprints of 64 characters they are a third of the summary. */
const MAX_IDS = 300;

/** With as many findings as the server takes; the rest is counted. */
export function writeSummary(report: ReportDocument, facts: SummaryFacts): string {
  let rows = MAX_ROWS;
  let text = writeRows(report, facts, rows);
  while (text.length > MAX_SUMMARY && rows > 0) {
    rows = Math.floor(rows / 2);
    text = writeRows(report, facts, rows);
  }
  return text;
}

/** Whether a summary is about this commit. */
export const isSummaryOf = (body: string, commit: string): boolean =>
  body.split('\n')[3]?.includes(` of ${toCode(commit.slice(0, 12))}. `) === true;

function writeRows(report: ReportDocument, facts: SummaryFacts, most: number): string {
  const overview = summarize(report);
  const { counted, unreviewed, total } = overview;
  const kind = report.run.playbook === 'audit' ? 'security audit' : 'review';
  const rows = counted
    .slice(0, most)
    .map((finding) => [
      finding.severity,
      escapeProse(cut(finding.title)),
      toCode(cut(formatPlace(finding))),
      describeRow(finding, facts),
    ]);
  const limits = describeRuleLimits(report);
  const ids = chooseIds(facts.ids);
  const lines = Math.min(most, MAX_LINES);
  return [
    SUMMARY_MARK,
    `### consensus-review: ${nameVerdict(total)}${report.complete ? '' : ' · **incomplete**'} · ${describeFindings(overview)}`,
    '',
    `${kind === 'review' ? 'Review' : 'Security audit'} of ${toCode(facts.commit.slice(0, 12))}. ${escapeProse(describeReach(report))}. ${escapeProse(facts.outcome)}.`,
    ...(report.complete ? [] : ['', '> ⚠️ Not everything was reviewed: this is no statement about the rest.']),
    ...(limits === null ? [] : ['', toParagraph(limits)]),
    ...(rows.length === 0 ? [] : ['', ...toTable(['', 'Finding', 'Place', ''], 'llll', rows)]),
    ...(counted.length > most ? ['', `${plural(counted.length - most, 'more finding')} in the report.`] : []),
    ...writeAskedFor(report, lines),
    ...foldLines('Why this verdict', report.verdict_trace, lines),
    ...foldLines('Warnings', report.warnings, lines),
    ...foldLines(
      `Not reviewed: ${plural(unreviewed.length, 'file')}`,
      unreviewed.map(({ path, reason }) => `${path}: ${reason}`),
      lines,
    ),
    ...(ids.length < facts.ids.size
      ? ['', `${plural(facts.ids.size - ids.length, 'comment')} not kept here by id: if deleted, made again.`]
      : []),
    '',
    `<!-- consensus-review:posted${ids.map(([fingerprint, id]) => ` ${fingerprint}=${id}`).join('')} -->`,
  ].join('\n');
}

/** What of a linked issue is met, open where something is not. */
function writeAskedFor({ requirements }: ReportDocument, most: number): readonly string[] {
  if (requirements === undefined || requirements.points.length === 0) return [];
  return foldLines(
    `Asked for in ${requirements.source}: ${countRequirements(requirements)}`,
    requirements.points.map((point) =>
      [`${REQUIREMENT_LABELS[point.status]}: ${point.text}`, ...[placeOfPoint(point) ?? []].flat(), explainPoint(point)]
        .filter((part) => part !== '')
        .join(' · '),
    ),
    most,
  );
}

function describeRow({ fingerprint }: ReportFinding, { places, dismissals }: SummaryFacts): string {
  const dismissal = dismissals.get(fingerprint);
  if (dismissal !== undefined)
    return `dismissed by ${escapeProse(dismissal.by)}: ${escapeProse(cut(dismissal.reason))}`;
  return escapeProse(places.get(fingerprint) ?? '');
}

/** First what no comment tells (deleted, refused), then findings of the report, then those that are gone. */
function chooseIds(ids: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  const isOfComment = ([, id]: readonly [string, string]): boolean => /^\d+$/u.test(id);
  const pairs = [...ids];
  return [...pairs.filter((pair) => !isOfComment(pair)), ...pairs.filter(isOfComment)].slice(0, MAX_IDS);
}

const foldLines = (name: string, lines: readonly string[], most: number): readonly string[] =>
  lines.length === 0
    ? []
    : [
        '',
        ...toDetails(name, [
          ...lines.slice(0, most).map((line) => `- ${escapeProse(cut(line))}`),
          ...(lines.length > most ? [`- … ${lines.length - most} more in the report`] : []),
        ]),
      ];
