/** Which files others import from: the entry points a package declares, `__init__.py`, public Go packages. */
import { parseJsonObject } from '../packages/package-manifest.ts';
import { directoryOf, fileNameOf, joinPath, resolvePath } from './project-paths.ts';
import type { ProjectTree } from './project-tree.ts';
import type { TextDocument } from './text-document.ts';

export interface EntryPoints {
  /** Paths without extension that package manifests name, source folder and build folder alike. */
  readonly stems: ReadonlySet<string>;
  /** Whether a package manifest was found at all. */
  readonly hasManifest: boolean;
}

const BUILD_FOLDER = /^(?:dist|lib|build|out|esm|cjs|es)(?:\/(?:esm|cjs|es))?\//u;
const EXTENSION = /(?:\.d)?\.[cm]?[jt]sx?$/u;
const MANIFEST_LIMIT = 200;

export async function readEntryPoints(tree: ProjectTree): Promise<EntryPoints> {
  const manifests = [...tree.paths].filter(
    (path) => fileNameOf(path) === 'package.json' && !path.includes('node_modules/'),
  );
  const stems = new Set<string>();
  for (const path of manifests.slice(0, MANIFEST_LIMIT)) {
    const manifest = parseJsonObject((await tree.readText(path)) ?? '');
    if (!manifest || manifest.private === true) continue;
    for (const target of collectTargets([manifest.main, manifest.module, manifest.types, manifest.exports])) {
      for (const stem of stemsOf(directoryOf(path), target)) stems.add(stem);
    }
  }
  return { stems, hasManifest: manifests.length > 0 };
}

function collectTargets(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 6) return [];
  return Object.values(value).flatMap((inner) => collectTargets(inner, depth + 1));
}

/** `dist/index.js` is made from `src/index.ts`; both count. */
function stemsOf(folder: string, target: string): readonly string[] {
  const plain = target.replace(/^\.\//u, '').replace(EXTENSION, '');
  return [plain, plain.replace(BUILD_FOLDER, ''), plain.replace(BUILD_FOLDER, 'src/')].flatMap((stem) => {
    const resolved = resolvePath(folder, stem);
    return resolved === null ? [] : [resolved];
  });
}

export function isEntryPoint(document: TextDocument, entries: EntryPoints): boolean {
  const { path, language, text } = document;
  if (language === 'go')
    return !/(?:^|\/)(?:internal|cmd)\//u.test(path) && !/^package main\b/mu.test(text.slice(0, 20_000));
  if (language === 'python') return fileNameOf(path) === '__init__.py';
  return entries.stems.has(path.replace(EXTENSION, ''));
}

/** Whether users of the project can import from this file; without a manifest everything is taken for public. */
export function isPublicFile(document: TextDocument, entries: EntryPoints, paths: ReadonlySet<string>): boolean {
  const { path, language } = document;
  if (language === 'python')
    return (
      isEntryPoint(document, entries) ||
      (!fileNameOf(path).startsWith('_') && paths.has(joinPath(directoryOf(path), '__init__.py')))
    );
  if (language === 'go') return isEntryPoint(document, entries);
  return !entries.hasManifest || isEntryPoint(document, entries);
}
