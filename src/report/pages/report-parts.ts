/**
 * Builds the sections that pages of reviews and audits share: verdict, warnings, agents, dimensions, cut output, what was not
 * reviewed, scope, closing and next commands. Called by review-page.ts and audit-page.ts; parts also by plan-page.ts and
 * report/summary.ts.
 */
import { DIMENSION_PROFILES, DIMENSIONS } from '../../protocol/findings/dimension.ts';
import { SEVERITIES } from '../../protocol/findings/severity.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import {
  code,
  facts,
  joinTexts,
  list,
  listItems,
  type Page,
  paragraph,
  place,
  quiet,
  section,
  spansOf,
  strong,
  type Text,
  table,
  toned,
  VERDICT_TONES,
} from '../blocks.ts';
import { formatCount, plural } from '../numbers.ts';
import {
  type AgentOverview,
  describeFindings,
  describeReach,
  describeReduced,
  describeRuleLimits,
  formatCell,
  formatCoverage,
  formatVerdict,
  isByRules,
  isUncovered,
  listReasons,
  nameVerdict,
  type Overview,
  shortenSuggestion,
  toShellCommand,
  type UnreviewedFile,
} from '../overview.ts';
import { nameRow } from '../reporters.ts';
import { countReasons, describeReader, describeRunBudgets, describeScope } from '../scope-text.ts';
import { describeUsage } from '../usage-text.ts';
import { listFixFirst } from './findings.ts';

const TRACE_LINES = 2;
const LISTED_FILES = 20;
const MATRIX_ROWS = 200;

const nameVerdictLine = (report: ReportDocument, overview: Overview): Page =>
  paragraph([
    strong(nameVerdict(overview.total), VERDICT_TONES[report.verdict]),
    ' · ',
    report.complete ? 'complete' : strong('incomplete', 'warn'),
    ...(isByRules(report) ? [', checked by rules'] : []),
    ` · ${describeFindings(overview)}`,
  ]);

export const writeVerdict = (report: ReportDocument, overview: Overview): Page => [
  ...nameVerdictLine(report, overview),
  ...list(listReasons(report, overview).map(quiet), { brief: { most: TRACE_LINES, noun: 'reasons' } }),
  ...[describeRuleLimits(report) ?? []].flat().flatMap((limits) => paragraph(quiet(limits))),
];

/** The beginning once more, for who sees the end first: verdict, counts, what to fix, the next command. */
export const writeClosing = (report: ReportDocument, overview: Overview): Page =>
  section(
    'Result',
    [...nameVerdictLine(report, overview), ...listFixFirst(overview), ...writeNextCommand(report, overview)],
    'closing',
  );

/** Where nothing has to be reviewed again, what is left to do is to read and to fix. */
function writeNextCommand({ run, suggestions }: ReportDocument, { problems }: Overview): Page {
  if (suggestions.length > 0 || problems.length === 0) return [];
  return [{ kind: 'command', lines: [`consensus-review report ${run.id} --verbose`] }];
}

export const writeWarnings = ({ warnings }: ReportDocument, notes: readonly string[]): Page =>
  warnings.length + notes.length === 0
    ? []
    : [
        {
          kind: 'callout',
          blocks: [...warnings.flatMap(paragraph), ...list(notes, { brief: { most: TRACE_LINES, noun: 'notes' } })],
        },
      ];

/** One row per agent over all waves, and a total in which every finding counts once (SYNTH-07). */
export function tabulateAgents({ agents, total }: Overview): Page {
  const write = (name: Text, row: Omit<AgentOverview, 'agent' | 'remarks'>, remarks: readonly string[]) => [
    name,
    row.isUnseen ? formatVerdict(row) : toned(VERDICT_TONES[row.verdict], formatVerdict(row)),
    ...SEVERITIES.map((severity) =>
      toned(row.counts[severity] === 0 ? 'quiet' : severity, String(row.counts[severity])),
    ),
    row.isPartial ? toned('warn', formatCoverage(row)) : formatCoverage(row),
    remarks.join(', '),
  ];
  return table(
    [
      { title: 'Reviewer', cut: 'end' },
      'Verdict',
      ...SEVERITIES.map((severity) => ({ title: severity.charAt(0), align: 'right' as const })),
      'Coverage',
      { title: '', isBelow: true },
    ],
    agents.length === 0
      ? []
      : [...agents.map((row) => write(code(row.agent), row, row.remarks)), write(strong('Total'), total, [])],
  );
}

export function writeDimensions({ coverage }: ReportDocument): Page {
  const rows = DIMENSIONS.flatMap((dimension) => {
    const symbol = coverage.dimensions[dimension];
    if (symbol === undefined) return [];
    const verdict = symbol === '✅' || symbol === 'N/A' ? '' : toned('warn', 'not met');
    return [[dimension, DIMENSION_PROFILES[dimension].name, symbol, verdict]];
  });
  const state = `${Math.floor(coverage.ratio * 100)}% covered, ${coverage.met ? 'met' : 'not met'}`;
  return section(`Dimensions: ${state}`, table(['', 'Dimension', 'Coverage', ''], rows));
}

export function writeTruncation({ truncation }: ReportDocument): Page {
  const { agents, coverage_gaps, unrecovered_findings, needs_reaudit } = truncation;
  if (agents.length === 0 && needs_reaudit.length === 0 && unrecovered_findings === 0) return [];
  return section(
    'Cut off',
    list([
      ...agents.map(({ agent, severity, recovery }) => [code(agent), `: ${severity} truncation, ${recovery}`]),
      ...(coverage_gaps.length > 0
        ? [['Coverage gaps that truncation may have caused: ', ...spansOf(joinTexts(coverage_gaps.map(code), ', '))]]
        : []),
      `${plural(unrecovered_findings, 'finding')} could not be recovered`,
      ...needs_reaudit.map(({ agent, id, file }) => [
        `${id} of `,
        code(agent),
        ...(file === null ? [] : [' in ', place(file)]),
        ' needs another review',
      ]),
    ]),
  );
}

