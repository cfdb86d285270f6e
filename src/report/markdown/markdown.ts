/**
 * The report as Markdown, for pull requests and CI logs: the same content as on a terminal, with the matrix of files and
 * agents, and long parts folded away (FACT-15). A pure function of the report.
 */

import { DIMENSION_PROFILES, DIMENSIONS } from '../../protocol/findings/dimension.ts';
import { SEVERITIES } from '../../protocol/findings/severity.ts';
import type { AuditDocument } from '../../protocol/report/audit-document.ts';
import type { ReportDocument, ReportFinding } from '../../protocol/report/report-document.ts';
import { type Check, describeCheck, describePlaces } from '../audit-checks.ts';
import {
  describeCounts,
  describeFlow,
  describeNothing,
  describeReach,
  describeReduced,
  formatCell,
  formatCoverage,
  formatPlace,
  formatVerdict,
  isUncovered,
  NO_VERDICT,
  type Overview,
  shortenSuggestion,
  summarize,
} from '../overview.ts';
import { toLine } from '../plain-text.ts';
import { describeRunBudgets } from '../plan-text.ts';
import { describeUsage } from '../usage-text.ts';
import { describeReporters, describeSetAside } from '../voices.ts';
import {
  writeChains,
  writeControlEvidence,
  writeCoverageMatrix,
  writeExecutiveSummary,
  writeHuntAgents,
  writeLimitations,
  writeMarkers,
  writePathScores,
  writeSemgrep,
  writeStatistics,
} from './audit-markdown.ts';
import { escapeProse, toCode, toDetails, toFence, toReference, toTable } from './markdown-text.ts';

type Block = readonly string[];

const MATRIX_ROWS = 200;
const LISTED_FILES = 100;
const FOLDED_FINDINGS = 200;
/** Findings that stand open; the less severe ones behind them are folded. */
const OPEN_FINDINGS = 20;

export function formatMarkdown(report: ReportDocument): string {
  const overview = summarize(report);
  const blocks = report.audit === null ? writeReview(report, overview) : writeAudit(report, report.audit, overview);
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

function writeReview(report: ReportDocument, overview: Overview): readonly Block[] {
  return [
    [`# ═══ Consensus Review: ${escapeProse(report.scope.selection)} ═══`],
    writeVerdict(report, overview),
    writeWarnings(report),
    writeSuggestions(report),
    writeAgents(overview),
    ...writeFindings(overview),
    writeChains(report),
    writeDimensions(report),
    writeTruncation(report),
    writeUnreviewed(overview),
    writeMatrix(report, overview),
    writeScope(report, overview),
  ];
}

function writeAudit(report: ReportDocument, audit: AuditDocument, overview: Overview): readonly Block[] {
  return [
    [`# ═══ Security Audit (${audit.mode}): ${escapeProse(report.scope.selection)} ═══`],
    writeVerdict(report, overview),
    writeWarnings({ ...report, notes: [] }),
    writeExecutiveSummary(report),
    writeSuggestions(report),
    writeStatistics(report),
    writeCoverageMatrix(report),
    writeHuntAgents(audit),
    ...writeFindings(overview, audit),
    writeTruncation(report),
    writeLimitations(audit),
    writeControlEvidence(audit),
    writeSemgrep(report, audit),
    writeChains(report),
    writePathScores(report),
    writeMarkers(audit),
    writeScope(report, overview),
  ];
}

const joinBlocks = (blocks: readonly Block[]): Block =>
  blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));

function writeVerdict(report: ReportDocument, { total }: Overview): Block {
  const counts = describeCounts(total.counts) ?? describeNothing(total);
  return [
    `**${total.isUnseen ? NO_VERDICT : report.verdict}** · ${report.complete ? 'complete' : '**incomplete**'} · ${counts}`,
    ...(report.verdict_trace.length > 0 ? ['', ...report.verdict_trace.map((line) => `- ${escapeProse(line)}`)] : []),
  ];
}

function writeWarnings({ warnings, notes }: ReportDocument): Block {
  const quoted = [
    ...warnings.map(escapeProse).flatMap((warning, index) => (index === 0 ? [warning] : ['', warning])),
    ...(notes.length > 0 ? ['', ...notes.map((note) => `- ${escapeProse(note)}`)] : []),
  ];
  return quoted.map((line) => (line === '' ? '>' : `> ${line}`));
}

/** Fenced, so that the command can be copied as it is. */
const writeSuggestions = ({ suggestions }: ReportDocument): Block =>
  suggestions.flatMap((suggestion) => toFence(`→ ${shortenSuggestion(suggestion)}`, 'text'));

