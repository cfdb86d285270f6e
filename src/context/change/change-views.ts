/**
 * Makes the view of each changed file that reviewers on models are shown, once for all of them: hunks with their functions, code that
 * these use, an outline of the rest. A file that would be shown nearly whole is shown whole. Opened by wiring/agent-tools.ts.
 */
import type { ChangedFile, ChangeView, ViewChange, ViewLevel } from '../../ports/change-view.ts';
import type { OutlineSource, SourceOutline } from '../../ports/outline.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { mergeRanges } from '../../protocol/coverage/coverage.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';
import { createReadableFiles } from '../tools/readable-files.ts';
import type { ContextSearch } from '../tools/semantic-search.ts';
import { addUsedLines, findEnclosing, linesAround, outlineRest } from './enclosing-lines.ts';
import { findRelated, indexPaths, type RelatedSources } from './related-code.ts';
import { findRemoved } from './removed-lines.ts';

/** From this share of its lines on, the rest costs less than the words about it. */
const NEARLY_WHOLE = 0.8;
/** A change of more lines is a text of its own: nothing is looked for around it. */
const MAX_CHANGED_LINES = 3000;
/** Texts around a change that are kept while it is shown. */
const MAX_SCANNED = 1000;

export interface ChangeViewParts {
  /** As it is on disk. */
  readonly snapshot: Snapshot;
  /** As models may see it, line for line the same. */
  readonly redacted: Snapshot;
  /** Opened when the first changed file is shown. */
  readonly openOutline: () => Promise<OutlineSource>;
  readonly search: ContextSearch | null;
}

const splitLines = (text: string): readonly string[] => {
  const lines = text.split(/\r\n|\n|\r/u);
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

const countLines = (ranges: readonly LineRange[]): number =>
  ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0);

const textOf = async (files: Pick<Snapshot, 'read'>, path: string): Promise<string | null> => {
  const read = await files.read(path);
  return read.kind === 'text' ? read.text : null;
};

type PlainView = Omit<ChangeView, 'shown'>;

/** The file with its change, nothing chosen yet; null where it has no text. */
async function readChange(
  file: ChangedFile,
  redacted: Snapshot,
): Promise<(PlainView & { readonly text: string }) | null> {
  const text = await textOf(redacted, file.path);
  if (text === null) return null;
  const lines = splitLines(text);
  const changed = mergeRanges(file.changed.map(({ start, end }) => ({ start, end: Math.min(end, lines.length) })));
  const base = await redacted.readBase(file.path);
  const removed = base === null ? new Map<number, readonly string[]>() : findRemoved(splitLines(base), lines);
  return { path: file.path, lines, changed, removed, outline: [], related: [], text };
}

const isNearlyWhole = (ranges: readonly LineRange[], { lines }: Pick<ChangeView, 'lines'>): boolean =>
  countLines(ranges) >= NEARLY_WHOLE * lines.length;

const showWhole = (view: PlainView): ChangeView => ({
  ...view,
  shown: view.lines.length === 0 ? [] : [{ start: 1, end: view.lines.length }],
});

/** What an outline of the file finds around its hunks. */
async function viewFunctions(
  view: PlainView,
  {
    file,
    outline,
    level,
    sources,
  }: {
    readonly file: ChangedFile;
    readonly outline: SourceOutline;
    readonly level: ViewLevel;
    readonly sources: RelatedSources;
  },
): Promise<ChangeView> {
  const { changed, lines } = view;
  const enclosing = findEnclosing(outline, changed, lines);
  const shown = level === 'full' ? addUsedLines(outline, enclosing, changed, lines) : enclosing.shown;
  const { functions } = enclosing;
  const related = level === 'full' ? await findRelated({ file, outline, functions }, sources) : [];
  return isNearlyWhole(shown, view)
    ? { ...showWhole(view), related }
    : { ...view, shown, outline: outlineRest(outline, shown), related };
}

export function createChangeViews({ snapshot, redacted, openOutline, search }: ChangeViewParts): ViewChange {
  const views = new Map<string, Promise<ChangeView | null>>();
  let opened: Promise<RelatedSources> | null = null;

  const scanned = new Map<string, Promise<string | null>>();
  const scan = (path: string): Promise<string | null> =>
    scanned.size < MAX_SCANNED ? getOrAdd(scanned, path, () => textOf(snapshot, path)) : textOf(snapshot, path);

  const openSources = async (): Promise<RelatedSources> => {
    const paths = await createReadableFiles(snapshot, () => false).list('');
    // An index may name more: files that are kept from reviewers since.
    const readable = new Set(paths);
    return {
      paths: indexPaths(paths),
      scan: async (path) => (readable.has(path) ? scan(path) : null),
      read: async (path) => (readable.has(path) ? textOf(redacted, path) : null),
      outline: await openOutline(),
      search,
    };
  };

  const view = async (file: ChangedFile, level: ViewLevel): Promise<ChangeView | null> => {
    const read = await readChange(file, redacted);
    if (read === null) return null;
    const { text, ...plain } = read;
    const { changed, lines } = plain;
    if (isNearlyWhole(changed, plain)) return showWhole(plain);
    if (level === 'hunks') return { ...plain, shown: linesAround(changed, lines.length, true) };
    opened ??= openSources();
    const sources = await opened;
    const isHuge = countLines(changed) > MAX_CHANGED_LINES;
    const outline = isHuge ? null : sources.outline({ path: file.path, language: file.language, text });
    if (outline === null) return { ...plain, shown: linesAround(changed, lines.length) };
    return viewFunctions(plain, { file, outline, level, sources });
  };

  return (file, level) => getOrAdd(views, JSON.stringify([level, file.path, file.changed]), () => view(file, level));
}
