/**
 * Derives from a report what formats for people show (`summarize`): each agent over all its waves (HOST-07), which findings count,
 * problems, what was not reviewed and why; and describes counts, verdict, coverage and places in words. Texts are not escaped. Called
 * by the pages, the HTML report, the summary and machine formats.
 */
import { coveragePercent } from '../protocol/coverage/coverage.ts';
import { quotePath } from '../protocol/coverage/follow-up.ts';
import {
  compareSeverity,
  countSeverities,
  SEVERITIES,
  type SeverityCounts,
  type Verdict,
} from '../protocol/findings/severity.ts';
import type { CutoffReason } from '../protocol/output/agent-claims.ts';
import { groupProblems, type Problem } from '../protocol/report/problems.ts';
import type {
  IgnoredFile,
  ReportAgent,
  ReportAnalyzer,
  ReportDocument,
  ReportFileCoverage,
  ReportFinding,
} from '../protocol/report/report-document.ts';
import { hadNothing, isCounted } from '../protocol/report/verdict.ts';
import { EMBEDDED, isHostModel } from '../protocol/reviewers/reviewer-models.ts';
import { formatCount, plural } from './numbers.ts';
import { cutText, toLine } from './plain-text.ts';
import { type AskedModels, listAsked } from './reporters.ts';

/** Heading of findings outside a change that could not be verified. */
export const UNPLACED = 'Outside this change and unverified, not counted';

/** Why an audit leaves a file aside that it has nothing to ask of. */
export const NO_DIMENSION = 'no-dimension';

interface CoverageShare {
  readonly reviewed: number;
  readonly skipped: number;
  /** REV-10. */
  readonly percent: number;
}

/** One agent over all its waves. */
export interface AgentOverview {
  readonly agent: string;
  readonly verdict: Verdict;
  readonly counts: SeverityCounts;
  readonly coverage: CoverageShare;
  /** Files left over, or an end before its time. */
  readonly isPartial: boolean;
  /** It reviewed nothing and found nothing, so its verdict says nothing either. */
  readonly isUnseen: boolean;
  /** What the numbers do not say: why it ended, what it left out. */
  readonly remarks: readonly string[];
}

export interface UnreviewedFile {
  readonly path: string;
  readonly reason: string;
  /** Agents that should have reviewed it; empty where nobody read it at all. */
  readonly missedBy: readonly string[];
}

export interface Overview {
  readonly agents: readonly AgentOverview[];
  readonly total: Pick<AgentOverview, 'verdict' | 'counts' | 'coverage' | 'isPartial' | 'isUnseen'> & {
    /** Of an audit: something was searched, if not more. */
    readonly isSearched: boolean;
    /** There was nothing to review. */
    readonly isEmpty: boolean;
  };
  /** Which models reviewed for whom. */
  readonly asked: AskedModels;
  /** Findings that decide, most severe first. */
  readonly counted: readonly ReportFinding[];
  /** The same by problem, the most urgent first. */
  readonly problems: readonly Problem[];
  /** On lines that the change did not touch. */
  readonly earlier: readonly ReportFinding[];
  /** The same, of findings whose quote is not in the file: how old they are nobody can say. */
  readonly unplaced: readonly ReportFinding[];
  /** Rejected or suppressed. */
  readonly setAside: readonly ReportFinding[];
  readonly unreviewed: readonly UnreviewedFile[];
  readonly reducedFiles: readonly string[];
  /** Analyzers that did not finish what they should have done. */
  readonly idleAnalyzers: readonly ReportAnalyzer[];
  /** What analyzers that did finish say they cannot see. */
  readonly limits: readonly string[];
}