const writeAgents = ({ agents, total }: Overview): Block =>
  agents.length === 0
    ? []
    : [
        '## Reviewers',
        '',
        ...toTable(
          ['Reviewer', 'Verdict', 'C', 'H', 'M', 'L', 'Coverage', ''],
          'llrrrrrl',
          [...agents, { ...total, agent: 'Total', remarks: [] }].map((row) => [
            row.agent === 'Total' ? '**Total**' : toCode(row.agent),
            formatVerdict(row),
            ...SEVERITIES.map((severity) => String(row.counts[severity])),
            formatCoverage(row),
            escapeProse(row.remarks.join(', ')),
          ]),
        ),
      ];

function writeFindings(
  { counted, earlier, setAside, asked }: Overview,
  audit: AuditDocument | null = null,
): readonly Block[] {
  const write = (finding: ReportFinding): Block =>
    writeDetails(finding, describeReporters(finding, asked), describeCheck(audit, finding));
  const detailed = counted.filter((finding) => finding.severity !== 'LOW');
  const low = counted.filter((finding) => finding.severity === 'LOW');
  return [
    counted.length > 0 ? [audit === null ? '## Findings' : '## Vulnerability Details'] : [],
    ...detailed.slice(0, OPEN_FINDINGS).map(write),
    toDetails(
      `More findings (${detailed.length - OPEN_FINDINGS})`,
      joinBlocks(detailed.slice(OPEN_FINDINGS).map(write)),
    ),
    toDetails(`Low (${low.length})`, writeList(low)),
    toDetails(`Older than this change, not counted (${earlier.length})`, writeList(earlier)),
    toDetails(`Set aside: rejected or suppressed (${setAside.length})`, writeList(setAside)),
  ];
}

function writeDetails(finding: ReportFinding, reporters: string, check: Check | null): Block {
  const facts = [finding.category, finding.dimension, finding.cwe, finding.status.replace('_', ' ')];
  const isPlaceOnly = finding.evidence === `${finding.file}:${finding.line}`;
  const hasEvidence = finding.evidence !== null && finding.evidence.trim() !== '' && !isPlaceOnly;
  return [
    `### ${finding.severity} ${finding.id}: ${escapeProse(finding.title)}`,
    '',
    `${toCode(formatPlace(finding))} · ${facts.flatMap((fact) => (fact ? [escapeProse(fact)] : [])).join(' · ')}`,
    ...(hasEvidence ? ['', ...toFence(finding.evidence ?? '')] : []),
    '',
    `**Why:** ${escapeProse(finding.issue)}`,
    ...writeField('Flow', describeFlow(finding)),
    ...writeField('Also at', describePlaces(finding)),
    ...writeField('Risk', finding.impact),
    ...writeField('Fix', finding.recommendation),
    ...writeField('Validation', check?.verdict ?? null),
    ...writeField('Steps', check?.steps.join('; ') ?? null),
    ...writeField('PoC', check?.proof ?? null),
    ...(finding.references.length > 0 ? ['', `**See:** ${finding.references.map(toReference).join(' ')}`] : []),
    '',
    `**By:** ${escapeProse(reporters)}`,
  ];
}

const writeField = (label: string, text: string | null): Block =>
  text === null || text.trim() === '' ? [] : ['', `**${label}:** ${escapeProse(text)}`];

function writeList(findings: readonly ReportFinding[]): Block {
  const rest = findings.length - FOLDED_FINDINGS;
  return [
    ...findings
      .slice(0, FOLDED_FINDINGS)
      .map(
        (finding) =>
          `- ${finding.id} ${toCode(formatPlace(finding))} ${escapeProse(finding.title)}: ${escapeProse(finding.issue)}${writeReason(finding)}`,
      ),
    ...(rest > 0 ? [`- … ${rest} more; the JSON report has them all`] : []),
  ];
}

const writeReason = (finding: ReportFinding): string => {
  const reason = finding.status === 'rejected' || finding.status === 'suppressed' ? describeSetAside(finding) : null;
  return reason === null ? '' : ` (${escapeProse(reason)})`;
};

function writeDimensions({ coverage }: ReportDocument): Block {
  const rows = DIMENSIONS.flatMap((dimension) => {
    const mark = coverage.dimensions[dimension];
    if (mark === undefined) return [];
    return [[dimension, DIMENSION_PROFILES[dimension].name, mark, mark === '✅' || mark === 'N/A' ? '' : 'not met']];
  });
  if (rows.length === 0) return [];
  const state = `${Math.floor(coverage.ratio * 100)}% covered, ${coverage.met ? 'met' : 'not met'}`;
  return [`## Dimensions: ${state}`, '', ...toTable(['', 'Dimension', 'Coverage', ''], 'llll', rows)];
}

