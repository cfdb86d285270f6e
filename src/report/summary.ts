/**
 * The full summary of a run in its seven sections (REDUCE-03), as Markdown: what an orchestrator opens when a signal is not
 * enough. Says what the report says.
 */

import { DIMENSION_PROFILES, DIMENSIONS } from '../protocol/findings/dimension.ts';
import { isGrave, SEVERITIES } from '../protocol/findings/severity.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { SUMMARY_SECTIONS } from '../protocol/report/summary-full.ts';
import { listSome } from '../protocol/text/list-some.ts';
import { code, facts, list, type Page, paragraph, place, section, strong, type Text, title } from './blocks.ts';
import { renderMarkdown } from './markdown/render.ts';
import { formatCount, plural } from './numbers.ts';
import {
  describeCounts,
  describeNothing,
  describeReach,
  describeRuleLimits,
  formatPlace,
  isByRules,
  NO_DIMENSION,
  NO_VERDICT,
  type Overview,
  summarize,
} from './overview.ts';
import { tabulateAuditAgents } from './pages/audit-agent-table.ts';
import { tabulateAgents, writeSuggestions } from './pages/report-parts.ts';
import { describeRunBudgets, describeScope } from './scope-text.ts';
import { describeUsage } from './usage-text.ts';

type Heading = (typeof SUMMARY_SECTIONS)[number]['heading'];

const NAMED = 20;

export function formatSummary(report: ReportDocument): string {
  const overview = summarize(report);
  return renderMarkdown([
    ...title([`Summary of ${report.run.playbook} `, code(report.run.id), ': ', report.scope.selection]),
    ...SUMMARY_SECTIONS.flatMap(({ heading }) => section(heading, SECTIONS[heading](report, overview))),
  ]);
}

const SECTIONS: Readonly<Record<Heading, (report: ReportDocument, overview: Overview) => Page>> = {
  'Work Status': writeStatus,
  'Artifacts Created': writeArtifacts,
  'Work Remaining': writeRemaining,
  'Testing Strategy': writeTesting,
  'Performance Metrics': writeMetrics,
  'Key Achievements': writeAchievements,
  'Next Steps': writeNextSteps,
};

/** The entries, or what is said where there are none. */
const listOr = (texts: readonly Text[], nothing: string): Page =>
  texts.length === 0 ? paragraph(nothing) : list(texts);

function writeStatus(report: ReportDocument, overview: Overview): Page {
  const { total } = overview;
  const verdict = strong(total.isUnseen ? NO_VERDICT : report.verdict);
  return [
    ...facts([
      ['Verdict', [verdict, ', ', report.complete ? 'complete' : strong('incomplete')]],
      ['Findings that count', describeCounts(total.counts) ?? describeNothing(total)],
      [isByRules(report) ? 'Checked' : 'Reviewed', describeReach(report)],
      ['Limits', describeRuleLimits(report)],
      ['Signal', report.signals.at(-1)?.summary_brief ?? null],
      ...report.verdict_trace.map((line) => ['Because', line] as const),
      ...report.rounds.map(
        ({ round, agents, findings, gaps, decision, reason }) =>
          [
            `Round ${round}`,
            `${plural(agents, 'agent')}, ${plural(findings, 'finding')}, gaps ${gaps.join(', ') || 'none'}: ${decision}, ${reason}`,
          ] as const,
      ),
    ]),
    ...list([...report.warnings, ...report.notes]),
    ...(report.audit === null ? tabulateAgents(overview) : tabulateAuditAgents(report.audit)),
  ];
}

function writeArtifacts(report: ReportDocument): Page {
  const paths = report.signals.at(-1)?.artifacts_created;
  const files = Array.isArray(paths) ? paths.map(String) : [];
  const chains = report.attack_chains.filter(({ standing }) => standing === 'shown');
  return listOr(
    [
      ...files.map((path) => ['File ', code(path)]),
      ...chains.map(
        (chain) => `Attack chain ${chain.id} (${chain.severity}): ${chain.title}, from ${chain.findings.join(' + ')}`,
      ),
      ...report.findings.map((finding) => [
        `${finding.id} ${finding.severity} ${finding.status.replace('_', ' ')} `,
        place(formatPlace(finding)),
        ` ${finding.title} (${finding.cwe ?? finding.category})`,
      ]),
    ],
    'None.',
  );
}

