/**
 * Makes the survey of a project (Phase 1 of an audit) without a model: reads the files once, outlines them, and returns modules,
 * endpoints, sinks and dependencies of the scope. Everything comes out in a fixed order; what a cap leaves out is counted. Called by
 * wiring/audit-survey.ts; the analyzer access takes `isForeign`.
 */

import type { OutlineSource, SourceOutline } from '../ports/outline.ts';
import { isLibraryProject } from '../protocol/coverage/coverage-evidence.ts';
import { countLines } from '../protocol/source/count-lines.ts';
import { findLanguage, isSourceLanguage } from '../protocol/source/language.ts';
import { compareText } from '../protocol/text/compare-text.ts';
import { rateResources, toCalled, toEndpoint, toEntryPoint, withoutMatrix } from './endpoints.ts';
import { findExportedApis } from './exported-apis.ts';
import { findIdentityPlaces } from './identity-places.ts';
import { type CountedFile, findPackages, groupModules } from './modules.ts';
import { createProjectSymbols, type ProjectSymbols } from './project-symbols.ts';
import { type EntryPoint, type ProjectDependency, type Recon, ROUTELESS, UNREAD } from './recon.ts';
import { findImported, findRoutes } from './routes/find-routes.ts';
import type { JoinedRoute } from './routes/join-routes.ts';
import { hasUnreadRoutes } from './routes/read-routes.ts';
import { compareSpots, findSettings, findSinks, findWorkflows, isManifest } from './sinks.ts';

export interface SurveyFile {
  readonly path: string;
  readonly language: string | null;
  readonly text: string;
  /** Not of the scope: read for what it mounts, guards and calls. */
  readonly isAround?: boolean;
}

export interface SurveyPorts {
  readonly outline: OutlineSource;
  readonly dependencies: readonly ProjectDependency[];
  /** Functions that a request calls by name and no path: resolvers, remote procedures, server actions. */
  readonly findCalls?: (symbols: ProjectSymbols) => readonly JoinedRoute[];
  /** Asked when all files were read: those around the scope that could not be. */
  readonly countUnread?: () => number;
}

/** Every way into the project, whatever part of it is in scope. */
export type ProjectEntries = Pick<Recon, 'entryPoints' | 'endpoints'>;

/** The survey of the scope, and what it was made from: the whole project, which flows and guards do not stop at. */
export interface Survey {
  readonly recon: Recon;
  readonly project: ProjectEntries;
  readonly symbols: ProjectSymbols;
}

export const MAX_OUTLINES = 20_000;
export const MAX_ENTRY_POINTS = 5_000;
export const MAX_SINKS = 20_000;
const MAX_MANIFEST_CHARACTERS = 200_000;
const VENDORED =
  /(?:^|\/)(?:node_modules|bower_components|vendor|third[_-]party|\.venv|site-packages|__pycache__)\/|\.(?:min|bundle)\.[cm]?js$/u;
/** Other people's code: never part of a project's own. */
export const isForeign = (path: string): boolean => VENDORED.test(path);
const BUILT = /(?:^|\/)(?:dist|build)\//u;
/** Where the sources have more lines than that, what is built from them is not looked at. */
const FEW_LINES = 2_000;
/** Built code is read where it is this much more than all the rest. */
const BUILT_SHARE = 10;

interface Reading {
  readonly outlines: SourceOutline[];
  readonly counted: CountedFile[];
  readonly paths: string[];
  /** Paths that are not of the scope. */
  readonly around: Set<string>;
  readonly manifests: Map<string, string>;
  /** Source files without an outline: too many of them, or nothing that could parse them. */
  capped: number;
  unparsed: number;
  /** Source files around the scope that were one too many. */
  unread: number;
  /** Source files in folders of builds and of other people's code. */
  vendored: number;
  /** Lines of what was read so far. */
  ownLoc: number;
  /** Source files of builds, kept while they may turn out to be all there is. */
  readonly built: SurveyFile[];
}