function writeTruncation({ truncation }: ReportDocument): Block {
  const { agents, coverage_gaps, unrecovered_findings, needs_reaudit } = truncation;
  if (agents.length === 0 && needs_reaudit.length === 0 && unrecovered_findings === 0) return [];
  return [
    '## Cut off',
    '',
    ...agents.map((agent) => `- ${toCode(agent.agent)}: ${agent.severity} truncation, ${escapeProse(agent.recovery)}`),
    ...(coverage_gaps.length > 0
      ? [`- Coverage gaps that truncation may have caused: ${coverage_gaps.map(toCode).join(', ')}`]
      : []),
    `- Findings that could not be recovered: ${unrecovered_findings}`,
    ...needs_reaudit.map(
      ({ agent, id, file }) =>
        `- ${escapeProse(id)} of ${toCode(agent)}${file === null ? '' : ` in ${toCode(file)}`} needs another look`,
    ),
  ];
}

function writeUnreviewed({ unreviewed }: Overview): Block {
  if (unreviewed.length === 0) return [];
  const rest = unreviewed.length - LISTED_FILES;
  return [
    `## Not reviewed (${unreviewed.length})`,
    '',
    ...unreviewed.slice(0, LISTED_FILES).map((file) => {
      const who = file.missedBy.length === 0 ? '**UNCOVERED**' : `not by ${file.missedBy.map(toCode).join(', ')}`;
      return `- ${toCode(file.path)}: ${escapeProse(file.reason)}, ${who}`;
    }),
    ...(rest > 0 ? [`- … ${rest} more; the JSON report has them all`] : []),
  ];
}

/** Files against agents; what is missing comes first, so that a cut never hides it. */
function writeMatrix({ coverage }: ReportDocument, { agents }: Overview): Block {
  if (coverage.files.length === 0 || agents.length === 0) return [];
  const names = agents.map((row) => row.agent);
  const order = coverage.files.toSorted((a, b) => Number(a.status === 'reviewed') - Number(b.status === 'reviewed'));
  const rest = order.length - MATRIX_ROWS;
  return toDetails(`Who reviewed what (${coverage.files.length} files)`, [
    ...toTable(
      ['File', ...names.map(toCode), ''],
      `l${'c'.repeat(names.length)}l`,
      order
        .slice(0, MATRIX_ROWS)
        .map((file) => [
          toCode(file.path),
          ...names.map((agent) => formatCell(file, agent)),
          isUncovered(file) ? '**UNCOVERED**' : file.depth === 'reduced' ? 'CRITICAL and HIGH only' : '',
        ]),
    ),
    ...(rest > 0 ? ['', `… ${rest} more files, all of them after these in order; the JSON report has them all`] : []),
  ]);
}

function writeScope(report: ReportDocument, { ignored, idleAnalyzers, limits, reducedFiles }: Overview): Block {
  const { scope, run, usage } = report;
  const languages = Object.entries(scope.languages).map(([name, files]) => `${files} ${name}`);
  const ran = report.analyzers.filter((analyzer) => analyzer.status === 'completed').map((analyzer) => analyzer.name);
  const means = run.model === 'embedded' ? 'embedded reviewers (rules and analyzers, no model)' : run.model;
  return toDetails('What was reviewed', [
    `- Scope: ${scope.files} files, ${scope.loc} lines, ${scope.tokens} tokens${languages.length > 0 ? ` (${escapeProse(languages.join(', '))})` : ''}`,
    `- Reviewed: ${describeReach(report)}`,
    ...(reducedFiles.length > 0 ? [`- ${describeReduced(report, reducedFiles.length)}`] : []),
    ...(ignored.length > 0 ? [`- Left out: ${ignored.map(([reason, count]) => `${count} ${reason}`).join(', ')}`] : []),
    `- With: ${escapeProse(ran.length === 0 ? means : `${means}: ${ran.join(', ')}`)}`,
    ...idleAnalyzers.map(
      ({ name, status, reason }) =>
        `- Did not run: ${escapeProse(name)} (${status}${reason === null ? '' : `: ${escapeProse(reason)}`})`,
    ),
    ...limits.map((limit) => `- Limits: ${escapeProse(limit)}`),
    `- Budgets: ${describeRunBudgets(report)}`,
    ...(usage.calls > 0 ? [`- Cost: ${describeUsage(usage)}`] : []),
    `- Run: ${toLine(run.id)}, ${toLine(run.started_at)} to ${toLine(run.finished_at)}`,
  ]);
}
