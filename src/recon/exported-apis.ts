/**
 * Finds the entry points that a library offers to other programs: exported functions and classes of the files that its manifests make
 * public (FACT-02). Called by survey-project.ts.
 */

import type { SourceOutline } from '../ports/outline.ts';
import { dropScriptEnding, listPackageEntryPoints, listSourcesOf } from '../protocol/source/package-entry-points.ts';
import { directoryOf, fileNameOf, joinPath } from '../protocol/source/paths.ts';
import { isTestPath } from '../protocol/source/test-path.ts';
import { parseJsonObject } from '../protocol/text/json-object.ts';
import { followExport, type ProjectSymbols } from './project-symbols.ts';
import type { EntryPoint } from './recon.ts';

/** Texts of manifests by path. */
type Manifests = ReadonlyMap<string, string>;

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
  const names = new Set([...manifests.keys()].map(fileNameOf));
  return {
    isPython: ['pyproject.toml', 'setup.py', 'setup.cfg'].some((name) => names.has(name)),
    isGem: [...names].some((name) => name.endsWith('.gemspec')),
    isPhp: [...manifests].some(
      ([path, text]) => fileNameOf(path) === 'composer.json' && parseJsonObject(text)?.type === 'library',
    ),
  };
}

function exportsOf(file: SourceOutline, { symbols, stems, isPython, isGem, isPhp }: Project): readonly EntryPoint[] {
  if (isScript(file)) return stems.has(dropScriptEnding(file.path)) ? scriptExports(symbols, file) : [];
  if (file.language === 'go') return goExports(file);
  if (file.language === 'python') return isPython ? pythonExports(file, symbols) : [];
  const isOffered =
    (file.language === 'ruby' && isGem && file.path.startsWith('lib/')) || (file.language === 'php' && isPhp);
  return isOffered ? methodExports(file) : [];
}

const isScript = ({ language }: SourceOutline): boolean => ['javascript', 'typescript', 'tsx'].includes(language);

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

/** Files that packages name as their entrance, source and build folder alike. */
function readPackageStems(manifests: Manifests): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const [path, text] of manifests) {
    const manifest = fileNameOf(path) === 'package.json' ? parseJsonObject(text) : null;
    if (!manifest || manifest.private === true) continue;
    const entrances = listPackageEntryPoints({ ...manifest, main: manifest.main ?? 'index.js' });
    for (const stem of entrances.flatMap((entrance) => [...listSourcesOf(entrance), `${entrance}/index`]))
      stems.add(joinPath(directoryOf(path), stem));
  }
  return stems;
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
  const isPublic = !fileNameOf(file.path).startsWith('_') || fileNameOf(file.path) === '__init__.py';
  const isInPackage = symbols.byPath.has(`${directoryOf(file.path)}/__init__.py`) || directoryOf(file.path) === 'src';
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
