/**
 * Finds code in other files that a change depends on: definitions of what it calls, and callers of what it changed. By names: imports,
 * file names and the index say where to look, the outline of a file whether it is there. At most 60 lines. Called by change-views.ts.
 */
import { posix } from 'node:path';
import type { ChangedFile, RelatedCode } from '../../ports/change-view.ts';
import type { OutlineFunction, OutlineSource, SourceOutline } from '../../ports/outline.ts';
import { append } from '../../protocol/collections/get-or-add.ts';
import { detectLanguage } from '../../protocol/source/language.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import type { ContextSearch } from '../tools/semantic-search.ts';
import { isShown, lastName } from './enclosing-lines.ts';

const MAX_CALLEES = 4;
const MAX_CALLERS = 3;
const MAX_CALLEE_LINES = 25;
const AROUND_CALL = 3;
/** Together, whatever there is. */
const MAX_LINES = 60;
/** Files that are outlined in search of a definition, and read in search of a call. */
const MAX_DEFINING = 24;
const MAX_BESIDE = 40;
const MAX_CALLING = 150;
const SEARCH_LIMIT = 20;
/** Shorter names stand everywhere. */
const MIN_NAME = 3;

export interface RelatedSources {
  /** Every path that may be shown. */
  readonly paths: PathIndex;
  /** The text as it is on disk, to look for names in; null where there is none. */
  readonly scan: (path: string) => Promise<string | null>;
  /** The text as it may be shown. */
  readonly read: (path: string) => Promise<string | null>;
  readonly outline: OutlineSource;
  readonly search: ContextSearch | null;
}

export interface RelatedTo {
  readonly file: ChangedFile;
  readonly outline: SourceOutline;
  readonly functions: readonly OutlineFunction[];
}

const languageOf = (path: string): string | null => detectLanguage(path)?.name ?? null;

/** Paths by what a name can say of them: so that no file is compared with all others. */
export interface PathIndex {
  readonly ofLanguage: ReadonlyMap<string | null, readonly string[]>;
  /** By file name without extensions, and by name of the folder, in lower case. */
  readonly called: ReadonlyMap<string, readonly string[]>;
  readonly inFolder: ReadonlyMap<string, readonly string[]>;
}

export function indexPaths(paths: readonly string[]): PathIndex {
  const ofLanguage = new Map<string | null, string[]>();
  const called = new Map<string, string[]>();
  const inFolder = new Map<string, string[]>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    append(ofLanguage, languageOf(path), path);
    append(called, posix.basename(path).replace(/\..*$/u, '').toLowerCase(), path);
    append(called, `${posix.basename(folder).toLowerCase()}/`, path);
    append(inFolder, folder, path);
  }
  return { ofLanguage, called, inFolder };
}

/** Segments that two folders have in common from the root on, less those that only one has. */
function closeness(a: readonly string[], path: string): number {
  const b = posix.dirname(path).split('/');
  let same = 0;
  while (same < Math.min(a.length, b.length) && a[same] === b[same]) same += 1;
  return 2 * same - a.length - b.length;
}

/** Test code last; then whoever is nearest. */
function sortNear(paths: readonly string[], path: string): readonly string[] {
  const folder = posix.dirname(path).split('/');
  return paths
    .map((each) => ({ each, near: closeness(folder, each) - (isTestPath(each) ? 100 : 0) }))
    .toSorted((a, b) => b.near - a.near)
    .map(({ each }) => each);
}

/** Names that the changed functions call, those on changed lines first. */
function listCalled({
  file,
  outline,
  functions,
}: RelatedTo): readonly { readonly name: string; readonly root: string }[] {
  const own = new Set(outline.functions.map(({ name }) => name));
  const inside = outline.calls.filter(
    ({ line }) => isShown(line, file.changed) || functions.some((fn) => fn.line <= line && line <= fn.endLine),
  );
  const near = inside.toSorted((a, b) => Number(isShown(b.line, file.changed)) - Number(isShown(a.line, file.changed)));
  const called = near
    .map(({ callee }) => ({ name: lastName(callee), root: callee.split(/[.:>-]+/u)[0] ?? '' }))
    .filter(({ name }) => name.length >= MIN_NAME && !own.has(name));
  return [...new Map(called.map((each) => [each.name, each])).values()];
}