export function summarize(report: ReportDocument): Overview {
  const findings = report.findings.toSorted((a, b) => compareSeverity(a.severity, b.severity));
  const counted = findings.filter(isCounted);
  const isSetAside = (finding: ReportFinding): boolean =>
    finding.status === 'rejected' || finding.status === 'suppressed';
  const outside = findings.filter((finding) => !(isCounted(finding) || isSetAside(finding)));
  const agents = summarizeAgents(report, counted);
  return {
    agents,
    total: summarizeTotal(report, counted, agents),
    asked: listAsked(report),
    counted,
    problems: groupProblems(counted),
    earlier: outside.filter(({ status }) => status !== 'unverified'),
    unplaced: outside.filter(({ status }) => status === 'unverified'),
    setAside: findings.filter(isSetAside),
    unreviewed: listUnreviewed(report),
    reducedFiles: report.coverage.files.filter((file) => file.depth === 'reduced').map((file) => file.path),
    idleAnalyzers: report.analyzers.filter((analyzer) => analyzer.status !== 'completed'),
    limits: report.analyzers.flatMap(({ name, status, reason }) =>
      status === 'completed' && reason !== null ? [`${name}: ${reason}`] : [],
    ),
  };
}

/** `1 critical, 2 high`, or null without findings. */
export function describeCounts(counts: SeverityCounts): string | null {
  const parts = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) => `${counts[severity]} ${severity.toLowerCase()}`,
  );
  return parts.length === 0 ? null : parts.join(', ');
}

/** `1 critical, 2 high in 2 problems, 1 suppressed`: the problems where they are fewer. */
export function describeFindings({ total, counted, problems, setAside }: Overview): string {
  const counts = describeCounts(total.counts);
  const grouped = problems.length < counted.length ? ` in ${plural(problems.length, 'problem')}` : '';
  const suppressed = setAside.filter(({ status }) => status === 'suppressed').length;
  return `${counts === null ? describeNothing(total) : counts + grouped}${suppressed === 0 ? '' : `, ${suppressed} suppressed`}`;
}

/** What stands in the place of counts: nothing found is not the same where nothing was looked at. */
export function describeNothing({ isPartial, isUnseen, isSearched, isEmpty }: Overview['total']): string {
  if (isEmpty) return 'nothing to review';
  if (isUnseen) return isSearched ? 'no flow was followed to its end' : 'nothing was reviewed';
  return isPartial ? 'no findings in what was reviewed' : 'no findings';
}

const NO_VERDICT = 'NO VERDICT';

/** The verdict as people read it: none where nothing was looked at. The one place that says it. */
export const nameVerdict = ({ verdict, isUnseen }: Pick<AgentOverview, 'verdict' | 'isUnseen'>): string =>
  isUnseen ? NO_VERDICT : verdict;

/** Why the verdict is what it is, one line for a problem; where there is none, nothing speaks for OK. */
export function listReasons(report: ReportDocument, { total, problems }: Overview): readonly string[] {
  const said = report.verdict_trace.filter((line) => !total.isUnseen || !line.startsWith('OK:'));
  const problemOf = new Map(problems.flatMap((problem) => problem.findings.map(({ id }) => [id, problem] as const)));
  const keyOf = (line: string): unknown => problemOf.get(/^VETO: ([CHML]-\d+) by /u.exec(line)?.[1] ?? '') ?? line;
  return [...Map.groupBy(said, keyOf).values()].map(([first = '', ...others]) =>
    others.length === 0 ? first : `${first}, and ${plural(others.length, 'other place')}`,
  );
}

export const formatVerdict = ({ verdict, isUnseen }: Pick<AgentOverview, 'verdict' | 'isUnseen'>): string =>
  isUnseen ? '–' : verdict;

/** `67%`, or `?` where something is missing and nobody knows how much. */
export const formatPercent = ({ coverage, isPartial }: Pick<AgentOverview, 'coverage' | 'isPartial'>): string =>
  isPartial && coverage.skipped === 0 ? '?' : `${coverage.percent}%`;

/** `67% ⚠️`, or `100%`. */
export const formatCoverage = (row: Pick<AgentOverview, 'coverage' | 'isPartial'>): string =>
  `${formatPercent(row)}${row.isPartial ? ' ⚠️' : ''}`;

