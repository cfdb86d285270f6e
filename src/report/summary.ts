/**
 * Formats the full summary of a run as Markdown in its seven sections (REDUCE-03), for an orchestrator that needs more than the signal
 * (`-f summary`). Loaded by formats.ts; cli/run-folder.ts writes it to a file.
 */

import { DIMENSION_PROFILES, DIMENSIONS } from '../protocol/findings/dimension.ts';
import { SEVERITIES } from '../protocol/findings/severity.ts';
import type { Problem } from '../protocol/report/problems.ts';
import type { ReportDocument, ReportFinding } from '../protocol/report/report-document.ts';
import { SUMMARY_SECTIONS } from '../protocol/report/summary-full.ts';
import { listSome } from '../protocol/text/list-some.ts';
import { code, facts, list, type Page, paragraph, place, section, strong, type Text, title } from './blocks.ts';
import { renderMarkdown } from './markdown/render.ts';
import { formatCount, plural } from './numbers.ts';
import {
  describeFindings,
  describeReach,
  describeRuleLimits,
  formatPlace,
  isByRules,
  listReasons,
  NO_DIMENSION,
  nameVerdict,
  type Overview,
  summarize,
} from './overview.ts';
import { tabulateAuditAgents } from './pages/audit-agent-table.ts';
import { tabulateAgents, writeSuggestions } from './pages/report-parts.ts';
import { describeSetAside } from './reporters.ts';
import { describeRunBudgets, describeScope } from './scope-text.ts';
import { describeUsage } from './usage-text.ts';

type Heading = (typeof SUMMARY_SECTIONS)[number]['heading'];

const NAMED = 20;
const FIRST = 3;
const REASONS = 5;

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
  const reasons = listReasons(report, overview);
  const verdict = strong(nameVerdict(total));
  return [
    ...facts([
      ['Verdict', [verdict, ', ', report.complete ? 'complete' : strong('incomplete')]],
      ['Findings', describeFindings(overview)],
      [isByRules(report) ? 'Checked' : 'Reviewed', describeReach(report)],
      ['Limits', describeRuleLimits(report)],
      ['Signal', report.signals.at(-1)?.summary_brief ?? null],
      ...reasons.slice(0, REASONS).map((line) => ['Because', line] as const),
      ['Because', reasons.length > REASONS ? `${plural(reasons.length - REASONS, 'more reason')} of this kind` : null],
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

/** What the run has made: its report, files, and the register of what it found. */
function writeArtifacts(report: ReportDocument, { problems }: Overview): Page {
  const paths = report.signals.at(-1)?.artifacts_created;
  const files = Array.isArray(paths) ? paths.map(String) : [];
  const chains = report.attack_chains.filter(({ standing }) => standing === 'shown');
  return [
    ...list([
      [`Report with ${plural(report.findings.length, 'finding')}: `, code(`consensus-review report ${report.run.id}`)],
      ...files.map((path) => ['File ', code(path)]),
      ...chains.map(
        (chain) => `Attack chain ${chain.id} (${chain.severity}): ${chain.title}, from ${chain.findings.join(' + ')}`,
      ),
    ]),
    ...(problems.length === 0 ? [] : paragraph('Register of findings:')),
    ...list(
      report.findings.map((finding) => [
        `${finding.id} ${finding.severity} ${finding.status.replace('_', ' ')} `,
        place(formatPlace(finding)),
        ` ${finding.title} (${finding.cwe ?? finding.category})${nameReason(finding)}`,
      ]),
    ),
  ];
}

const nameReason = (finding: ReportFinding): string => {
  const reason = finding.status === 'suppressed' ? describeSetAside(finding) : null;
  return reason === null ? '' : `: ${reason}`;
};

/** What is left to do: problems to fix, code to review, decisions to take. */
function writeRemaining(report: ReportDocument, { unreviewed, problems }: Overview): Page {
  const { coverage, truncation, findings } = report;
  const gaps = DIMENSIONS.filter((dimension) => coverage.gaps.includes(dimension));
  return listOr(
    [
      ...problems.map(describeFix),
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

/** `Fix H-04 (HIGH, 20 places): File path built from untrusted input. Resolve and check …`. */
function describeFix({ lead, severity, title: name, findings }: Problem): Text {
  const places = findings.length === 1 ? '' : `, ${findings.length} places`;
  const fix = lead.recommendation === null ? '' : `. ${lead.recommendation}`;
  return [`Fix ${lead.id} (${severity}${places}) at `, place(formatPlace(lead)), `: ${name}${fix}`];
}

/** What the run has accomplished. What it found is work that remains. */
function writeAchievements(report: ReportDocument, { counted, problems, setAside }: Overview): Page {
  const covered = DIMENSIONS.filter((dimension) => report.coverage.dimensions[dimension] === '✅');
  const confirmed = counted.filter(({ status }) => status === 'confirmed').length;
  const flows = counted.filter(({ source, sink }) => source !== null && sink !== null).length;
  const rejected = setAside.filter(({ status }) => status === 'rejected').length;
  const shown = report.attack_chains.filter(({ standing }) => standing === 'shown').length;
  return list([
    describeReach(report),
    ...(covered.length > 0 ? [`Dimensions covered: ${covered.join(', ')}`] : []),
    counted.length === 0
      ? 'No finding counts'
      : `${plural(counted.length, 'finding')} in ${plural(problems.length, 'problem')}, ${confirmed} confirmed`,
    ...(flows > 0 ? [`${plural(flows, 'flow')} followed from source to sink`] : []),
    ...(rejected > 0 ? [`${plural(rejected, 'claim')} refuted and rejected`] : []),
    ...(setAside.length > rejected ? [`${setAside.length - rejected} suppressed with a reason`] : []),
    ...(shown > 0 ? [`${plural(shown, 'attack chain')} shown`] : []),
  ]);
}

function writeNextSteps(report: ReportDocument, { problems, counted }: Overview): Page {
  const first = problems.slice(0, FIRST).map(({ lead }) => lead.id);
  const steps = [
    ...(first.length === 0 ? [] : [`Fix first: ${first.join(', ')}`]),
    ...SEVERITIES.flatMap((severity) => {
      const ids = counted.filter((finding) => finding.severity === severity).map(({ id }) => id);
      return ids.length === 0 ? [] : [`Fix ${severity}: ${listSome(ids, NAMED)}`];
    }),
  ];
  const page = [...list(steps), ...writeSuggestions(report)];
  return page.length > 0 ? page : paragraph(report.complete ? 'None.' : 'Review what remains.');
}
