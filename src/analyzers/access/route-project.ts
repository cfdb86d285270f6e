/**
 * Reads and outlines the files that may declare or answer routes, in scope or elsewhere in the project, and what these import two steps
 * deep, into a RouteProject (symbols, texts without comments). Null where nothing in scope has routes; isWhole is false where limits left
 * files out. Called by access.ts.
 */
import { setImmediate } from 'node:timers/promises';
import type { OutlineSource, SourceOutline } from '../../ports/outline.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { detectLanguage } from '../../protocol/source/language.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import { findProjectFolder } from '../../recon/project-folder.ts';
import { createProjectSymbols, type ProjectSymbols } from '../../recon/project-symbols.ts';
import { isForeign } from '../../recon/survey-project.ts';
import { blankComments } from '../source-text/mask-source.ts';
import { groupByName, listImported, listPassedOn } from './imported-files.ts';
import { familyOf, mayHoldRoutes, ROUTED_LANGUAGES } from './route-hints.ts';

export interface RouteProject {
  readonly symbols: ProjectSymbols;
  /** Text of an outlined file without its comments; offsets are those of the file. */
  codeOf(path: string): string;
  /** False where a part that may hold guards was not read: then a missing guard says nothing. */
  readonly isWhole: boolean;
  /** Whether some text of the project that was read matches. */
  mentions(pattern: RegExp): boolean;
}

const MAX_AROUND = 3_000;
const FEW_AROUND = 500;
const MAX_OUTLINED = 1_500;
const MAX_CHARACTERS = 300_000;
const MAX_MANIFESTS = 200;
const IMPORT_DEPTH = 2;
const PASSING_DEPTH = 2;
const MANIFEST = /(?:^|\/)(?:package\.json|go\.mod)$/u;
const BUILT = /(?:^|\/)(?:dist|build|public|static|assets)\//u;

interface Reading {
  readonly snapshot: Snapshot;
  readonly outline: OutlineSource;
  readonly signal: AbortSignal;
  readonly texts: Map<string, string>;
  readonly outlines: Map<string, SourceOutline>;
}