/** `src/a.ts:4-7`. */
export const formatPlace = ({ file, line, end_line }: ReportFinding): string =>
  end_line > line ? `${file}:${line}-${end_line}` : `${file}:${line}`;

const LONGEST_EXPRESSION = 60;

/** `AGENTS.md:12: "Never build SQL from strings."`, as the host found it there; null where none is cited. */
export function describeConvention({ extra }: Pick<ReportFinding, 'extra'>): string | null {
  const { file, line, text } = (extra.convention ?? {}) as Readonly<Record<string, unknown>>;
  return typeof file === 'string' && typeof text === 'string' ? `${file}:${line}: "${text}"` : null;
}

/** The way of the data from its source to its sink, and the steps between where there are any. */
export function describeFlow({ source, sink, flow }: ReportFinding): string | null {
  if (source === null || sink === null) return flow ?? source ?? sink;
  const ends = [source, sink].map((end) => shortenEnd(toLine(end))).join(' → ');
  return flow === null || flow.split('→').length < 3 ? ends : `${ends} (${flow})`;
}

/** Cuts the expression, never the line behind it. */
function shortenEnd(end: string): string {
  const line = /(?<!\s)\s*:\d+$/u.exec(end)?.[0] ?? '';
  return cutText(end.slice(0, end.length - line.length), LONGEST_EXPRESSION) + line;
}

/** Whether rules alone have looked at all that was looked at (REV-29). */
export const isByRules = ({ coverage: { checked_by_rules = 0, files } }: ReportDocument): boolean =>
  checked_by_rules > 0 && checked_by_rules === files.filter(({ status }) => status !== 'skipped').length;

/** What rules cannot see in the files that only they have looked at; null where there are none. */
export function describeRuleLimits(report: ReportDocument): string | null {
  const { checked_by_rules: checked = 0, not_assessed: open = [] } = report.coverage;
  // What only a model could assess of a dimension or a phase stands there.
  const unseen = open.filter((limit) => !/^(?:D\d+|Phase \d) /u.test(limit));
  if (checked === 0 || unseen.length === 0) return null;
  const which = isByRules(report) ? 'Checked by rules only' : `${plural(checked, 'file')} checked by rules only`;
  return `${which}. Rules cannot see ${joinWithOr(unseen)}.`;
}

const joinWithOr = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(', or ');

/** How much of the scope was fully reviewed, in one sentence. */
export function describeReach(report: ReportDocument): string {
  const { files } = report.coverage;
  if (files.length === 0) return `${report.scope.files} files in scope`;
  const done = files.filter((file) => file.status === 'reviewed').length;
  if (report.audit !== null) {
    const aside = files.filter(({ reason }) => reason === NO_DIMENSION).length;
    return `${done} of ${files.length} files were examined in every dimension that applies to them${aside > 0 ? `; no dimension applies to ${aside}` : ''}`;
  }
  const how = isByRules(report) ? 'checked by the rules of' : 'reviewed by';
  if (files.length === 1 && done === 1) return `the file was ${how} every reviewer it was assigned to`;
  return `${done === files.length ? 'all' : `${formatCount(done)} of`} ${plural(files.length, 'file')} were ${how} every reviewer they were assigned to`;
}

/** Files that were not looked at in full depth, and what that means in this playbook. */
export const describeReduced = ({ audit }: ReportDocument, files: number): string =>
  audit === null
    ? `${plural(files, 'file')} for CRITICAL and HIGH only, because a budget ran low`
    : `${plural(files, 'file')} searched in a dimension, but not followed to the end`;

/** How the cell of a file and an agent is written in the matrix (FACT-15). */
export function formatCell(file: ReportFileCoverage, agent: string): 'Y' | 'SKIP' | '-' {
  const cell = file.by[agent];
  if (cell === 'reviewed') return 'Y';
  return cell === 'skipped' ? 'SKIP' : '-';
}

/** Nobody reviewed it. */
export const isUncovered = (file: ReportFileCoverage): boolean => !Object.values(file.by).includes('reviewed');