/** Where a name may be defined: what the file imports it from, files called like a word of the call, the same folder. */
function listDefining(
  { file, outline, functions }: RelatedTo,
  called: { readonly name: string; readonly root: string },
  { paths }: RelatedSources,
): readonly string[] {
  const bindings = outline.bindings.filter(({ name }) => lastName(name) === called.root);
  const parameters = functions.flatMap((fn) => fn.parameters).filter(({ name }) => name === called.root);
  const modules = outline.imports
    .filter(({ local }) => local === called.root || local === called.name)
    .flatMap(({ module, member }) => [...module.split(/[./\\:]+/u).slice(-2), member ?? '']);
  const words = [
    ...modules.toReversed(),
    called.root,
    called.name,
    ...[...bindings, ...parameters].map(({ type }) => type ?? ''),
  ];
  const found = words
    .filter((word) => word !== '')
    .flatMap((word) => [word.toLowerCase(), `${word.toLowerCase()}/`])
    .flatMap((word) => sortNear(paths.called.get(word) ?? [], file.path).slice(0, MAX_DEFINING));
  const beside = (paths.inFolder.get(posix.dirname(file.path)) ?? []).slice(0, MAX_BESIDE);
  return [...new Set([...found, ...beside])].filter((path) => path !== file.path && languageOf(path) === file.language);
}

function sliceOf(text: string, start: number, end: number): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/u);
  // Behind the last line break there is no line.
  if (lines.at(-1) === '') lines.pop();
  return lines.slice(start - 1, end);
}

async function findDefinition(
  related: RelatedTo,
  name: string,
  candidates: readonly string[],
  sources: RelatedSources,
): Promise<RelatedCode | null> {
  let outlined = 0;
  for (const path of candidates) {
    if (!(await sources.scan(path))?.includes(name)) continue;
    if (outlined === MAX_DEFINING) return null;
    outlined += 1;
    const text = await sources.read(path);
    const outline = text === null ? null : sources.outline({ path, language: related.file.language, text });
    const found = outline?.functions.find((fn) => fn.name === name);
    if (text === null || found === undefined) continue;
    const range = { start: found.line, end: Math.min(found.endLine, found.line + MAX_CALLEE_LINES - 1) };
    return { path, kind: 'callee', name, range, lines: sliceOf(text, range.start, range.end) };
  }
  return null;
}

async function findCallees(related: RelatedTo, sources: RelatedSources): Promise<readonly RelatedCode[]> {
  const found: RelatedCode[] = [];
  for (const called of listCalled(related)) {
    if (found.length === MAX_CALLEES) break;
    const candidates = listDefining(related, called, sources);
    const definition = await findDefinition(related, called.name, candidates, sources);
    if (definition !== null) found.push(definition);
  }
  return found;
}

async function askIndex(search: ContextSearch | null, query: string): Promise<readonly string[]> {
  try {
    const answer = await search?.({ query, limit: SEARCH_LIMIT, pathPrefix: '' });
    return (answer?.results ?? []).map(({ filePath }) => filePath);
  } catch {
    return [];
  }
}

async function findCaller(name: string, path: string, sources: RelatedSources): Promise<RelatedCode | null> {
  if (!(await sources.scan(path))?.includes(name)) return null;
  const text = await sources.read(path);
  const outline = text === null ? null : sources.outline({ path, language: languageOf(path), text });
  const call = outline?.calls.find(({ callee }) => lastName(callee) === name);
  if (text === null || call === undefined || outline?.functions.some((fn) => fn.name === name)) return null;
  const lines = sliceOf(
    text,
    Math.max(1, call.line - AROUND_CALL),
    Math.min(call.endLine, call.line + AROUND_CALL) + AROUND_CALL,
  );
  const start = Math.max(1, call.line - AROUND_CALL);
  return { path, kind: 'caller', name, range: { start, end: start + lines.length - 1 }, lines };
}

async function findCallers(related: RelatedTo, sources: RelatedSources): Promise<readonly RelatedCode[]> {
  const { file, functions } = related;
  const found: RelatedCode[] = [];
  const same = (sources.paths.ofLanguage.get(file.language) ?? []).filter((path) => path !== file.path);
  const near = sortNear(same, file.path).slice(0, MAX_CALLING);
  for (const name of new Set(functions.map((fn) => fn.name).filter((each) => each.length >= MIN_NAME))) {
    const indexed = (await askIndex(sources.search, name)).filter((path) => path !== file.path);
    for (const path of new Set([...indexed, ...near])) {
      if (found.length === MAX_CALLERS) return found;
      const caller = await findCaller(name, path, sources);
      if (caller !== null) found.push(caller);
    }
  }
  return found;
}

/** Callees first: a reviewer can judge a call only by what it does. */
export async function findRelated(related: RelatedTo, sources: RelatedSources): Promise<readonly RelatedCode[]> {
  const all = [...(await findCallees(related, sources)), ...(await findCallers(related, sources))];
  let left = MAX_LINES;
  return all.filter(({ lines }) => {
    if (lines.length > left) return false;
    left -= lines.length;
    return true;
  });
}
