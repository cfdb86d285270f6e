/**
 * What a change takes away while other files still import it: deleted and renamed files, exported names that are gone. Errs towards
 * silence: whatever still has the name, or may have it, keeps the import whole. Called by wiring/dependent-files.ts.
 */
import type { SourceOutline } from '../../ports/outline.ts';
import { createPause } from '../../ports/pause.ts';
import type { BrokenImport } from '../../ports/repository.ts';
import { directoryOf, fileNameOf, resolvePath, stemOf } from '../../protocol/source/paths.ts';
import { createModuleFinder, type ModuleFinder, type ModuleTarget } from '../../recon/module-finder.ts';
import { stubOutline } from '../outline/outline-stub.ts';
import { IMPORTING, type ImportLine, listImportLines } from './import-lines.ts';
import { maskSource } from './mask-source.ts';
import { escapeName, findGoneNames, type GoneNames, languageOf, readText, type Texts } from './removed-names.ts';
import { findLine, findLineStarts } from './text-document.ts';

export interface ChangedPaths {
  /** Files that the change touches and that are still there. */
  readonly changed: readonly string[];
  /** Files that it deletes or renames. */
  readonly removed: readonly string[];
  readonly isSearched: (path: string) => boolean;
  readonly signal: AbortSignal | undefined;
}

const MANIFEST = /(?:^|\/)(?:package\.json|[jt]sconfig[\w.-]*\.json|go\.mod)$/u;
const VENDORED = /(?:^|\/)(?:node_modules|vendor|third_party)\//u;

/** By the file that imports. */
export async function findBrokenImports(
  snapshot: Texts,
  { changed, removed, isSearched, signal }: ChangedPaths,
): Promise<ReadonlyMap<string, readonly BrokenImport[]>> {
  const paths = await snapshot.paths();
  const gone = await keepGone(snapshot, removed, paths);
  const names = await findGoneNames(snapshot, changed, gone, paths);
  const found = new Map<string, readonly BrokenImport[]>();
  if (gone.length === 0 && names.size === 0) return found;
  const project = await openProject(snapshot, paths, gone, names);
  const pause = createPause(64);
  for (const path of [...paths].toSorted()) {
    const language = languageOf(path);
    if (!IMPORTING.has(language) || VENDORED.test(path) || !isSearched(path)) continue;
    await pause();
    if (signal?.aborted) break;
    const text = await readText(snapshot, path);
    if (text === null || !project.mayName(text)) continue;
    const broken = await judgeFile(project, stubOf(path), text);
    if (broken.length > 0) found.set(path, broken);
  }
  return found;
}

/** A file that git no longer follows may lie there all the same. */
async function keepGone(
  snapshot: Texts,
  removed: readonly string[],
  paths: ReadonlySet<string>,
): Promise<readonly string[]> {
  const gone: string[] = [];
  for (const path of removed)
    if (!(paths.has(path) || VENDORED.test(path)) && (await readText(snapshot, path)) === null) gone.push(path);
  return gone;
}

interface Project {
  readonly snapshot: Texts;
  readonly before: ModuleFinder;
  readonly after: ModuleFinder;
  /** Classes by their whole name (`com.acme.Shell`, `Acme\Shell`), with the file that had them. */
  readonly classes: ReadonlyMap<string, string>;
  readonly names: GoneNames;
  readonly gone: ReadonlySet<string>;
  /** Whether a text holds a word that an import of something removed would need. */
  mayName(text: string): boolean;
}

async function openProject(
  snapshot: Texts,
  paths: ReadonlySet<string>,
  gone: readonly string[],
  names: GoneNames,
): Promise<Project> {
  const manifests = new Map<string, string>();
  for (const path of paths) {
    const text = MANIFEST.test(path) && !VENDORED.test(path) ? await readText(snapshot, path) : null;
    if (text !== null) manifests.set(path, text);
  }
  const stubs = [...paths].map(stubOf);
  const words = [...new Set([...gone, ...names.keys()].map(wordOf))];
  return {
    snapshot,
    before: createModuleFinder([...stubs, ...gone.map(stubOf)], manifests),
    after: createModuleFinder(stubs, manifests),
    classes: await listGoneClasses(snapshot, gone, paths),
    names,
    gone: new Set(gone),
    mayName: (text) => words.some((word) => text.includes(word)),
  };
}

/** What an import calls a file: its stem, or that of its folder where it stands for that. */
function wordOf(path: string): string {
  const stem = stemOf(path);
  const isFolder = /^(?:index|__init__)$/u.test(stem) || path.endsWith('.go') || !fileNameOf(path).includes('.');
  return isFolder ? fileNameOf(path.includes('.') ? directoryOf(path) : path) : stem;
}

const stubOf = (path: string): SourceOutline => stubOutline(path, languageOf(path));

// ------------------------------------------------------------------------------------------------ classes that are gone

