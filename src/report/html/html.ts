/**
 * Formats the report as one HTML file that loads nothing and can be read without scripts: verdict and what to do first, then problems
 * with filters, coverage, budgets, rounds and cost. `formatHtmlWithin` puts it into a page of the dashboard. Called by formats.ts and
 * web/app.ts.
 */
import { SEVERITIES } from '../../protocol/findings/severity.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { describeCheck } from '../audit-checks.ts';
import { formatCount, plural } from '../numbers.ts';
import {
  describeFindings,
  describeReach,
  describeRuleLimits,
  formatPlace,
  isByRules,
  listReasons,
  nameVerdict,
  type Overview,
  shortenSuggestion,
  summarize,
  toShellCommand,
  UNPLACED,
} from '../overview.ts';
import {
  countRequirements,
  explainPoint,
  placeOfPoint,
  REQUIREMENT_LABELS,
  remarkRequirements,
} from '../pages/requirements.ts';
import { describeReader, describeScope } from '../scope-text.ts';
import {
  type FolderOf,
  groupFolders,
  section,
  writeBudgets,
  writeCost,
  writeFolders,
  writeHeatMap,
  writeRounds,
} from './charts.ts';
import { cutAt, escapeHtml, escapeName, writeProse } from './html-text.ts';
import { writeAside, writeProblems } from './problem-cards.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** Of SCRIPT, so that no other script runs in the page. A test says what it must be. */
export const SCRIPT_HASH = 'sha256-TcS3Ygv0EbehAcmoahdLdIVAYg1xKVArxL7PIbdYMQg=';

const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src '${SCRIPT_HASH}'; base-uri 'none'; form-action 'none'`;
const FIRST = 3;
const LONGEST_TEXT = 1500;

/** What stands around the report where it is a page of the dashboard. */
export interface PageFrame {
  readonly head: string;
  /** Attributes of the body. */
  readonly body: string;
  readonly before: string;
  readonly after: string;
}

const ALONE: PageFrame = {
  head: `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
  body: '',
  before: '',
  after: '',
};

export const formatHtml = (report: ReportDocument): string => formatHtmlWithin(report, ALONE);

/** A frame without a policy is served with one. */
export function formatHtmlWithin(report: ReportDocument, frame: PageFrame): string {
  const overview = summarize(report);
  const folderOf = groupFolders(report);
  const title = `${report.audit === null ? 'Consensus Review' : `Security Audit (${report.audit.mode})`}: ${report.scope.selection}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${frame.head}
<title>${escapeHtml(cutAt(`${nameVerdict(overview.total)} · ${title}`, 200))}</title>
<style>${STYLE}</style>
</head>
<body${frame.body}>
${frame.before}<a class="skip" href="#problems">Skip to the problems</a>
<header>
<h1>${escapeHtml(cutAt(title, LONGEST_TEXT))}</h1>
${writeVerdict(report, overview)}</header>
<main>
${writeTodo(report, overview)}${writeNotes(report)}${writeAskedFor(report)}${writeFound(report, overview, folderOf)}${writeChains(report)}${writeFolders(overview, folderOf)}${writeHeatMap(report, overview, folderOf)}${writeUnreviewed(overview)}${writeRounds(report)}${writeBudgets(report, overview)}${writeCost(report)}${writeScope(report)}</main>
<footer>consensus-review, run ${escapeName(report.run.id)}, ${escapeHtml(report.run.started_at)} to ${escapeHtml(report.run.finished_at)}</footer>
<script>${SCRIPT}</script>${frame.after}
</body>
</html>
`;
}

function writeVerdict(report: ReportDocument, overview: Overview): string {
  const reasons = listReasons(report, overview);
  const counts = SEVERITIES.filter((severity) => overview.total.counts[severity] > 0).map(
    (severity) => `<span class="badge ${severity}">${overview.total.counts[severity]} ${severity.toLowerCase()}</span>`,
  );
  const limits = describeRuleLimits(report);
  return `<div class="verdict ${report.verdict}"><strong>${nameVerdict(overview.total)}</strong><span>${report.complete ? 'complete' : '<b>incomplete</b>'}${isByRules(report) ? ', checked by rules' : ''}</span>${counts.join(' ')}<span>${escapeHtml(counts.length === 0 ? describeFindings(overview) : `in ${plural(overview.problems.length, 'problem')}`)}</span></div>
${
  reasons.length === 0
    ? ''
    : `<details class="soft"><summary>Why this verdict</summary><ul>${reasons
        .slice(0, 100)
        .map((line) => `<li>${writeProse(cutAt(line, LONGEST_TEXT))}</li>`)
        .join(
          '',
        )}</ul>${reasons.length > 100 ? `<p>${formatCount(reasons.length - 100)} more reasons; -f json has them all.</p>` : ''}</details>\n`
}${limits === null ? '' : `<p class="soft">${escapeHtml(limits)}</p>\n`}`;
}

