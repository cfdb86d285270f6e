/**
 * Writes the HTML pages of the dashboard: runs, a run under way, comparison, trends, search, and the frame around a report. Pure; all
 * texts in them are escaped. Called by app.ts.
 */
import { SEVERITIES } from '../protocol/findings/severity.ts';
import { FINDING_CHANGES } from '../protocol/report/compare-runs.ts';
import type { ComparisonDocument, ComparisonEntry } from '../protocol/report/comparison-document.ts';
import type { ReportFinding } from '../protocol/report/report-document.ts';
import type { StoredRun, StoredStep } from '../protocol/report/stored-run.ts';
import type { PageFrame } from '../report/html/html.ts';
import { SCRIPT_HASH } from '../report/html/html.ts';
import { escapeHtml, escapeName } from '../report/html/html-text.ts';
import { STYLE } from '../report/html/style.ts';

/** Nothing but what this server sends is loaded or run; the report brings its filters as an inline script. */
export const POLICY = `default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self' '${SCRIPT_HASH}'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const LINKS = [
  ['/', 'Runs'],
  ['/trends', 'Trends'],
  ['/search', 'Search'],
] as const;

const writeNav = (here: string): string => `<nav class="top" aria-label="Dashboard">${LINKS.map(
  ([href, name]) => `<a href="${href}"${href === here ? ' aria-current="page"' : ''}>${name}</a>`,
).join(
  '',
)}<form action="/search" method="get" role="search"><input type="search" name="q" aria-label="Search findings"><button>Search</button></form></nav>
`;

/** Around the HTML report: the way back, and the script for decisions. */
export const reportFrame = (run: StoredRun): PageFrame => ({
  head: '<link rel="stylesheet" href="/app.css">',
  body: ` data-run="${escapeName(run.id)}"`,
  before: `${writeNav('')}<div class="actions" style="max-width:72rem;margin:.5rem auto 0;padding:0 1.25rem"><a href="/compare?b=${encodeURIComponent(run.id)}">Compare with the run before</a></div>`,
  after: '<script src="/app.js"></script>',
});

export const writePage = (here: string, title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · consensus-review</title>
<style>${STYLE}</style>
<link rel="stylesheet" href="/app.css">
</head>
<body>
${writeNav(here)}<header><h1>${escapeHtml(title)}</h1></header>
<main>
${body}
</main>
<script src="/app.js"></script>
</body>
</html>
`;

const formatTime = (at: number): string => new Date(at).toISOString().replace('T', ' ').slice(0, 16);

const writeCounts = ({ counts }: Pick<StoredRun, 'counts'>): string =>
  counts === null
    ? ''
    : SEVERITIES.filter((severity) => counts[severity] > 0)
        .map((severity) => `<span class="badge ${severity}">${counts[severity]} ${severity.toLowerCase()}</span>`)
        .join(' ') || 'none';

const writeState = ({ status, verdict, complete }: StoredRun): string => {
  if (status === 'running') return '<span class="running">running</span>';
  const state = status === 'finished' ? (complete === false ? ' incomplete' : '') : ` ${status}`;
  return `${verdict === null ? '' : `<strong>${verdict}</strong>`}${escapeHtml(state)}`;
};

/** The part of the page that is replaced while runs go on. */
export const writeRunsTable = (runs: readonly StoredRun[], isAll: boolean): string =>
  runs.length === 0
    ? '<p>No runs are stored here yet. <code>consensus-review review</code> makes one; it appears here while it runs.</p>'
    : `<div class="scroll" tabindex="0" role="region" aria-label="Runs"><table class="runs stacked"><thead><tr><th scope="col">Run</th><th scope="col">Begun (UTC)</th><th scope="col">What</th><th scope="col">Result</th><th scope="col">Findings</th></tr></thead><tbody>${runs
        .map(
          (run) =>
            `<tr><td><a href="/runs/${encodeURIComponent(run.id)}">${escapeName(run.id)}</a></td><td>${formatTime(run.startedAt)}</td><td>${escapeHtml(run.playbook)}: ${escapeHtml(run.selection)}<br><span class="soft">${escapeHtml(run.model)}${isAll ? ` · <span class="place">${escapeName(run.root)}</span>` : ''}</span></td><td>${writeState(run)}</td><td>${writeCounts(run)}</td></tr>`,
        )
        .join('')}</tbody></table></div>`;