/** Null where nothing in scope has a route. */
export async function readRouteProject(
  snapshot: Snapshot,
  openOutline: () => Promise<OutlineSource>,
  signal: AbortSignal,
): Promise<RouteProject | null> {
  const scope = await findScope(snapshot, signal);
  if (scope.families.size === 0) return null;
  const reading: Reading = { snapshot, outline: await openOutline(), signal, texts: scope.texts, outlines: new Map() };
  const { near, isWhole } = await findAround(snapshot, scope.paths, scope.families);
  const hinted = [...scope.texts.keys()];
  const others: string[] = [];
  for (const path of near) {
    if (scope.texts.has(path)) continue;
    const text = await readText(reading, path);
    if (text !== null && mayHoldRoutes(text, languageOf(path))) {
      hinted.push(path);
      reading.texts.set(path, text);
    } else others.push(path);
  }
  for (const path of hinted) await outlineFile(reading, path);
  await outlineImports(reading, others);
  const manifests = await readManifests(reading);
  const symbols = createProjectSymbols(
    [...reading.outlines.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    manifests,
  );
  return toProject(reading, symbols, isWhole && reading.outlines.size < MAX_OUTLINED);
}

function toProject({ texts }: Reading, symbols: ProjectSymbols, isWhole: boolean): RouteProject {
  const codes = new Map<string, string>();
  const codeOf = (path: string): string => {
    const known = codes.get(path);
    if (known !== undefined) return known;
    const code = blankComments(texts.get(path) ?? '', languageOf(path));
    codes.set(path, code);
    return code;
  };
  return {
    symbols,
    codeOf,
    isWhole,
    mentions: (pattern) => symbols.outlines.some(({ path }) => pattern.test(codeOf(path))),
  };
}

const languageOf = (path: string): string | null => detectLanguage(path)?.name ?? null;

interface Scope {
  readonly paths: readonly string[];
  /** Files with routes, by path. */
  readonly texts: Map<string, string>;
  readonly families: ReadonlySet<string>;
}

async function findScope(snapshot: Snapshot, signal: AbortSignal): Promise<Scope> {
  const paths: string[] = [];
  const texts = new Map<string, string>();
  const families = new Set<string>();
  for await (const entry of snapshot.entries()) {
    if (signal.aborted) throw new Error('stopped before the end');
    if (entry.kind !== 'file' || !isRead(entry.path, entry.language)) continue;
    paths.push(entry.path);
    const read = await snapshot.read(entry.path);
    if (read.kind !== 'text' || read.text.length > MAX_CHARACTERS || !mayHoldRoutes(read.text, entry.language))
      continue;
    texts.set(entry.path, read.text);
    families.add(familyOf(entry.language));
  }
  return { paths, texts, families };
}

const isRead = (path: string, language: string | null): boolean =>
  language !== null &&
  ROUTED_LANGUAGES.includes(language) &&
  !isForeign(path) &&
  !isTestPath(path) &&
  !BUILT.test(path);

/** Source files of the same languages that may guard, mount or answer what is in scope. */
async function findAround(
  snapshot: Snapshot,
  scope: readonly string[],
  families: ReadonlySet<string>,
): Promise<{ readonly near: readonly string[]; readonly isWhole: boolean }> {
  const paths = await snapshot.paths();
  const all = [...paths].filter((path) => {
    const language = languageOf(path);
    return isRead(path, language) && families.has(familyOf(language));
  });
  const readManifest = async (path: string): Promise<string | null> => {
    const read = await snapshot.read(path);
    return read.kind === 'text' ? read.text : null;
  };
  const folder = all.length <= FEW_AROUND ? '' : await findProjectFolder(scope, paths, readManifest);
  const near = all.filter((path) => path.startsWith(folder)).toSorted();
  return { near: near.slice(0, MAX_AROUND), isWhole: near.length <= MAX_AROUND };
}

async function readText({ snapshot, texts, signal }: Reading, path: string): Promise<string | null> {
  if (signal.aborted) throw new Error('stopped before the end');
  const known = texts.get(path);
  if (known !== undefined) return known;
  const read = await snapshot.read(path);
  return read.kind === 'text' && read.text.length <= MAX_CHARACTERS ? read.text : null;
}

async function outlineFile(reading: Reading, path: string): Promise<void> {
  const { outlines, outline, texts } = reading;
  if (outlines.has(path) || outlines.size >= MAX_OUTLINED) return;
  const text = await readText(reading, path);
  const made = text === null ? null : outline({ path, language: languageOf(path), text });
  if (made === null || text === null) return;
  outlines.set(path, made);
  texts.set(path, text);
  await setImmediate();
}

/** What the files with routes import, several steps deep, and what those files only pass on. */
async function outlineImports(reading: Reading, others: readonly string[]): Promise<void> {
  const byName = groupByName(others);
  let wave: readonly SourceOutline[] = [...reading.outlines.values()];
  for (let depth = 0; depth < IMPORT_DEPTH + PASSING_DEPTH && wave.length > 0; depth += 1) {
    const wanted = new Set(
      wave.flatMap((outline) => [
        ...(depth < IMPORT_DEPTH ? listImported(outline, others, byName) : []),
        ...listPassedOn(outline, reading.texts.get(outline.path) ?? '', byName),
      ]),
    );
    const fresh = [...wanted].filter((path) => !reading.outlines.has(path));
    for (const path of fresh) await outlineFile(reading, path);
    wave = fresh.flatMap((path) => reading.outlines.get(path) ?? []);
  }
}

async function readManifests(reading: Reading): Promise<ReadonlyMap<string, string>> {
  const paths = [...(await reading.snapshot.paths())].filter((path) => MANIFEST.test(path) && !isForeign(path));
  const manifests = new Map<string, string>();
  for (const path of paths.slice(0, MAX_MANIFESTS)) {
    const text = await readText(reading, path);
    if (text !== null) manifests.set(path, text);
  }
  return manifests;
}