function writeTodo(report: ReportDocument, { problems }: Overview): string {
  const fixes = problems.slice(0, FIRST).map(({ lead, title, severity, findings }) => {
    const places = findings.length === 1 ? '' : ` <span class="soft">(${plural(findings.length, 'place')})</span>`;
    const fix =
      lead.recommendation === null
        ? ''
        : `<br><span class="soft">Fix:</span> ${writeProse(cutAt(lead.recommendation, LONGEST_TEXT))}`;
    return `<li><a href="#${encodeURIComponent(lead.id)}">${escapeHtml(lead.id)}</a> <span class="badge ${severity}">${severity}</span> <b>${writeProse(cutAt(title, 300))}</b>${places}<br><span class="place">${escapeName(formatPlace(lead))}</span>${fix}</li>`;
  });
  const next = report.suggestions.map(
    (text) =>
      `<p>Next: <code>${escapeHtml(toShellCommand(shortenSuggestion(text, report.run), report.run))}</code></p>`,
  );
  if (fixes.length + next.length === 0) return '';
  return section(
    'todo',
    fixes.length === 0 ? 'What to do' : 'Fix first',
    `${fixes.length === 0 ? '' : `<ol class="todo">${fixes.join('\n')}</ol>`}${next.join('')}`,
  );
}

const writeNotes = ({ warnings, notes }: ReportDocument): string =>
  warnings.length + notes.length === 0
    ? ''
    : `<div class="note" role="note">${[...warnings, ...notes]
        .slice(0, 50)
        .map((line) => `<p>${writeProse(cutAt(line, LONGEST_TEXT))}</p>`)
        .join(
          '',
        )}${warnings.length + notes.length > 50 ? `<p>${formatCount(warnings.length + notes.length - 50)} more; -f json has them all.</p>` : ''}</div>\n`;

function writeAskedFor({ requirements }: ReportDocument): string {
  if (requirements === undefined) return '';
  const rows = requirements.points.map((point) => {
    const at = placeOfPoint(point);
    const code = point.evidence === null ? '' : ` <code>${escapeHtml(cutAt(point.evidence.trim(), 240))}</code>`;
    const why = explainPoint(point);
    return `<li><b>${REQUIREMENT_LABELS[point.status]}</b> ${escapeHtml(point.id)} ${writeProse(cutAt(point.text, LONGEST_TEXT))}${at === null ? '' : ` <span class="place">${escapeName(at)}</span>`}${code}${why === '' ? '' : `<br><span class="soft">${writeProse(cutAt(why, LONGEST_TEXT))}</span>`}</li>`;
  });
  const remark = [
    remarkRequirements(requirements),
    'Answered by a model and compared with the code; it does not decide the verdict.',
  ];
  return section(
    'asked-for',
    `Asked for in ${requirements.source}: ${countRequirements(requirements)}`,
    `<ul>${rows.join('\n')}</ul><p class="soft">${escapeHtml(remark.filter((part) => part !== null).join(' '))}</p>`,
  );
}

function writeFound(report: ReportDocument, overview: Overview, folderOf: FolderOf): string {
  const { problems, counted, earlier, unplaced, setAside, asked } = overview;
  const context = {
    asked,
    folderOf,
    paths: new Set(report.coverage.files.map(({ path }) => path)),
    checkOf: (finding: (typeof counted)[number]) => describeCheck(report.audit, finding),
  };
  const { html, left } = writeProblems(problems, context);
  const suppressed = setAside.filter(({ status }) => status === 'suppressed');
  const rejected = setAside.filter(({ status }) => status === 'rejected');
  const cap =
    left === 0
      ? ''
      : `<div class="note" role="note"><p>${formatCount(left)} of ${plural(counted.length, 'finding')}, the last in the ranking, are not shown so that this page stays small. -f json has them all.</p></div>\n`;
  return section(
    'problems',
    `Problems (${problems.length}, ${plural(counted.length, 'finding')})`,
    `${problems.length === 0 ? `<p>${escapeHtml(describeFindings(overview))}</p>\n` : writeFilters(overview, folderOf)}${cap}${html}${writeAside('Older than this change, not counted', earlier)}${writeAside(UNPLACED, unplaced)}${writeAside('Suppressed', suppressed)}${writeAside('Rejected', rejected)}`,
  );
}

