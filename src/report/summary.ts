/**
 * The full summary of a run in its seven sections (REDUCE-03): what an orchestrator opens when a signal is not enough.
 * A pure function of the report; says what the report says, and where a list is cut, how much is missing.
 */

import { DIMENSION_PROFILES, DIMENSIONS } from '../protocol/findings/dimension.ts';
import { SEVERITIES } from '../protocol/findings/severity.ts';
import type { ReportDocument, ReportFinding } from '../protocol/report/report-document.ts';
import { SUMMARY_SECTIONS } from '../protocol/report/summary-full.ts';
import { tabulateHuntAgents } from './markdown/audit-markdown.ts';
import { escapeProse, toCode, toFence, toTable } from './markdown/markdown-text.ts';
import {
  describeCounts,
  describeNothing,
  describeReach,
  formatCoverage,
  formatPlace,
  formatVerdict,
  NO_DIMENSION,
  NO_VERDICT,
  type Overview,
  shortenSuggestion,
  summarize,
} from './overview.ts';
import { describeRunBudgets } from './plan-text.ts';
import { plural } from './terminal/terminal-page.ts';
import { describeUsage } from './usage-text.ts';

type Lines = readonly string[];
type Heading = (typeof SUMMARY_SECTIONS)[number]['heading'];

const LISTED = 200;
/** Grave findings with their reason and their mending. */
const EXPLAINED = 50;
const NAMED = 20;

export function formatSummary(report: ReportDocument): string {
  const overview = summarize(report);
  const title = `# Summary of ${report.run.playbook} ${escapeProse(report.run.id)}: ${escapeProse(report.scope.selection)}`;
  const sections = SUMMARY_SECTIONS.map(({ heading }) => [`## ${heading}`, '', ...SECTIONS[heading](report, overview)]);
  return `${[[title], ...sections].map((lines) => lines.join('\n').trimEnd()).join('\n\n')}\n`;
}

const SECTIONS: Readonly<Record<Heading, (report: ReportDocument, overview: Overview) => Lines>> = {
  'Work Status': writeStatus,
  'Artifacts Created': writeArtifacts,
  'Work Remaining': writeRemaining,
  'Testing Strategy': writeTesting,
  'Performance Metrics': writeMetrics,
  'Key Achievements': writeAchievements,
  'Next Steps': writeNextSteps,
};

/** The first of a list; behind them how many there are besides. */
const list = <Item>(items: readonly Item[], most: number, write: (item: Item) => string): Lines => [
  ...items.slice(0, most).map(write),
  ...(items.length > most ? [`- … ${items.length - most} more; the JSON report has them all`] : []),
];

function writeStatus(report: ReportDocument, overview: Overview): Lines {
  const { total } = overview;
  const brief = report.signals.at(-1)?.summary_brief;
  return [
    `- Verdict: **${total.isUnseen ? NO_VERDICT : report.verdict}**, ${report.complete ? 'complete' : '**incomplete**'}`,
    `- Findings that count: ${describeCounts(total.counts) ?? describeNothing(total)}`,
    `- Reviewed: ${describeReach(report)}`,
    ...(brief === undefined ? [] : [`- Signal: ${escapeProse(brief)}`]),
    ...report.verdict_trace.map((line) => `- Because: ${escapeProse(line)}`),
    ...report.warnings.map((warning) => `- ${escapeProse(warning)}`),
    ...report.notes.map((note) => `- ${escapeProse(note)}`),
    ...report.rounds.map(
      ({ round, agents: count, findings, gaps, decision, reason }) =>
        `- Round ${round}: ${plural(count, 'agent')}, ${plural(findings, 'finding')}, gaps ${gaps.join(', ') || 'none'}: ${decision}, ${escapeProse(reason)}`,
    ),
    '',
    ...(report.audit === null ? tabulateAgents(overview) : tabulateHuntAgents(report.audit)),
  ];
}

const tabulateAgents = ({ agents }: Overview): Lines =>
  toTable(
    ['Agent', 'Verdict', ...SEVERITIES.map((severity) => severity.charAt(0)), 'Coverage', ''],
    'llrrrrrl',
    agents.map((row) => [
      toCode(row.agent),
      formatVerdict(row),
      ...SEVERITIES.map((severity) => String(row.counts[severity])),
      formatCoverage(row),
      escapeProse(row.remarks.join(', ')),
    ]),
  );

function writeArtifacts(report: ReportDocument): Lines {
  const paths = report.signals.at(-1)?.artifacts_created;
  const files = Array.isArray(paths) ? paths.map(String) : [];
  const lines = [
    ...files.map((path) => `- File ${toCode(path)}`),
    ...report.attack_chains
      .filter(({ standing }) => standing === 'shown')
      .map(
        (chain) =>
          `- Attack chain ${chain.id} (${chain.severity}): ${escapeProse(chain.title)}, from ${chain.findings.map(escapeProse).join(' + ')}`,
      ),
    ...list(
      report.findings,
      LISTED,
      (finding) =>
        `- ${finding.id} ${finding.severity} ${finding.status.replace('_', ' ')} ${toCode(formatPlace(finding))} ${escapeProse(finding.title)} (${escapeProse(finding.cwe ?? finding.category)})`,
    ),
  ];
  return lines.length === 0 ? ['None.'] : lines;
}

/** A file that no dimension of an audit concerns is no work that remains. */
const isOwed = ({ reason }: Overview['unreviewed'][number]): boolean => reason !== NO_DIMENSION;