function writeRemaining(report: ReportDocument, { unreviewed }: Overview): Page {
  const { coverage, truncation, findings } = report;
  const gaps = DIMENSIONS.filter((dimension) => coverage.gaps.includes(dimension));
  return listOr(
    [
      ...gaps.map((name) => `${name} ${DIMENSION_PROFILES[name].name}: ${coverage.dimensions[name] ?? ''} not met`),
      // A file that no dimension of an audit concerns is no work that remains.
      ...unreviewed
        .filter(({ reason }) => reason !== NO_DIMENSION)
        .map(({ path, reason, missedBy }) => [
          code(path),
          `: ${missedBy.length === 0 ? 'reviewed by no one' : `not reviewed by ${missedBy.join(', ')}`}: ${reason}`,
        ]),
      ...truncation.agents.map(({ agent, severity, recovery }) => [
        code(agent),
        `: output cut off (${severity}), ${recovery}`,
      ]),
      ...truncation.needs_reaudit.map(({ agent, id }) => [`${id} of `, code(agent), ' needs another review']),
      ...(truncation.unrecovered_findings > 0
        ? [`${plural(truncation.unrecovered_findings, 'finding')} could not be recovered`]
        : []),
      ...findings
        .filter(({ status }) => status === 'needs_manual')
        .map(({ id, title: name }) => `${id} must be decided by a person: ${name}`),
    ],
    'Nothing remains.',
  );
}

const DECIDED_BY: Readonly<Record<ReportDocument['run']['mode'], string>> = {
  review: 'A finding is confirmed when its quote is at its lines, otherwise unverified',
  quick: 'Nothing was validated: a quick audit has no validation phase',
  standard: 'Findings are decided in Phase 4; no agent validates its own',
  deep: 'Findings are decided in Phase 4; no agent validates its own',
};

function writeTesting({ run, findings, analyzers }: ReportDocument): Page {
  const statuses = [...Map.groupBy(findings, ({ status }) => status)].sort(([a], [b]) => (a < b ? -1 : 1));
  const counts = statuses.map(([status, own]) => `${own.length} ${status.replace('_', ' ')}`);
  return list([
    `${DECIDED_BY[run.mode]}: ${counts.join(', ') || 'there were none'}`,
    ...analyzers.map(
      ({ name, version, status, findings: found, reason }) =>
        `${name}${version === null ? '' : ` ${version}`}: ${status}, ${plural(found, 'finding')}${reason === null ? '' : ` (${reason})`}`,
    ),
  ]);
}

function writeMetrics(report: ReportDocument): Page {
  const { run, scope, usage, agents, signals } = report;
  const last = signals.at(-1);
  return [
    ...facts([
      ['Scope', describeScope(scope)],
      ['Budgets', describeRunBudgets(report)],
      ['Context used', last === undefined ? null : `${last.context_usage_percent}%`],
      ['Model', `${run.model}: ${describeUsage(usage)}`],
      ['Time', `${run.started_at} to ${run.finished_at}`],
    ]),
    ...list(
      agents.map((row) => [
        code(row.agent),
        `, ${run.playbook === 'audit' ? `round ${row.round}` : `wave ${row.wave}`}: ${formatCount(row.used_tokens)} of ${plural(row.budget_tokens, 'token')}, ${plural(row.files_reviewed, 'file')} ${row.model === null ? 'checked by rules' : 'reviewed'}, ${row.files_skipped} skipped, ${row.status}`,
      ]),
    ),
  ];
}

function writeAchievements(report: ReportDocument, { counted, setAside }: Overview): Page {
  const covered = DIMENSIONS.filter((dimension) => report.coverage.dimensions[dimension] === '✅');
  return list([
    `Findings that count: ${counted.length}; rejected or suppressed: ${setAside.length}`,
    ...(covered.length > 0 ? [`Dimensions covered: ${covered.join(', ')}`] : []),
    ...counted
      .filter(isGrave)
      .map(
        ({ id, title: name, issue, recommendation }) =>
          `${id} ${name}: ${issue}${recommendation === null ? '' : ` Fix: ${recommendation}`}`,
      ),
  ]);
}

function writeNextSteps(report: ReportDocument, { counted }: Overview): Page {
  const steps = SEVERITIES.flatMap((severity) => {
    const ids = counted.filter((finding) => finding.severity === severity).map(({ id }) => id);
    return ids.length === 0 ? [] : [`Fix ${severity}: ${listSome(ids, NAMED)}`];
  });
  const page = [...list(steps), ...writeSuggestions(report)];
  return page.length > 0 ? page : paragraph(report.complete ? 'None.' : 'Review what remains.');
}