const writeOptions = (runs: readonly StoredRun[]): string =>
  runs
    .filter(({ hasReport }) => hasReport)
    .map(
      (run) =>
        `<option value="${escapeName(run.id)}">${escapeHtml(run.selection.slice(0, 60))}, ${escapeName(run.id)}</option>`,
    )
    .join('');

export const writeRunsPage = (runs: readonly StoredRun[], isAll: boolean): string =>
  writePage(
    '/',
    'Runs',
    `<div class="actions">${isAll ? '<a href="/">Only this folder</a>' : '<a href="/?all=1">Runs of all folders</a>'}</div>
<div data-events="/events${isAll ? '?all=1' : ''}" data-part="/parts/runs${isAll ? '?all=1' : ''}">${writeRunsTable(runs, isAll)}</div>
${
  runs.filter(({ hasReport }) => hasReport).length < 2
    ? ''
    : `<h2>Compare two runs</h2><form class="actions" action="/compare" method="get"><label>Before <select name="a">${writeOptions(runs.toReversed())}</select></label><label>After <select name="b">${writeOptions(runs)}</select></label><button>Compare</button></form>`
}`,
  );

/** What a run that is under way has done so far, by kind of step. */
export function writeLiveTable(run: StoredRun, steps: readonly StoredStep[]): string {
  const kinds = [...Map.groupBy(steps, ({ kind }) => kind)];
  const last = steps.at(-1);
  const rows = kinds.map(
    ([kind, own]) =>
      `<tr><td>${escapeHtml(kind)}</td><td class="num">${own.filter(({ doneAt }) => doneAt !== null).length}</td><td class="num">${own.length}</td></tr>`,
  );
  return `<p class="running">Running since ${formatTime(run.startedAt)} UTC</p>
<div class="scroll"><table><thead><tr><th scope="col">Step</th><th scope="col" class="num">Done</th><th scope="col" class="num">Begun</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
${last === undefined ? '' : `<p class="soft">Last: ${escapeHtml(last.key.slice(0, 200))}</p>`}`;
}

export const writeLivePage = (run: StoredRun, steps: readonly StoredStep[]): string => {
  const id = encodeURIComponent(run.id);
  return writePage(
    '',
    `${run.playbook}: ${run.selection}`,
    `<p>Run <code>${escapeName(run.id)}</code> with ${escapeHtml(run.model)}. The report appears here when it has ended.</p>
<div data-events="/events?run=${id}" data-part="/parts/live/${id}" aria-live="polite">${writeLiveTable(run, steps)}</div>`,
  );
};

const CHANGES: Readonly<Record<(typeof FINDING_CHANGES)[number], string>> = {
  new: 'New',
  newly_seen: 'Newly seen: the run before did not look there',
  fixed: 'Fixed',
  unknown: 'Unknown: the later run did not look there',
  still_there: 'Still there',
};

/** A finding leads to the page of its run: what is fixed or unknown to the one before. */
const writeEntry = ({ before, after }: ComparisonEntry, comparison: ComparisonDocument): string => {
  const shown = after ?? before;
  if (shown === null) return '';
  const run = after === null ? comparison.before : comparison.after;
  return `<tr><td><span class="badge ${shown.severity}">${shown.severity}</span></td><td><a href="/runs/${encodeURIComponent(run.id)}#${encodeURIComponent(shown.id)}">${escapeHtml(shown.title)}</a></td><td><span class="place">${escapeName(`${shown.file}:${shown.line}`)}</span></td></tr>`;
};

const MOST_ROWS = 300;

/** What has not changed stays closed. */
function writeChange(change: (typeof FINDING_CHANGES)[number], comparison: ComparisonDocument): string {
  const entries = comparison[change];
  const rest = entries.length - MOST_ROWS;
  const rows = entries.slice(0, MOST_ROWS).map((entry) => writeEntry(entry, comparison));
  const table = `<div class="scroll"><table class="stacked"><thead><tr><th scope="col">Severity</th><th scope="col">Finding</th><th scope="col">Place</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>${rest > 0 ? `<p>${rest} more; consensus-review runs compare lists all.</p>` : ''}`;
  const heading = `${CHANGES[change]} (${entries.length})`;
  return change === 'still_there'
    ? `<h2>${heading}</h2><details><summary>Show them</summary>${table}</details>`
    : `<h2>${heading}</h2>${table}`;
}