export async function surveyProject(
  files: AsyncIterable<SurveyFile> | Iterable<SurveyFile>,
  { outline, dependencies, findCalls = () => [], countUnread = () => 0 }: SurveyPorts,
): Promise<Survey> {
  const reading: Reading = {
    outlines: [],
    counted: [],
    paths: [],
    around: new Set(),
    manifests: new Map(),
    capped: 0,
    unparsed: 0,
    unread: 0,
    vendored: 0,
    ownLoc: 0,
    built: [],
  };
  for await (const file of files) readFile(reading, file, outline);
  settleBuilt(reading, outline);
  reading.outlines.sort((a, b) => compareText(a.path, b.path));
  reading.counted.sort((a, b) => compareText(a.path, b.path));
  reading.paths.sort(compareText);
  const symbols = createProjectSymbols(reading.outlines, reading.manifests);
  const own = reading.paths.filter((path) => !reading.around.has(path));
  const found = { dependencies: ownDependencies(own, dependencies), calls: findCalls(symbols) };
  return { ...compose(reading, symbols, found, reading.unread + countUnread()), symbols };
}

const isSource = ({ language }: SurveyFile): boolean => isSourceLanguage(language);

function readFile(reading: Reading, file: SurveyFile, outline: OutlineSource): void {
  if (isForeign(file.path)) {
    if (isSource(file) && file.isAround !== true) reading.vendored += 1;
    return;
  }
  if (!BUILT.test(file.path)) {
    readOwn(reading, file, outline);
    return;
  }
  if (!isSource(file)) return;
  if (reading.ownLoc <= FEW_LINES) reading.built.push(file);
  else if (file.isAround !== true) reading.vendored += 1;
}

/** A package as it is published has nothing but its build: then that is the project. */
function settleBuilt(reading: Reading, outline: OutlineSource): void {
  const own = reading.ownLoc;
  const built = reading.built.reduce((sum, { text }) => sum + countLines(text).loc, 0);
  if (own <= FEW_LINES && built > own * BUILT_SHARE) for (const file of reading.built) readOwn(reading, file, outline);
  else reading.vendored += reading.built.filter(({ isAround }) => isAround !== true).length;
}

function readOwn(reading: Reading, file: SurveyFile, outline: OutlineSource): void {
  reading.paths.push(file.path);
  if (file.isAround === true) reading.around.add(file.path);
  if (isManifest(file.path) || /\.gemspec$|(?:^|\/)[jt]sconfig[\w.-]*\.json$/u.test(file.path))
    reading.manifests.set(file.path, file.text.slice(0, MAX_MANIFEST_CHARACTERS));
  if (!isSource(file)) return;
  const loc = countLines(file.text).loc;
  reading.counted.push({ path: file.path, language: file.language, loc });
  reading.ownLoc += loc;
  if (reading.outlines.length >= MAX_OUTLINES) {
    if (file.isAround === true) reading.unread += 1;
    else reading.capped += 1;
    return;
  }
  const made = outline(file);
  if (made) reading.outlines.push(made);
  else if (file.isAround !== true) reading.unparsed += 1;
}