function writeFilters({ counted, problems }: Overview, folderOf: FolderOf): string {
  const folders = [...new Set(counted.map(({ file }) => folderOf(file)))].sort().slice(0, 200);
  const isUsed = (severity: string): boolean => problems.some((problem) => problem.severity === severity);
  return `<div class="filters" hidden role="search" aria-label="Filter problems">
<input type="search" placeholder="Search title, file, rule, text" aria-label="Search problems">
<fieldset><legend>Severity</legend>${SEVERITIES.filter(isUsed)
    .map((severity) => `<label><input type="checkbox" name="severity" value="${severity}" checked> ${severity}</label>`)
    .join(' ')}</fieldset>
<select aria-label="Folder"><option value="">All folders</option>${folders.map((folder) => `<option value="${escapeName(folder.replaceAll(' ', '_'))}">${escapeName(folder)}</option>`).join('')}</select>
<label><input type="checkbox" name="tests" checked> Test code</label>
<output class="soft" aria-live="polite"></output></div>
`;
}

const writeChains = ({ attack_chains: chains }: ReportDocument): string =>
  section(
    'chains',
    `Attack chains (${chains.length})`,
    chains.length === 0
      ? ''
      : chains
          .slice(0, 50)
          .map(
            ({ id, title, severity, standing, findings, steps, amplification }) =>
              `<details><summary><span class="badge ${severity}">${severity}</span> ${escapeHtml(id)}: ${writeProse(cutAt(title, 300))} <span class="soft">${standing}, ${escapeHtml(findings.join(' + '))}</span></summary><ol>${steps.map((step) => `<li>${writeProse(cutAt(step, LONGEST_TEXT))}</li>`).join('')}</ol><p>${writeProse(cutAt(amplification, LONGEST_TEXT))}</p></details>`,
          )
          .join('\n') +
          (chains.length > 50
            ? `<p class="soft">${formatCount(chains.length - 50)} more; -f json has them all.</p>`
            : ''),
  );

const LISTED_FILES = 200;

function writeUnreviewed({ unreviewed }: Overview): string {
  const items = unreviewed.slice(0, LISTED_FILES).map(({ path, reason, missedBy }) => {
    const who = missedBy.length === 0 ? 'reviewed by no one' : `not reviewed by ${missedBy.join(', ')}`;
    return `<li><span class="place">${escapeName(path)}</span> <span class="soft">${escapeHtml(`${who}: ${reason}`)}</span></li>`;
  });
  const rest = unreviewed.length - items.length;
  return section(
    'unreviewed',
    `Not reviewed (${unreviewed.length})`,
    items.length === 0
      ? ''
      : `<ul class="places">${items.join('\n')}</ul>${rest > 0 ? `<p class="soft">${formatCount(rest)} more; -f json has them all.</p>` : ''}`,
  );
}

function writeScope(report: ReportDocument): string {
  const { run, scope, analyzers } = report;
  const rows = [
    ['Scope', describeScope(scope)],
    [isByRules(report) ? 'Checked' : 'Reviewed', describeReach(report)],
    ['With', describeReader(run.model)],
    ...analyzers.map(({ name, version, status, findings, reason }) => [
      'Analyzer',
      `${name}${version === null ? '' : ` ${version}`}: ${status}, ${plural(findings, 'finding')}${reason === null ? '' : ` (${reason})`}`,
    ]),
    ...(report.audit?.limitations ?? []).map((line) => ['Limitation', line]),
  ];
  return section(
    'scope',
    isByRules(report) ? 'What was checked' : 'What was reviewed',
    `<dl>${rows.map(([label = '', value = '']) => `<dt>${label}</dt><dd>${writeProse(cutAt(value, LONGEST_TEXT))}</dd>`).join('')}</dl>`,
  );
}
