/** Who looked at what, on a terminal: the table of agents, files not reviewed, what was left out, how to go on. */

import { SEVERITIES } from '../../protocol/findings/severity.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import {
  type AgentOverview,
  describeReach,
  describeReduced,
  formatCoverage,
  formatPercent,
  formatVerdict,
  type Overview,
  shortenSuggestion,
  type UnreviewedFile,
} from '../overview.ts';
import { cutText, padEnd, padStart, toLine, toName } from '../plain-text.ts';
import { describeRunBudgets } from '../plan-text.ts';
import { describeUsage } from '../usage-text.ts';
import { nameRow } from '../voices.ts';
import { paintSeverity, paintVerdict } from './style.ts';
import {
  alignRows,
  formatCount,
  INDENT,
  type Page,
  plural,
  type Section,
  withTitle,
  writeLabelled,
  writeProse,
} from './terminal-page.ts';

const COUNT_COLUMN = 4;
const VERDICT_COLUMN = 6;
const COVERAGE_COLUMN = 8;
const LONGEST_NAME = 28;
const LISTED_FILES = 20;

type Row = Omit<AgentOverview, 'remarks'> & { readonly remarks: readonly string[] };

/** One row per agent over all waves, and a total in which every finding counts once (FACT-15, SYNTH-07). */
export function writeAgentTable(page: Page, overview: Overview): Section {
  if (overview.agents.length === 0) return [];
  const total: Row = { ...overview.total, agent: 'Total', remarks: [] };
  const rows = [...overview.agents, total];
  const nameWidth = Math.min(LONGEST_NAME, Math.max(...rows.map((row) => toLine(row.agent).length)));
  const heads = SEVERITIES.map((severity) => padStart(severity.slice(0, 1), COUNT_COLUMN)).join('');
  const head = `${padEnd('Reviewers', nameWidth + INDENT.length)}  ${padEnd('Verdict', VERDICT_COLUMN)}${heads}   Coverage`;
  return [page.style.bold(head), ...rows.flatMap((row) => writeAgentRow(page, row, nameWidth))];
}

function writeAgentRow(page: Page, row: Row, nameWidth: number): Section {
  const { style } = page;
  const name = padEnd(cutText(toLine(row.agent), nameWidth), nameWidth);
  const counts = SEVERITIES.map((severity) => {
    const cell = padStart(String(row.counts[severity]), COUNT_COLUMN);
    return row.counts[severity] === 0 ? style.dim(cell) : paintCount(page, severity, cell);
  }).join('');
  const percent = formatPercent(row);
  const coverage = padStart(percent, COVERAGE_COLUMN - 1);
  const mark = formatCoverage(row).slice(percent.length);
  const paintedCoverage = row.isPartial ? style.yellow(coverage + mark) : coverage;
  const verdict = paintVerdict(style, row.verdict, padEnd(formatVerdict(row), VERDICT_COLUMN));
  const line = `${INDENT}${row.agent === 'Total' ? style.bold(name) : name}  ${verdict} ${counts}${paintedCoverage}`;
  const columns =
    INDENT.length + nameWidth + 2 + VERDICT_COLUMN + 1 + SEVERITIES.length * COUNT_COLUMN + COVERAGE_COLUMN + 3;
  const remark = row.remarks.map(toLine).join(', ');
  if (remark === '') return [line];
  return columns + remark.length <= page.width
    ? [`${line}  ${style.dim(remark)}`]
    : [line, ...writeProse(page, remark, `${INDENT}${INDENT}`).map((text) => style.dim(text))];
}

/** The padding stays unpainted: an inverse cell would look like a block. */
function paintCount(page: Page, severity: (typeof SEVERITIES)[number], cell: string): string {
  const digits = cell.trimStart();
  return cell.slice(0, cell.length - digits.length) + paintSeverity(page.style, severity, digits);
}

/** Grouped by what kept them from being reviewed. */
export function writeUnreviewed(page: Page, { unreviewed }: Overview): Section {
  const shown = page.verbose ? unreviewed : unreviewed.slice(0, LISTED_FILES);
  const causes = [...new Set(shown.map(describeCause))];
  const rest = unreviewed.length - shown.length;
  return withTitle(page, `Not reviewed (${unreviewed.length})`, [
    ...causes.flatMap((cause) => [
      ...writeProse(page, cause, INDENT, INDENT).map((line) => page.style.yellow(line)),
      ...shown.filter((file) => describeCause(file) === cause).map((file) => `${INDENT}${INDENT}${toName(file.path)}`),
    ]),
    ...(rest > 0 ? [page.style.dim(`${INDENT}… ${plural(rest, 'more file')}; --verbose shows all`)] : []),
  ]);
}

