/**
 * Writes sections of the HTML report with figures: coverage by folder, findings by folder, budgets with their limits, rounds, cost;
 * and the helpers for tables and sections. Returns HTML. Called by html.ts and problem-cards.ts.
 */
import { DEFAULT_THRESHOLDS } from '../../protocol/budget/thresholds.ts';
import { DIMENSION_PROFILES, DIMENSIONS } from '../../protocol/findings/dimension.ts';
import { countSeverities, SEVERITIES } from '../../protocol/findings/severity.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { listRoundLines } from '../audit-overview.ts';
import { formatCount, plural } from '../numbers.ts';
import type { Overview } from '../overview.ts';
import { nameRow } from '../reporters.ts';
import { describeUsage } from '../usage-text.ts';
import { escapeHtml, escapeName } from './html-text.ts';

const LISTED_FOLDERS = 40;
const FOLDER_DEPTH = 2;

export type FolderOf = (path: string) => string;

const listFolders = (path: string): readonly string[] => path.split('/').slice(0, -1);

/** Names the folder of a path in tables and filters: two folders below the one that all files share; `.` for a file at the root. */
export function groupFolders({ coverage, findings }: Pick<ReportDocument, 'coverage' | 'findings'>): FolderOf {
  const paths = [...coverage.files.map(({ path }) => path), ...findings.map(({ file }) => file)];
  let shared = listFolders(paths[0] ?? '');
  for (const path of paths) {
    const folders = listFolders(path);
    const ends = shared.findIndex((folder, at) => folders[at] !== folder);
    if (ends >= 0) shared = shared.slice(0, ends);
  }
  const depth = shared.length + FOLDER_DEPTH;
  return (path) => listFolders(path).slice(0, depth).join('/') || '.';
}

export const section = (id: string, title: string, body: string): string =>
  body === '' ? '' : `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(title)}</h2>\n${body}\n</section>\n`;

type Cell = { readonly html: string; readonly attributes?: string };