const share = (reviewed: number, skipped: number): CoverageShare => ({
  reviewed,
  skipped,
  percent: coveragePercent(reviewed, skipped),
});

function summarizeAgents(report: ReportDocument, counted: readonly ReportFinding[]): readonly AgentOverview[] {
  const names = [...new Set(report.agents.map((row) => row.agent))];
  return names.map((agent) => {
    const rows = report.agents.filter((row) => row.agent === agent);
    const coverage = coverageOf(agent, rows, report.coverage.files);
    const isPartial = coverage.skipped > 0 || listLast(rows).some((last) => !endedWell(last));
    const counts = countSeverities(counted.filter((finding) => finding.reported_by.some((by) => by.agent === agent)));
    const verdict = worstVerdict(rows.map((row) => row.verdict));
    return {
      agent,
      verdict,
      isUnseen: isPartial && coverage.reviewed === 0 && verdict === 'OK' && describeCounts(counts) === null,
      counts,
      coverage,
      isPartial,
      remarks: describeAgent(rows, coverage, wasCut(report, agent)),
    };
  });
}

/** The last row of each model. */
const listLast = (rows: readonly ReportAgent[]): readonly ReportAgent[] => [
  ...new Map(rows.map((row) => [row.model, row])).values(),
];

const endedWell = ({ status, cutoff_reason }: ReportAgent): boolean => status === 'completed' && cutoff_reason === null;

/** From the files of the coverage, which know the end of the run; from the rows where a report has no files. */
function coverageOf(agent: string, rows: readonly ReportAgent[], files: readonly ReportFileCoverage[]): CoverageShare {
  const cells = files.map((file) => formatCell(file, agent)).filter((cell) => cell !== '-');
  if (cells.length === 0) {
    const reviewed = rows.reduce((sum, row) => sum + row.files_reviewed, 0);
    return share(reviewed, rows.at(-1)?.files_skipped ?? 0);
  }
  const reviewed = cells.filter((cell) => cell === 'Y').length;
  return share(reviewed, cells.length - reviewed);
}

const CUTOFF_LABELS: Readonly<Record<CutoffReason, string>> = {
  budget: 'stopped by its budget',
  truncated: 'its output was cut off',
  timeout: 'ran out of time',
  error: 'could not review the rest',
  aborted: 'aborted',
};

/** Whether an output of it broke off; else what it answered was no result at all. */
const wasCut = ({ truncation }: ReportDocument, agent: string): boolean =>
  truncation.agents.some((cut) => cut.agent === agent);

function describeAgent(rows: readonly ReportAgent[], coverage: CoverageShare, isCut: boolean): readonly string[] {
  const lasts = listLast(rows);
  const medium = rows.reduce((sum, row) => sum + row.skipped.medium_count, 0);
  const low = rows.reduce((sum, row) => sum + row.skipped.low_count, 0);
  const rounds = new Set(rows.map((row) => row.round)).size;
  const waves = new Set(rows.filter((row) => row.round === 1).map((row) => row.wave)).size;
  return [
    ...(coverage.skipped > 0 ? [`${coverage.reviewed}/${coverage.reviewed + coverage.skipped} files`] : []),
    ...(lasts.length > 1 ? [`${lasts.length} models`] : []),
    ...lasts.filter((last) => !endedWell(last)).flatMap((last) => describeEnd(last, lasts.length > 1, isCut)),
    ...(medium + low > 0 ? [`${medium} medium and ${low} low not reported`] : []),
    ...(waves > 1 ? [`${waves} waves`] : []),
    ...(rounds > 1 ? [`${rounds} rounds`] : []),
  ];
}

const MISFIT = 'its answer did not match the required format';

