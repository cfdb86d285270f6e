/**
 * What to do about the cells an audit left open: the command for exactly them (REPORT-05), where it would change something, and
 * what else would. The embedded auditor says the same of the same files each time, so its own command is not offered again.
 */
import type { CoverageCell } from '../../audit-port.ts';
import type { Selection } from '../../ports.ts';
import type { DimensionCoverage } from '../../protocol/dimension.ts';
import { quotePath } from '../../protocol/follow-up.ts';
import { listGaps } from '../../protocol/gaps.ts';
import type { AuditRequest } from './audit-request.ts';
import { type AuditState, cellKey } from './audit-state.ts';
import { completeCells } from './compose-audit-coverage.ts';

const MOST_SELECTORS = 40;

export function suggestCells(
  state: AuditState,
  coverage: DimensionCoverage,
  request: Pick<AuditRequest, 'selection' | 'model' | 'cells' | 'isInCell'>,
): readonly string[] {
  if (listGaps(coverage).length === 0) return [];
  const cells = completeCells(state).filter(({ dimension }) => coverage[dimension] !== 'not-applicable');
  const open = cells.filter(({ status }) => status !== 'covered');
  if (open.length === 0) return [];
  const isEmbedded = request.model === 'embedded';
  const isSettled = isEmbedded && !wasCut(state);
  const isRepeated = !isEmbedded && isSameQuestion(open, cells, request);
  return [
    ...(isRepeated ? [] : writeCommand(selectCells(cells), state, request.selection, isSettled)),
    ...(isSettled
      ? ['Without a model these cells stay open: the embedded auditor says the same of them each time']
      : []),
    ...(isRepeated
      ? [
          `${open.length === 1 ? '1 cell' : `${open.length} cells`} stayed open though asked for: another model, or higher limits, may do more`,
        ]
      : []),
    ...adviseAdvisories(state, coverage),
  ];
}

/** Something went wrong on the way: to ask again may help. */
const wasCut = ({ huntFailure, hunts, survey }: AuditState): boolean =>
  huntFailure !== null || survey.owed.length > 0 || hunts.some(({ result }) => result.ending !== 'replied');

/** The run was asked for cells, and none of them was closed. */
const isSameQuestion = (
  open: readonly CoverageCell[],
  cells: readonly CoverageCell[],
  { cells: asked }: Pick<AuditRequest, 'cells'>,
): boolean => asked !== null && open.length === cells.length;

interface Selector {
  readonly text: string;
  /** Open cells it stands for. */
  readonly cells: number;
}

/** Characters that mean something in a glob: a folder of such a name is not written as one. */
const SPECIAL = /[\\*?[\](){}!+@]/u;

/** By folder where a folder is open as a whole, else by file. */
function selectCells(cells: readonly CoverageCell[]): readonly Selector[] {
  const folders = Map.groupBy(cells, ({ dimension, path }) => `${dimension}:${folderOf(path)}`);
  return [...folders].flatMap(([folder, own]) => {
    const open = Map.groupBy(
      own.filter(({ status }) => status !== 'covered'),
      ({ path }) => path,
    );
    const files = new Set(own.map(({ path }) => path)).size;
    const isWhole = open.size === files && open.size > 2 && !folder.endsWith(':') && !SPECIAL.test(folder);
    if (isWhole) return [{ text: `${folder}/*`, cells: new Set(own.map(cellKey)).size }];
    return [...open].map(([path, each]) => ({ text: `${own[0]?.dimension}:${path}`, cells: each.length }));
  });
}

function writeCommand(
  selectors: readonly Selector[],
  { plan }: AuditState,
  selection: Selection,
  isForModel: boolean,
): readonly string[] {
  const shown = selectors.slice(0, MOST_SELECTORS).map(({ text }) => text);
  const more = selectors.slice(MOST_SELECTORS).reduce((sum, { cells }) => sum + cells, 0);
  const mode = plan.mode === 'deep' ? ' --mode deep' : '';
  const model = isForModel ? ' --model PROVIDER/MODEL' : '';
  return [
    `Consider: consensus-review audit${formatScope(selection)}${mode}${model} --cells ${quotePath(shown.join(','))}`,
    ...(more > 0
      ? [`${more} more ${more === 1 ? 'cell is' : 'cells are'} open: \`coverage.cells\` of the JSON report lists them`]
      : []),
  ];
}

/** No reading tells of advisories: what is missing is a source of them. */
function adviseAdvisories({ baseline }: AuditState, coverage: DimensionCoverage): readonly string[] {
  const isAbsent =
    baseline?.analyzers.some(({ name, status }) => name === 'advisories' && status === 'absent') ?? false;
  return isAbsent && (coverage.D10 === 'shallow' || coverage.D10 === 'missing')
    ? ['For D10 name an `advisory_database`, or set `allow_network`: versions are compared with advisories then']
    : [];
}

/** The scope of this run, as it is asked for again; a patch and the changes of a branch lie in the whole project. */
function formatScope(selection: Selection): string {
  switch (selection.kind) {
    case 'paths':
      return selection.patterns.map((pattern) => ` ${quotePath(pattern)}`).join('');
    case 'staged':
      return ' --staged';
    case 'commit':
      return ` --commit ${quotePath(selection.revision)}`;
    case 'range':
      return ` --base ${quotePath(selection.base)}${selection.head === null ? '' : ` --head ${quotePath(selection.head)}`}`;
    default:
      return ' --all';
  }
}

const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