function compose(
  reading: Reading,
  symbols: ProjectSymbols,
  { dependencies, calls }: Pick<SurveyPorts, 'dependencies'> & { readonly calls: readonly JoinedRoute[] },
  unread: number,
): Pick<Survey, 'recon' | 'project'> {
  const imported = findImported(reading.outlines, dependencies);
  const joined = findRoutes(symbols, imported);
  const exported = findExportedApis(symbols, reading.manifests);
  const called = calls.map(toCalled);
  const entries = uniqueEntries([...joined.map(toEntryPoint), ...called.map(withoutMatrix), ...exported]);
  const endpoints = [...joined.filter(({ draft }) => draft.kind === 'http').map(toEndpoint), ...called];
  const frameworks = new Set([...imported, ...entries.map(({ framework }) => framework)]);
  const { isInScope, touchesScope } = limitTo(reading.around);
  const paths = reading.paths.filter(isInScope);
  const counted = reading.counted.filter(({ path }) => isInScope(path));
  const settings = findSettings(paths);
  const named = new Set(settings.filter(({ dimension }) => dimension === 'D2').map(({ file }) => file));
  const identity = findIdentityPlaces(reading.outlines, endpoints).filter(
    ({ file }) => isInScope(file) && !named.has(file),
  );
  const found = findSinks(
    reading.outlines.filter(({ path }) => isInScope(path)),
    frameworks,
  );
  const sinks = [...found, ...settings, ...identity].toSorted(compareSpots);
  const ownEntries = entries.filter(touchesScope);
  const ownEndpoints = endpoints.filter(touchesScope);
  const leftOut = {
    outlines: reading.capped,
    unparsed: reading.unparsed,
    vendored: reading.vendored,
    entryPoints: ownEntries.length - MAX_ENTRY_POINTS,
    endpoints: ownEndpoints.length - MAX_ENTRY_POINTS,
    sinks: sinks.length - MAX_SINKS,
    [UNREAD]: unread,
    [ROUTELESS]: reading.outlines.filter((outline) => isInScope(outline.path) && hasUnreadRoutes(outline)).length,
  };
  const kept = ownEndpoints.slice(0, MAX_ENTRY_POINTS);
  const known = new Set(kept.map(({ resource }) => resource));
  const recon: Recon = {
    modules: groupModules(counted, findPackages(reading.paths)),
    entryPoints: ownEntries.slice(0, MAX_ENTRY_POINTS),
    endpoints: kept,
    resources: rateResources(endpoints).filter(({ resource }) => known.has(resource)),
    dependencies,
    languages: countLanguages(counted),
    frameworks: [...frameworks].filter((name) => findLanguage(name) === null).toSorted(compareText),
    sinks: sinks.slice(0, MAX_SINKS),
    workflows: findWorkflows(entries, reading.outlines).filter(({ places }) =>
      places.some(({ file }) => isInScope(file)),
    ),
    manifests: paths.filter(isManifest),
    files: paths.length,
    loc: counted.reduce((sum, { loc }) => sum + loc, 0),
    exportedApis: exported.length,
    isLibrary: isLibraryProject({ httpEntries: endpoints.length, exportedApis: exported.length }),
    leftOut: Object.fromEntries(Object.entries(leftOut).filter(([, count]) => count > 0)),
  };
  return { recon, project: { entryPoints: entries, endpoints } };
}

/** What of the project is of the scope: an endpoint where it is declared or answered there. */
function limitTo(around: ReadonlySet<string>): {
  readonly isInScope: (path: string) => boolean;
  readonly touchesScope: (entry: EntryPoint) => boolean;
} {
  const isInScope = (path: string): boolean => !around.has(path);
  return {
    isInScope,
    touchesScope: ({ file, handlerPlace }) => isInScope(file) || isInScope(handlerPlace?.file ?? file),
  };
}

/** What the manifests of the scope ask for; where none is in it, what those of the whole project do. */
function ownDependencies(
  paths: readonly string[],
  dependencies: readonly ProjectDependency[],
): readonly ProjectDependency[] {
  const known = new Set(paths);
  const own = dependencies.filter(({ manifest }) => known.has(manifest));
  return own.length > 0 ? own : dependencies;
}

const uniqueEntries = (entries: readonly EntryPoint[]): readonly EntryPoint[] =>
  [
    ...new Map(
      entries.map((entry) => [
        `${entry.file}:${entry.line} ${entry.kind} ${entry.method ?? ''} ${entry.route ?? ''}`,
        entry,
      ]),
    ).values(),
  ].toSorted((a, b) => compareText(a.file, b.file) || a.line - b.line || compareText(a.kind, b.kind));

function countLanguages(files: readonly CountedFile[]): Recon['languages'] {
  const counts = new Map<string, { files: number; loc: number }>();
  for (const { language, loc } of files) {
    const count = counts.get(language ?? '') ?? { files: 0, loc: 0 };
    counts.set(language ?? '', { files: count.files + 1, loc: count.loc + loc });
  }
  return [...counts]
    .map(([name, count]) => ({ name, ...count }))
    .toSorted((a, b) => b.loc - a.loc || compareText(a.name, b.name));
}