function describeEnd(
  { model, status, cutoff_reason }: ReportAgent,
  hasPanel: boolean,
  isCut: boolean,
): readonly string[] {
  const isMisfit = cutoff_reason === 'truncated' && !isCut;
  const labels = [
    ...(status === 'completed' || isMisfit ? [] : [status]),
    ...(isMisfit ? [MISFIT] : cutoff_reason === null ? [] : [CUTOFF_LABELS[cutoff_reason]]),
  ];
  return hasPanel ? [`${model ?? 'embedded'}: ${labels.join(', ')}`] : labels;
}

function summarizeTotal(
  report: ReportDocument,
  counted: readonly ReportFinding[],
  agents: readonly AgentOverview[],
): Overview['total'] {
  const { files } = report.coverage;
  const reviewed = files.filter((file) => file.status === 'reviewed').length;
  const coverage = share(reviewed, files.length - reviewed);
  return {
    verdict: report.verdict,
    counts: countSeverities(counted),
    coverage,
    isPartial: !report.complete,
    isUnseen: !report.complete && report.verdict !== 'VETO' && hasSeenNothing(report, agents, counted),
    isEmpty: hadNothing(report),
    isSearched: report.audit !== null && report.coverage.cells.some(({ status }) => status === '⚠️'),
  };
}

/** Of an audit: no finding, and nothing that was followed to its end. */
const hasSeenNothing = (
  { audit, coverage }: ReportDocument,
  agents: readonly AgentOverview[],
  counted: readonly ReportFinding[],
): boolean =>
  audit === null
    ? agents.every((agent) => agent.isUnseen)
    : counted.length === 0 && !coverage.cells.some(({ status }) => status === '✅');

/** In scope, but out of reach: such a file makes the run incomplete. */
const isOwed = ({ reason }: IgnoredFile): boolean => reason === 'too-large' || reason === 'unreadable';

const VERDICT_ORDER: readonly Verdict[] = ['VETO', 'WARN', 'OK'];
const worstVerdict = (verdicts: readonly Verdict[]): Verdict =>
  VERDICT_ORDER.find((verdict) => verdicts.includes(verdict)) ?? 'OK';

function listUnreviewed({ coverage, scope }: ReportDocument): readonly UnreviewedFile[] {
  const files = coverage.files
    .filter((file) => file.status !== 'reviewed')
    .map((file) => ({
      path: file.path,
      reason: file.reason ?? file.status,
      missedBy: isUncovered(file) ? [] : Object.keys(file.by).filter((agent) => file.by[agent] === 'skipped'),
    }));
  const listed = new Set(files.map(({ path }) => path));
  const owed = scope.ignored
    .filter((file) => isOwed(file) && !listed.has(file.path))
    .map(({ path, reason }) => ({ path, reason, missedBy: [] }));
  return [...files, ...owed];
}

const LONGEST_COMMAND = 600;

/**
 * A follow-up command as people read it: one that names hundreds of files is shortened, and says where the whole is. The cells of
 * an audit are few enough by themselves, and the command must work as it is printed.
 */
export function shortenSuggestion(text: string, { id }: Pick<ReportDocument['run'], 'id'>): string {
  if (text.length <= LONGEST_COMMAND || text.includes(' --cells ')) return text;
  const cut = text.slice(0, LONGEST_COMMAND).replace(/[\s,][^\s,]*$/u, '');
  const more = text
    .slice(cut.length)
    .split(/[\s,]+/u)
    .filter((part) => part !== '').length;
  return `${cut} … and ${more} more (the same as: consensus-review review --rest ${id})`;
}

const SLASH_COMMAND = /^(?:Consider: )?\/consensus-review /u;

/** A follow-up line as a shell takes it, with the model of the run: another one would review something else. */
export const toShellCommand = (text: string, { model }: Pick<ReportDocument['run'], 'model'>): string =>
  text.replace(
    SLASH_COMMAND,
    () => `consensus-review review ${isAskable(model) ? `--model ${quotePath(model)} ` : ''}`,
  );

/** One model that a shell can ask too. */
const isAskable = (model: string): boolean => !(model === EMBEDDED || isHostModel(model) || /[,\s]/u.test(model));
