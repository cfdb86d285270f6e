/**
 * Writes the suggestions of an incomplete audit: the command with `--cells` that audits exactly the open cells again (REPORT-05), and
 * other advice such as advisories. After an audit without a model the command asks for one, since the embedded auditor gives the same
 * result each time. Called by compose-audit.ts.
 */
import type { CoverageCell } from '../../ports/auditor.ts';
import type { Selection, Snapshot } from '../../ports/repository.ts';
import { quotePath, quoteWord } from '../../protocol/coverage/follow-up.ts';
import { listGaps } from '../../protocol/coverage/gaps.ts';
import { DIMENSIONS, type Dimension, type DimensionCoverage } from '../../protocol/findings/dimension.ts';
import { listScopeFlags } from '../scope-flags.ts';
import type { AuditRequest } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';
import { completeCells } from './compose-audit-coverage.ts';

/** A shell takes no longer word than 131,072 bytes; what does not fit is asked for in a second command. */
const LONGEST_SELECTION = 60_000;

export function suggestCells(
  state: AuditState,
  coverage: DimensionCoverage,
  request: Pick<AuditRequest, 'selection' | 'model' | 'cells' | 'isInCell'>,
): readonly string[] {
  const gaps = listGaps(coverage);
  if (gaps.length === 0) return [];
  const cells = completeCells(state).filter(({ dimension }) => coverage[dimension] !== 'not-applicable');
  const questions = DIMENSIONS.flatMap((dimension) => askAgain(dimension, cells, gaps));
  const isEmbedded = request.model === 'embedded';
  const isSettled = isEmbedded && !wasCut(state);
  const isRepeated = !isEmbedded && request.cells !== null && cells.every(({ status }) => status !== 'covered');
  return [
    ...(isRepeated ? [] : writeCommands(selectCells(questions), state, request.selection, isSettled)),
    ...(isSettled ? ['Without a model these cells stay open: the embedded auditor always gives the same result'] : []),
    ...(isRepeated
      ? [
          `${cells.length === 1 ? '1 cell' : `${cells.length} cells`} stayed open: another model or higher limits may help`,
        ]
      : []),
    ...adviseAdvisories(state, coverage),
  ];
}

/** What is to be asked again of one dimension: files with an open cell, of all that have one. */
interface Question {
  readonly dimension: Dimension;
  readonly paths: readonly string[];
  readonly open: ReadonlySet<string>;
}

/** A dimension that is not met owes something, though each of its cells was looked at, or none is known: then all of it is asked. */
function askAgain(
  dimension: Dimension,
  cells: readonly CoverageCell[],
  gaps: readonly Dimension[],
): readonly Question[] {
  const own = cells.filter((cell) => cell.dimension === dimension);
  const paths = [...new Set(own.map(({ path }) => path))];
  const open = own.filter(({ status }) => status !== 'covered').map(({ path }) => path);
  if (open.length > 0) return [{ dimension, paths, open: new Set(open) }];
  return gaps.includes(dimension) ? [{ dimension, paths, open: new Set(paths) }] : [];
}

/** Something went wrong on the way: to ask again may help. A file that is too large stays so. */
const wasCut = ({ huntFailure, hunts, survey }: AuditState): boolean =>
  huntFailure !== null ||
  survey.owed.some(({ reason }) => reason === 'unreadable') ||
  hunts.some(({ result }) => result.ending !== 'replied');

/** Characters that mean something in a glob: a folder of such a name is not written as one. */
const SPECIAL = /[\\*?[\](){}!+@]/u;

/** One selector for each glob: `D1+D4:src/a.ts`; the dimension alone where all of it is open. */
function selectCells(questions: readonly Question[]): readonly string[] {
  const asked = questions.flatMap(({ dimension, paths, open }) =>
    (paths.every((path) => open.has(path)) && paths.length !== 1 ? [''] : foldPaths('', paths, open)).map((glob) => ({
      dimension,
      glob,
    })),
  );
  return [...Map.groupBy(asked, ({ glob }) => glob)].map(([glob, own]) => {
    const names = own.map(({ dimension }) => dimension).join('+');
    return glob === '' ? names : `${names}:${glob}`;
  });
}

/** By folder where all that matters below it is open, else by file. */
function foldPaths(folder: string, paths: readonly string[], open: ReadonlySet<string>): readonly string[] {
  const isWhole = paths.length > 1 && paths.every((path) => open.has(path));
  if (isWhole && folder !== '' && !SPECIAL.test(folder)) return [`${folder}/**`];
  const start = folder === '' ? 0 : folder.length + 1;
  const parts = Map.groupBy(paths, (path) => {
    const end = path.indexOf('/', start);
    return end < 0 ? path : path.slice(0, end);
  });
  return [...parts].flatMap(([part, own]) => {
    if (own.length === 1 && own[0] === part) return open.has(part) ? [part] : [];
    return foldPaths(part, own, open);
  });
}

function writeCommands(
  selectors: readonly string[],
  { plan, survey }: AuditState,
  selection: Selection,
  isForModel: boolean,
): readonly string[] {
  const mode = plan.mode === 'deep' ? ' --mode deep' : '';
  const model = isForModel ? ' --model PROVIDER/MODEL' : '';
  return splitSelection(selectors).map(
    (part) =>
      `Consider: consensus-review audit${formatScope(selection, survey.snapshot)}${mode}${model} --cells ${quotePath(part.join(','))}`,
  );
}

function splitSelection(selectors: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const selector of selectors) {
    length += selector.length + 1;
    if (length > LONGEST_SELECTION) {
      parts.push([]);
      length = selector.length;
    }
    parts.at(-1)?.push(selector);
  }
  return parts;
}

/** No reading tells of advisories: what is missing is a source of them. */
function adviseAdvisories({ baseline }: AuditState, coverage: DimensionCoverage): readonly string[] {
  const isAbsent =
    baseline?.analyzers.some(({ name, status }) => name === 'advisories' && status === 'absent') ?? false;
  return isAbsent && (coverage.D10 === 'shallow' || coverage.D10 === 'missing')
    ? [
        'For D10, run `consensus-review advisories update`, or set `advisory_database` or `allow_network`, so that versions are compared with advisories',
      ]
    : [];
}

/** The scope of this run, as it is asked for again. */
function formatScope(selection: Selection, snapshot: Snapshot): string {
  const change = listScopeFlags(selection, snapshot);
  if (change !== null) return ` ${change.map(quoteWord).join(' ')}`;
  return selection.kind === 'paths' ? selection.patterns.map((pattern) => ` ${quotePath(pattern)}`).join('') : ' --all';
}