const PACKAGE: Readonly<Record<string, RegExp>> = {
  java: /^\s*package\s+([\w.]+)/mu,
  kotlin: /^\s*package\s+([\w.]+)/mu,
  php: /^\s*namespace\s+([\w\\]+)\s*[;{]/mu,
};

/** Classes that bear the name of their file. */
async function listGoneClasses(
  snapshot: Texts,
  gone: readonly string[],
  paths: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const path of gone) {
    const pattern = PACKAGE[languageOf(path)];
    const base = pattern === undefined ? null : await snapshot.readBase(path);
    if (pattern === undefined || base === null) continue;
    const packageName = pattern.exec(base)?.[1];
    const name = stemOf(path);
    const isDeclared = new RegExp(
      `\\b(?:class|interface|enum|record|object|trait|@interface)\\s+${escapeName(name)}\\b`,
      'u',
    );
    if (packageName === undefined || !/^\w+$/u.test(name) || !isDeclared.test(base)) continue;
    if (!(await isDeclaredElsewhere(snapshot, name, packageName, paths)))
      found.set(`${packageName}${path.endsWith('.php') ? '\\' : '.'}${name}`, path);
  }
  return found;
}

async function isDeclaredElsewhere(
  snapshot: Texts,
  name: string,
  packageName: string,
  paths: ReadonlySet<string>,
): Promise<boolean> {
  for (const path of paths) {
    if (stemOf(path) !== name) continue;
    const text = (await readText(snapshot, path)) ?? '';
    if (text.includes(packageName)) return true;
  }
  return false;
}

// ------------------------------------------------------------------------------------------------ who still asks for it

async function judgeFile(project: Project, file: SourceOutline, text: string): Promise<readonly BrokenImport[]> {
  const broken: BrokenImport[] = [];
  for (const each of listImportLines(text, file.language))
    broken.push(...(await judgeImport(project, file, each, text)));
  const known = new Map(broken.map((each) => [`${each.line} ${each.module} ${each.name}`, each]));
  return [...known.values()].toSorted((a, b) => a.line - b.line);
}

async function judgeImport(
  project: Project,
  file: SourceOutline,
  each: ImportLine,
  text: string,
): Promise<readonly BrokenImport[]> {
  const { language } = file;
  const { line, module, member } = each;
  if (language === 'ruby') return judgeRuby(project, file, each);
  if (PACKAGE[language] !== undefined && member !== null) return judgeClass(project, each, language);
  const [was] = project.before.find(file, module, member);
  if (!was) return [];
  const [now] = project.after.find(file, module, member);
  const from = was.file.path;
  if (language === 'go')
    return now ? judgeGo(project, each, directoryOf(now.file.path), text) : [{ line, module, name: null, from }];
  if (project.gone.has(from)) return judgeGone(project, each, was, now);
  const lost = member === null || was.isMember ? undefined : project.names.get(from)?.get(member);
  return lost === undefined ? [] : [{ line, module, name: member, from: lost }];
}

async function judgeGone(
  { snapshot }: Project,
  { line, module, member }: ImportLine,
  was: ModuleTarget,
  now: ModuleTarget | undefined,
): Promise<readonly BrokenImport[]> {
  const from = was.file.path;
  if (now === undefined) return [{ line, module, name: null, from }];
  // `from app import views`: the package is still there, the module in it is not.
  const isLost = was.isMember && !now.isMember && !(await mentions(snapshot, now.file.path, member ?? ''));
  return isLost ? [{ line, module, name: member, from }] : [];
}

async function mentions(snapshot: Texts, path: string, name: string): Promise<boolean> {
  const text = (await readText(snapshot, path)) ?? '';
  return new RegExp(`\\b${escapeName(name)}\\b|__getattr__|import[ \\t]*\\*`, 'u').test(text);
}

/** Where the file uses a name of the package that is gone. */
function judgeGo(
  project: Project,
  { local, module }: ImportLine,
  folder: string,
  text: string,
): readonly BrokenImport[] {
  const names = project.names.get(folder);
  if (!names || local === '_' || local === '.') return [];
  const { code } = maskSource(text, 'go');
  const starts = findLineStarts(text);
  return [...names].flatMap(([name, from]) => {
    const at = new RegExp(`(?<![\\w.])${escapeName(local)}\\.${name}\\b`, 'u').exec(code)?.index;
    return at === undefined ? [] : [{ line: findLine(starts, at), module, name, from }];
  });
}

function judgeClass(
  { classes }: Project,
  { line, module, member }: ImportLine,
  language: string,
): readonly BrokenImport[] {
  const separator = language === 'php' ? '\\' : '.';
  const whole = `${module}${separator}${member}`;
  for (const name of [whole, module]) {
    const from = classes.get(name);
    if (from !== undefined) return [{ line, module: whole, name: null, from }];
  }
  return [];
}

function judgeRuby({ gone }: Project, { path }: SourceOutline, { line, module }: ImportLine): readonly BrokenImport[] {
  const place = module.startsWith('.') ? resolvePath(directoryOf(path), module) : `lib/${module}`;
  const from = [place, `${place}.rb`].find((each) => each !== null && gone.has(each));
  return typeof from === 'string' ? [{ line, module, name: null, from }] : [];
}