export const writeComparison = (comparison: ComparisonDocument): string =>
  writePage(
    '/compare',
    `Comparison of ${comparison.before.id} with ${comparison.after.id}`,
    `${comparison.differences.length === 0 ? '' : `<div class="note">${comparison.differences.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}</div>`}
<p>${FINDING_CHANGES.map((change) => `${comparison.counts[change]} ${escapeHtml(change.replace('_', ' '))}`).join(', ')}</p>
${FINDING_CHANGES.filter((change) => comparison.counts[change] > 0)
  .map((change) => writeChange(change, comparison))
  .join('\n')}`,
  );

const BAR = 24;
const GAP = 8;
const HEIGHT = 150;
const MARGIN = 10;

/** Findings by severity, the oldest run at the left. */
export function writeTrends(runs: readonly StoredRun[]): string {
  const shown = runs.filter(({ counts }) => counts !== null).toReversed();
  const totalOf = ({ counts }: StoredRun): number => SEVERITIES.reduce((sum, name) => sum + (counts?.[name] ?? 0), 0);
  const most = Math.max(1, ...shown.map(totalOf));
  const width = Math.max(320, shown.length * (BAR + GAP) + GAP);
  const bars = shown.map((run, at) => {
    let y = HEIGHT + MARGIN;
    const parts = SEVERITIES.toReversed().map((severity) => {
      const height = ((run.counts?.[severity] ?? 0) / most) * HEIGHT;
      y -= height;
      return height === 0
        ? ''
        : `<rect class="${severity}" x="${GAP + at * (BAR + GAP)}" y="${y.toFixed(1)}" width="${BAR}" height="${height.toFixed(1)}"/>`;
    });
    return `<g><title>${escapeName(run.id)}: ${totalOf(run)}</title>${parts.join('')}</g>`;
  });
  const chart =
    shown.length === 0
      ? '<p>No run with a report yet.</p>'
      : `<svg class="trend" role="img" aria-label="Findings of ${shown.length} runs, oldest first; the table below has the numbers" viewBox="0 0 ${width} ${HEIGHT + 2 * MARGIN}" preserveAspectRatio="xMinYMid meet">${bars.join('')}</svg>
<p class="soft">Oldest run left, ${most} findings in the longest bar. ${SEVERITIES.map((severity) => `<span class="badge ${severity}">${severity.toLowerCase()}</span>`).join(' ')}</p>`;
  const rows = shown
    .toReversed()
    .map(
      (run) =>
        `<tr><td><a href="/runs/${encodeURIComponent(run.id)}">${escapeName(run.id)}</a></td><td>${escapeHtml(run.selection)}</td>${SEVERITIES.map((severity) => `<td class="num" data-label="${severity}">${run.counts?.[severity] ?? 0}</td>`).join('')}<td class="num" data-label="Cost">${run.usage === null ? '' : `$${run.usage.costUsd.toFixed(2)}`}</td></tr>`,
    );
  return writePage(
    '/trends',
    'Trends',
    `${chart}${shown.length === 0 ? '' : `<div class="scroll" tabindex="0" role="region" aria-label="Numbers"><table class="stacked"><thead><tr><th scope="col">Run</th><th scope="col">Scope</th>${SEVERITIES.map((severity) => `<th scope="col" class="num">${severity}</th>`).join('')}<th scope="col" class="num">Cost</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`}`,
  );
}

export interface FoundFinding {
  readonly run: string;
  readonly finding: ReportFinding;
}

export const writeSearch = (query: string, found: readonly FoundFinding[], isCut: boolean): string =>
  writePage(
    '/search',
    query === '' ? 'Search findings' : `Search: ${query}`,
    `<form class="actions" action="/search" method="get"><label>Words in title, text, file, rule or fingerprint <input type="search" name="q" value="${escapeHtml(query)}"></label><button>Search</button></form>
${
  query === ''
    ? ''
    : `<p>${found.length}${isCut ? ' and more' : ''} found in the newest runs.</p><div class="scroll" tabindex="0" role="region" aria-label="Results"><table class="stacked"><thead><tr><th scope="col">Severity</th><th scope="col">Finding</th><th scope="col">Place</th><th scope="col">Run</th></tr></thead><tbody>${found
        .map(
          ({ run, finding }) =>
            `<tr><td><span class="badge ${finding.severity}">${finding.severity}</span></td><td><a href="/runs/${encodeURIComponent(run)}#${encodeURIComponent(finding.id)}">${escapeHtml(finding.id)}: ${escapeHtml(finding.title)}</a></td><td><span class="place">${escapeName(`${finding.file}:${finding.line}`)}</span></td><td>${escapeName(run)}</td></tr>`,
        )
        .join('')}</tbody></table></div>`
}`,
  );