/** A table that scrolls by itself where it is too wide. Cells are HTML. */
export function table(label: string, head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return '';
  const write = (row: readonly Cell[]): string =>
    `<tr>${row.map(({ html, attributes = '' }, at) => (at === 0 ? `<th scope="row"${attributes}>${html}</th>` : `<td${attributes}>${html}</td>`)).join('')}</tr>`;
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escapeHtml(label)}"><table><thead><tr>${head
    .map((title) => `<th scope="col">${escapeHtml(title)}</th>`)
    .join('')}</tr></thead><tbody>\n${rows.map(write).join('\n')}\n</tbody></table></div>`;
}

const text = (value: string): Cell => ({ html: escapeHtml(value) });
const number = (value: number): Cell => ({ html: formatCount(value), attributes: ' class="num"' });

const tellRest = (all: number, shown: number): string =>
  all > shown
    ? `<p class="soft">${formatCount(all - shown)} more folders are not shown; -f json has every file.</p>`
    : '';

/** Reviewers (of an audit: dimensions) against folders, the share that was reviewed in each cell. */
export function writeHeatMap(report: ReportDocument, { agents }: Overview, folderOf: FolderOf): string {
  const isAudit = report.audit !== null;
  const columns = isAudit
    ? DIMENSIONS.filter((dimension) => report.coverage.cells.some((cell) => cell.dimension === dimension))
    : agents.map(({ agent }) => agent);
  const shares = new Map<string, Map<string, [done: number, all: number]>>();
  const add = (path: string, column: string, isDone: boolean): void => {
    const folder = folderOf(path);
    const row = shares.get(folder) ?? new Map<string, [number, number]>();
    const [done, all] = row.get(column) ?? [0, 0];
    shares.set(folder, row.set(column, [done + Number(isDone), all + 1]));
  };
  if (isAudit) for (const { dimension, path, status } of report.coverage.cells) add(path, dimension, status === '✅');
  else
    for (const { path, by } of report.coverage.files)
      for (const [agent, cell] of Object.entries(by)) add(path, agent, cell === 'reviewed');
  const size = (row: ReadonlyMap<string, readonly [number, number]>): number =>
    Math.max(0, ...[...row.values()].map(([, all]) => all));
  const rows = [...shares].sort(([, a], [, b]) => size(b) - size(a)).slice(0, LISTED_FOLDERS);
  const titles = columns.map((name) =>
    isAudit ? `${name} ${DIMENSION_PROFILES[name as (typeof DIMENSIONS)[number]].name}` : name,
  );
  const body = table(
    'Coverage by folder',
    ['Folder', ...titles],
    rows.map(([folder, row]) => [
      { html: `<span class="place">${escapeName(folder)}</span>` },
      ...columns.map((column) => writeShare(row.get(column))),
    ]),
  );
  return section(
    'coverage',
    isAudit ? 'Coverage: dimension by folder' : 'Coverage: reviewer by folder',
    body === '' ? '' : body + tellRest(shares.size, rows.length),
  );
}

function writeShare(share: readonly [done: number, all: number] | undefined): Cell {
  if (share === undefined) return { html: '<span class="soft">–</span>', attributes: ' class="heat"' };
  const [done, all] = share;
  const ratio = done / all;
  const percent = done === all ? 100 : Math.min(99, Math.floor(ratio * 100));
  return {
    html: `${percent}%`,
    attributes: ` class="heat" style="background:rgba(var(--heat),${(ratio * 0.35).toFixed(2)})" title="${done} of ${all}"`,
  };
}

export function writeFolders({ counted }: Overview, folderOf: FolderOf): string {
  const groups = [...Map.groupBy(counted, ({ file }) => folderOf(file))]
    .map(([folder, own]) => ({ folder, counts: countSeverities(own), all: own.length }))
    .sort((a, b) => b.counts.CRITICAL - a.counts.CRITICAL || b.counts.HIGH - a.counts.HIGH || b.all - a.all);
  const shown = groups.slice(0, LISTED_FOLDERS);
  const body = table(
    'Findings by folder',
    ['Folder', 'Share', ...SEVERITIES.map((severity) => severity.charAt(0) + severity.slice(1).toLowerCase()), 'All'],
    shown.map(({ folder, counts, all }) => [
      { html: `<span class="place">${escapeName(folder)}</span>` },
      {
        html: `<div class="stack" aria-hidden="true">${SEVERITIES.map((severity) => `<i class="${severity}" style="width:${((counts[severity] / all) * 100).toFixed(1)}%"></i>`).join('')}</div>`,
      },
      ...SEVERITIES.map((severity) => number(counts[severity])),
      number(all),
    ]),
  );
  return section('folders', 'Severity by folder', body === '' ? '' : body + tellRest(groups.length, shown.length));
}

const LISTED_AGENTS = 60;

/** What each agent used of its budget, wave by wave, with the lines at which it is told to be brief and to return. */
export function writeBudgets({ agents, budget }: ReportDocument, { asked }: Overview): string {
  const lines = LIMITS.map((share, at) => `<b${at === 2 ? ' class="last"' : ''} style="left:${share}%"></b>`).join('');
  const rows = agents.slice(0, LISTED_AGENTS).map((row) => [
    { html: escapeName(nameRow(row, asked)) },
    number(row.wave),
    {
      html: `<div class="bar" role="img" aria-label="${row.budget_used_percent}% of the budget">${`<i style="width:${Math.min(100, row.budget_used_percent)}%"></i>`}${lines}</div>`,
    },
    { html: `${row.budget_used_percent}%`, attributes: ' class="num"' },
    number(row.used_tokens),
    number(row.budget_tokens),
    text(row.mode.replaceAll('_', ' ')),
    text(row.cutoff_reason === null ? row.status : `${row.status} (${row.cutoff_reason})`),
  ]);
  const body = table(
    'Budgets',
    ['Agent', 'Wave', `Used; lines at ${LIMITS.join(', ')}%`, '', 'Tokens', 'Budget', 'Mode', 'Ended'],
    rows,
  );
  const rest = agents.length - rows.length;
  return section(
    'budgets',
    'Budgets',
    body === ''
      ? ''
      : `<p class="soft">Budgets × ${budget.scale} for ${escapeHtml(plural(budget.total_tokens, 'token'))}, ${budget.isolation} context.</p>${body}${rest > 0 ? `<p class="soft">${formatCount(rest)} more rows; -f json has them all.</p>` : ''}`,
  );
}

const LIMITS = [DEFAULT_THRESHOLDS.fullAnalysis, DEFAULT_THRESHOLDS.highSeverity, DEFAULT_THRESHOLDS.forceReturn].map(
  (share) => Math.round(share * 100),
);

export const writeRounds = (report: ReportDocument): string =>
  section(
    'rounds',
    'Rounds and gaps',
    table(
      'Rounds',
      ['Round', 'Agents', 'Findings', 'Gaps', 'Decision'],
      listRoundLines(report).map(({ name, agents, findings, gaps, decision }) => [
        text(name),
        number(agents),
        number(findings),
        text(gaps),
        text(decision),
      ]),
    ),
  );

export const writeCost = ({ usage }: ReportDocument): string =>
  section(
    'cost',
    'Cost',
    usage.calls === 0 && usage.ledger.length === 0
      ? ''
      : `<p>${escapeHtml(describeUsage(usage))}</p>${table(
          'Cost by agent and model',
          ['Agent', 'Model', 'Calls', 'Tokens in', 'Tokens out', 'USD'],
          usage.ledger.map((row) => [
            text(row.agent),
            text(row.model),
            number(row.calls),
            number(row.input_tokens),
            number(row.output_tokens),
            { html: row.cost_usd.toFixed(4), attributes: ' class="num"' },
          ]),
        )}`,
  );