function writeRemaining(report: ReportDocument, { unreviewed }: Overview): Lines {
  const { coverage, truncation, findings } = report;
  const manual = findings.filter(({ status }) => status === 'needs_manual');
  const lines = [
    ...DIMENSIONS.flatMap((dimension) =>
      coverage.gaps.includes(dimension)
        ? [`- ${dimension} ${DIMENSION_PROFILES[dimension].name}: ${coverage.dimensions[dimension] ?? ''} not met`]
        : [],
    ),
    ...list(unreviewed.filter(isOwed), LISTED, ({ path, reason, missedBy }) => {
      const who = missedBy.length === 0 ? 'by nobody' : `not by ${missedBy.map(toCode).join(', ')}`;
      return `- ${toCode(path)}: reviewed ${who}: ${escapeProse(reason)}`;
    }),
    ...truncation.agents.map(
      ({ agent, severity, recovery }) =>
        `- ${toCode(agent)}: its output was cut (${severity}), ${escapeProse(recovery)}`,
    ),
    ...list(
      truncation.needs_reaudit,
      LISTED,
      ({ agent, id }) => `- ${escapeProse(id)} of ${toCode(agent)} needs another look`,
    ),
    ...(truncation.unrecovered_findings > 0
      ? [`- ${truncation.unrecovered_findings} findings could not be recovered`]
      : []),
    ...list(manual, LISTED, ({ id, title }) => `- ${id} has to be decided by a person: ${escapeProse(title)}`),
  ];
  return lines.length === 0 ? ['Nothing remains.'] : lines;
}

const DECIDED_BY: Readonly<Record<ReportDocument['run']['mode'], string>> = {
  review: 'A finding is confirmed where its quote stands at its lines, else unverified',
  quick: 'Nothing was validated: a quick audit has no such phase',
  standard: 'Findings are decided in Phase 4, where nobody validates its own',
  deep: 'Findings are decided in Phase 4, where nobody validates its own',
};

function writeTesting({ run, findings, analyzers }: ReportDocument): Lines {
  const statuses = [...new Set(findings.map(({ status }) => status))].sort();
  const counts = statuses.map(
    (status) => `${findings.filter((finding) => finding.status === status).length} ${status.replace('_', ' ')}`,
  );
  return [
    `- ${DECIDED_BY[run.mode]}: ${counts.join(', ') || 'there were none'}`,
    ...analyzers.map(
      ({ name, version, status, findings: found, reason }) =>
        `- ${escapeProse(name)}${version === null ? '' : ` ${escapeProse(version)}`}: ${status}, ${found} findings${reason === null ? '' : ` (${escapeProse(reason)})`}`,
    ),
  ];
}

function writeMetrics({ run, scope, budget, usage, agents, signals }: ReportDocument): Lines {
  const last = signals.at(-1);
  return [
    `- Scope: ${scope.files} files, ${scope.loc} lines, ${scope.tokens} tokens${describeLanguages(scope.languages)}`,
    `- Budgets: ${describeRunBudgets({ run, budget })}`,
    ...(last === undefined ? [] : [`- Context used: ${last.context_usage_percent}%`]),
    `- Model ${escapeProse(run.model)}: ${describeUsage(usage)}`,
    `- Time: ${escapeProse(run.started_at)} to ${escapeProse(run.finished_at)}`,
    ...list(
      agents,
      LISTED,
      (row) =>
        `- ${toCode(row.agent)}, ${run.playbook === 'audit' ? `round ${row.round}` : `wave ${row.wave}`}: ${row.used_tokens} of ${row.budget_tokens} tokens, ${row.files_reviewed} files reviewed, ${row.files_skipped} skipped, ${row.status}`,
    ),
  ];
}

function describeLanguages(languages: Readonly<Record<string, number>>): string {
  const names = Object.entries(languages).map(([name, files]) => `${files} ${escapeProse(name)}`);
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}

const isGrave = ({ severity }: ReportFinding): boolean => severity === 'CRITICAL' || severity === 'HIGH';

function writeAchievements(report: ReportDocument, { counted, setAside }: Overview): Lines {
  const covered = DIMENSIONS.filter((dimension) => report.coverage.dimensions[dimension] === '✅');
  return [
    `- ${counted.length} findings that count, ${setAside.length} rejected or suppressed`,
    ...(covered.length > 0 ? [`- Dimensions covered: ${covered.join(', ')}`] : []),
    ...list(
      counted.filter(isGrave),
      EXPLAINED,
      ({ id, title, issue, recommendation }) =>
        `- ${id} ${escapeProse(title)}: ${escapeProse(issue)}${recommendation === null ? '' : ` Fix: ${escapeProse(recommendation)}`}`,
    ),
  ];
}

function writeNextSteps({ suggestions, complete }: ReportDocument, { counted }: Overview): Lines {
  const steps = SEVERITIES.flatMap((severity) => {
    const ids = counted.filter((finding) => finding.severity === severity).map(({ id }) => id);
    const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
    return ids.length === 0 ? [] : [`- Mend ${severity}: ${ids.slice(0, NAMED).join(', ')}${more}`];
  });
  const lines = [...steps, ...suggestions.flatMap((text) => toFence(`→ ${shortenSuggestion(text)}`, 'text'))];
  if (lines.length > 0) return lines;
  return [complete ? 'None.' : 'Review what remains.'];
}