const describeCause = ({ reason, missedBy }: UnreviewedFile): string =>
  missedBy.length === 0
    ? `${reason}: UNCOVERED, reviewed by nobody`
    : `${reason}: not reviewed by ${missedBy.join(', ')}`;

const SLASH_COMMAND = /^(Consider: )?\/consensus-review /u;

/** The suggestion as the report has it, and the same as a command for this shell (HOST-13). Never wrapped: it is pasted. */
export function writeSuggestions(page: Page, { suggestions }: ReportDocument): Section {
  return suggestions.flatMap((suggestion) => {
    const text = shortenSuggestion(toLine(suggestion));
    const command = SLASH_COMMAND.test(text) ? text.replace(SLASH_COMMAND, 'consensus-review review ') : null;
    return [`${page.style.bold('→')} ${text}`, ...(command === null ? [] : [`${INDENT}${page.style.bold(command)}`])];
  });
}

const BINDING = 'Scope     ';

/** What exactly was in scope, what was left out and with what it was examined. */
export function writeScope(page: Page, report: ReportDocument, overview: Overview): Section {
  const { scope, budget, run } = report;
  const languages = Object.entries(scope.languages).map(([name, files]) => `${files} ${toLine(name)}`);
  const write = (label: string, text: string | null): Section =>
    text === null ? [] : writeLabelled(page, label.padEnd(BINDING.length), text, INDENT);
  return withTitle(page, 'What was reviewed', [
    ...write(
      'Scope',
      `${plural(scope.files, 'file')}, ${plural(scope.loc, 'line')}, ${plural(scope.tokens, 'token')}${languages.length > 0 ? ` (${languages.join(', ')})` : ''}`,
    ),
    ...write('Reviewed', describeReach(report)),
    ...write('Brief', describeBrief(report, overview.reducedFiles)),
    ...write('Left out', describeIgnored(overview)),
    ...write('With', describeMeans(report)),
    ...overview.idleAnalyzers.flatMap((analyzer) =>
      write(
        'Not run',
        `${analyzer.name} (${analyzer.status}${analyzer.reason === null ? '' : `: ${analyzer.reason}`})`,
      ),
    ),
    ...overview.limits.flatMap((limit) => write('Limits', limit)),
    ...write('Budgets', describeRunBudgets(report, plural(budget.total_tokens, 'token'))),
    ...write('Run', page.verbose ? `${run.id}, ${run.started_at} to ${run.finished_at}` : null),
    ...write('Cost', report.usage.calls > 0 ? describeUsage(report.usage, formatCount) : null),
  ]);
}

const describeBrief = (report: ReportDocument, files: readonly string[]): string | null => {
  if (files.length === 0) return null;
  return report.audit === null
    ? `${plural(files.length, 'file')} for CRITICAL and HIGH only, because a budget ran low`
    : describeReduced(report, files.length);
};

const describeIgnored = ({ ignored }: Overview): string | null =>
  ignored.length === 0 ? null : ignored.map(([reason, count]) => `${formatCount(count)} ${reason}`).join(', ');

function describeMeans({ run, analyzers }: ReportDocument): string {
  const who = run.model === 'embedded' ? 'embedded reviewers (rules and analyzers, no model)' : run.model;
  const ran = analyzers.filter((analyzer) => analyzer.status === 'completed').map((analyzer) => analyzer.name);
  return ran.length === 0 ? who : `${who}: ${ran.join(', ')}`;
}

export const writeIgnoredPaths = (page: Page, { scope }: ReportDocument): Section =>
  page.verbose && scope.ignored.length > 0
    ? withTitle(
        page,
        `Left out (${scope.ignored.length})`,
        alignRows(scope.ignored.map(({ path, reason }) => [reason, toName(path)])).map((line) => `${INDENT}${line}`),
      )
    : [];

/** Every row of the report: agents by wave, with what they used. */
export const writeWaves = (page: Page, { agents }: ReportDocument, { asked }: Overview): Section =>
  page.verbose
    ? withTitle(
        page,
        'Waves',
        agents.flatMap((row) => {
          const used = `${formatCount(row.used_tokens)} of ${formatCount(row.budget_tokens)} tokens`;
          const end = row.cutoff_reason === null ? row.status : `${row.status} (${row.cutoff_reason})`;
          const text = `${row.wave}  ${nameRow(row, asked)}: ${used}, ${row.budget_used_percent}%, ${row.mode}, ${end}`;
          return writeProse(page, text, INDENT, INDENT);
        }),
      )
    : [];
