/** What a project offers to other programs: exported functions and classes of its public files (FACT-02). */
import type { SourceOutline } from '../ports/outline.ts';
import { isTestPath } from '../protocol/source/test-path.ts';
import { followExport, type ProjectSymbols } from './project-symbols.ts';
import type { EntryPoint } from './recon.ts';

/** Texts of manifests by path. */
type Manifests = ReadonlyMap<string, string>;

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export function findExportedApis(symbols: ProjectSymbols, manifests: Manifests): readonly EntryPoint[] {
  const project = { symbols, stems: readPackageStems(manifests), ...readKinds(manifests) };
  return symbols.outlines
    .filter(({ path }) => !isTestPath(path) && !ASIDE.test(path))
    .flatMap((file) => exportsOf(file, project));
}

const ASIDE = /(?:^|\/)(?:examples?|docs|bench\w*|scripts)\//u;

interface LibraryKinds {
  readonly isPython: boolean;
  readonly isGem: boolean;
  readonly isPhp: boolean;
}

interface Project extends LibraryKinds {
  readonly symbols: ProjectSymbols;
  readonly stems: ReadonlySet<string>;
}

function readKinds(manifests: Manifests): LibraryKinds {
  const names = new Set([...manifests.keys()].map(nameOf));
  return {
    isPython: ['pyproject.toml', 'setup.py', 'setup.cfg'].some((name) => names.has(name)),
    isGem: [...names].some((name) => name.endsWith('.gemspec')),
    isPhp: [...manifests].some(
      ([path, text]) => nameOf(path) === 'composer.json' && parseObject(text)?.type === 'library',
    ),
  };
}

function exportsOf(file: SourceOutline, { symbols, stems, isPython, isGem, isPhp }: Project): readonly EntryPoint[] {
  if (isScript(file)) return stems.has(stemOf(file.path)) ? scriptExports(symbols, file) : [];
  if (file.language === 'go') return goExports(file);
  if (file.language === 'python') return isPython ? pythonExports(file, symbols) : [];
  const isOffered =
    (file.language === 'ruby' && isGem && file.path.startsWith('lib/')) || (file.language === 'php' && isPhp);
  return isOffered ? methodExports(file) : [];
}

const isScript = ({ language }: SourceOutline): boolean => ['javascript', 'typescript', 'tsx'].includes(language);
const stemOf = (path: string): string => path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/u, '');

function toEntry(file: SourceOutline, name: string, line: number): EntryPoint {
  const place = { file: file.path, line };
  return {
    ...place,
    kind: 'exported-api',
    framework: file.language,
    method: null,
    route: name,
    handler: name,
    handlerPlace: place,
  };
}

const BUILD_FOLDER = /^(?:dist|lib|build|out|esm|cjs|es)(?:\/(?:esm|cjs|es))?\//u;

/** Files that packages name as their entrance, source and build folder alike. */
function readPackageStems(manifests: Manifests): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const [path, text] of manifests) {
    const manifest = nameOf(path) === 'package.json' ? parseObject(text) : null;
    if (!manifest || manifest.private === true) continue;
    const targets = collectTargets([manifest.main ?? 'index.js', manifest.module, manifest.types, manifest.exports]);
    for (const stem of targets.flatMap(stemsOf)) stems.add(folderOf(path) === '' ? stem : `${folderOf(path)}/${stem}`);
  }
  return stems;
}

function stemsOf(target: string): readonly string[] {
  const plain = stemOf(target.replace(/^\.\//u, ''));
  return [plain, plain.replace(BUILD_FOLDER, ''), plain.replace(BUILD_FOLDER, 'src/'), `${plain}/index`];
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

function collectTargets(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 6) return [];
  return Object.values(value).flatMap((inner) => collectTargets(inner, depth + 1));
}

/** Names of an entrance, with what it passes on from other files. */
function scriptExports(symbols: ProjectSymbols, file: SourceOutline, depth = 0): readonly EntryPoint[] {
  return file.exports.flatMap((each) => {
    if (each.name !== '*') return [exportedPlace(symbols, file, each.name, each.line)];
    if (depth > 4) return [];
    return symbols.modules
      .find(file, each.module ?? '', null)
      .flatMap((target) => scriptExports(symbols, target.file, depth + 1));
  });
}

function exportedPlace(symbols: ProjectSymbols, file: SourceOutline, name: string, line: number): EntryPoint {
  const [place] = followExport(symbols, { file, name });
  const declared =
    place?.file.functions.find((each) => each.name === place.name) ??
    place?.file.classes.find((each) => each.name === place.name);
  return place && declared ? toEntry(place.file, name, declared.line) : toEntry(file, name, line);
}

function pythonExports(file: SourceOutline, symbols: ProjectSymbols): readonly EntryPoint[] {
  const isPublic = !nameOf(file.path).startsWith('_') || nameOf(file.path) === '__init__.py';
  const isInPackage = symbols.byPath.has(`${folderOf(file.path)}/__init__.py`) || folderOf(file.path) === 'src';
  if (!isPublic || !isInPackage) return [];
  return [...file.functions.filter(({ owner, className }) => owner < 0 && className === ''), ...file.classes]
    .filter(({ name }) => name !== '' && !name.startsWith('_'))
    .map(({ name, line }) => toEntry(file, name, line));
}

function goExports(file: SourceOutline): readonly EntryPoint[] {
  if (file.packageName === 'main' || /(?:^|\/)(?:internal|cmd)\//u.test(file.path)) return [];
  return file.functions
    .filter(({ name, className }) => /^[A-Z]/u.test(name) && (className === '' || /^[A-Z]/u.test(className)))
    .map(({ name, className, line }) => toEntry(file, className === '' ? name : `${className}.${name}`, line));
}

const methodExports = (file: SourceOutline): readonly EntryPoint[] =>
  file.functions
    .filter(
      ({ name, modifiers }) =>
        name !== '' && !name.startsWith('_') && !modifiers.includes('private') && !modifiers.includes('protected'),
    )
    .map(({ name, className, line }) => toEntry(file, className === '' ? name : `${className}.${name}`, line));