/** Grouped by what kept them from being reviewed. */
export function writeUnreviewed({ unreviewed }: Overview): Page {
  const groups = [...Map.groupBy(unreviewed, ({ reason, missedBy }) => JSON.stringify([reason, missedBy])).values()];
  return section(
    `Not reviewed (${unreviewed.length})`,
    listItems(
      groups.flatMap((files) => {
        const [first] = files;
        const items = files.map(({ path }) => ({ text: place(path) }));
        const brief = { most: LISTED_FILES, noun: 'files' };
        return first === undefined
          ? []
          : [{ text: describeCause(first), list: { kind: 'list', items, brief } as const }];
      }),
    ),
  );
}

const describeCause = ({ reason, missedBy }: UnreviewedFile): Text =>
  missedBy.length === 0
    ? [toned('warn', `${reason}: `), strong('UNCOVERED', 'warn'), toned('warn', ', reviewed by no one')]
    : toned('warn', `${reason}: not reviewed by ${missedBy.join(', ')}`);

/** Files against agents; what is missing comes first, so that a cut never hides it. */
export function writeMatrix(report: ReportDocument, { agents }: Overview): Page {
  const { coverage } = report;
  const names = agents.map((row) => row.agent);
  const order = coverage.files.toSorted((a, b) => Number(a.status === 'reviewed') - Number(b.status === 'reviewed'));
  const remark = (file: (typeof order)[number]): Text => {
    if (isUncovered(file)) return strong('UNCOVERED');
    return file.depth === 'reduced' ? 'CRITICAL and HIGH only' : '';
  };
  return section(
    `${isByRules(report) ? 'Whose rules checked what' : 'Who reviewed what'} (${plural(coverage.files.length, 'file')})`,
    table(
      [{ title: 'File', cut: 'start' }, ...names.map((name) => ({ title: name, align: 'center' as const })), ''],
      names.length === 0
        ? []
        : order.map((file) => [code(file.path), ...names.map((agent) => formatCell(file, agent)), remark(file)]),
      { most: MATRIX_ROWS, noun: 'files' },
    ),
    'appendix',
  );
}

/** Every row of the report: agents by wave, with what they used; then what was left out of the scope. */
export const writeRows = ({ agents, scope }: ReportDocument, { asked }: Overview): Page => [
  ...section(
    'Waves',
    table(
      [
        { title: 'Wave', align: 'right' },
        { title: 'Agent', cut: 'end' },
        { title: 'Tokens', align: 'right' },
        { title: 'Budget', align: 'right' },
        { title: 'Used', align: 'right' },
        'Mode',
        'Ended',
      ],
      agents.map((row) => [
        String(row.wave),
        code(nameRow(row, asked)),
        formatCount(row.used_tokens),
        formatCount(row.budget_tokens),
        `${row.budget_used_percent}%`,
        row.mode,
        row.cutoff_reason === null ? row.status : `${row.status} (${row.cutoff_reason})`,
      ]),
    ),
    'appendix',
  ),
  ...writeIgnored(scope.ignored),
];

export const writeIgnored = (ignored: ReportDocument['scope']['ignored']): Page =>
  section(
    `Left out (${ignored.length})`,
    table(
      ['Reason', 'File'],
      ignored.map(({ path, reason }) => [reason, code(path)]),
    ),
    'appendix',
  );

/** What exactly was in scope, what was left out and with what it was examined. */
export function writeScope(report: ReportDocument, { idleAnalyzers, limits, reducedFiles }: Overview): Page {
  const { run, usage, analyzers } = report;
  const ran = analyzers.filter(({ status }) => status === 'completed').map(({ name }) => name);
  return section(
    isByRules(report) ? 'What was checked' : 'What was reviewed',
    facts([
      ['Scope', describeScope(report.scope)],
      [isByRules(report) ? 'Checked' : 'Reviewed', describeReach(report)],
      ['Brief', reducedFiles.length === 0 ? null : describeReduced(report, reducedFiles.length)],
      ['Left out', countReasons(report.scope.ignored)],
      ['With', `${describeReader(run.model)}${ran.length === 0 ? '' : `: ${ran.join(', ')}`}`],
      ...idleAnalyzers.map(({ name, status, reason }) =>
        status === 'partial'
          ? (['In part', `${name}${reason === null ? '' : `: ${reason}`}`] as const)
          : (['Not run', `${name} (${status}${reason === null ? '' : `: ${reason}`})`] as const),
      ),
      ...limits.map((limit) => ['Limits', limit] as const),
      ['Budgets', describeRunBudgets(report)],
      ['Cost', usage.calls > 0 ? describeUsage(usage) : null],
      ['Run', `${run.id}, ${run.started_at} to ${run.finished_at}`, true],
    ]),
    'folded',
  );
}

/** The suggestion as the report has it, for a coding agent, and the same as a command for a shell (HOST-13). */
export const writeSuggestions = ({ suggestions, run }: ReportDocument): Page =>
  suggestions.map((suggestion) => {
    const text = shortenSuggestion(suggestion, run);
    const shell = toShellCommand(text, run);
    return shell === text ? { kind: 'command', lines: [text] } : { kind: 'command', lines: [text, shell], shell };
  });
