/**
 * Observes names that code examples in Markdown import from the package or a file of the project and that it does not contain:
 * JavaScript, TypeScript, Python and Go. Silent where the entry file re-exports names that are not written in it. Called by
 * documentation.ts.
 */
import { listPackageEntryPoints, listSourcesOf } from '../../protocol/source/package-entry-points.ts';
import { directoryOf, foldersUpward, joinPath, resolvePath } from '../../protocol/source/paths.ts';
import { asText, parseJsonObject } from '../../protocol/text/json-object.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { ProjectTree } from '../source-text/project-tree.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import type { CodeBlock, MarkdownText } from './markdown-text.ts';

interface UsedName {
  readonly module: string;
  readonly name: string;
  readonly line: number;
}

/** The text in which a name must occur, and the file it is of; null where names may come from elsewhere. */
type FindEntry = (module: string) => Promise<Entry | null>;

interface Entry {
  readonly path: string;
  readonly text: string;
  /** Whether declarations of types are part of the text. */
  readonly hasTypes?: boolean;
}

const SCRIPT = new Set(['js', 'javascript', 'jsx', 'mjs', 'cjs', 'ts', 'typescript', 'tsx']);
const PYTHON = new Set(['py', 'python', 'python3']);
const MAX_NAMES = 100;

export async function observeImports(
  document: TextDocument,
  { blocks }: MarkdownText,
  tree: ProjectTree,
): Promise<readonly Observation[]> {
  const folders = foldersUpward(directoryOf(document.path));
  const find = rememberEntries(async (kind, module) => {
    if (kind === 'script' && /^\.\.?\//u.test(module)) return findScriptFile(module, directoryOf(document.path), tree);
    if (kind === 'script') return findScriptEntry(module, folders, tree);
    return kind === 'python' ? findPythonEntry(module, folders, tree) : findGoEntry(module, folders, tree);
  });
  const seen: Observation[] = [];
  for (const block of blocks) {
    const kind = kindOf(block);
    if (kind === null) continue;
    for (const { module, name, line } of readNames(block, kind).slice(0, MAX_NAMES)) {
      const entry = await find(kind)(module);
      if (entry === null || (/^ts|^typescript/u.test(block.info) && entry.hasTypes !== true)) continue;
      if (!new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'u').test(entry.text))
        seen.push(observeGone(document, line, name, entry.path));
    }
  }
  return seen;
}

const observeGone = (document: TextDocument, line: number, name: string, entry: string): Observation => ({
  document,
  line,
  rule: 'documented-import-missing',
  severity: 'MEDIUM',
  category: 'examples',
  title: `Example uses \`${name}\`, which is not exported`,
  issue: `${entry} has no \`${name}\`: whoever copies the example gets an error.`,
  recommendation: 'Write the name that is exported now, or export the old one for a while.',
});

type Kind = 'script' | 'python' | 'go';

const kindOf = ({ info }: CodeBlock): Kind | null =>
  SCRIPT.has(info) ? 'script' : PYTHON.has(info) ? 'python' : info === 'go' || info === 'golang' ? 'go' : null;

function rememberEntries(find: (kind: Kind, module: string) => ReturnType<FindEntry>): (kind: Kind) => FindEntry {
  const known = new Map<string, ReturnType<FindEntry>>();
  return (kind) => (module) => {
    const key = `${kind} ${module}`;
    const entry = known.get(key) ?? find(kind, module);
    known.set(key, entry);
    return entry;
  };
}

const IMPORTS: Readonly<Record<'script' | 'python', readonly RegExp[]>> = {
  script: [
    /\bimport\s+(?:[\w$]+\s*,\s*)?\{(?<names>[^}]{1,1000})\}\s*from\s*["'](?<module>[^"'\n]{1,200})["']/gu,
    /\{(?<names>[^}]{1,1000})\}\s*=\s*(?:require|await import)\(\s*["'](?<module>[^"'\n]{1,200})["']/gu,
  ],
  python: [
    /^[^\S\n]*from[ \t]+(?<module>\w+(?:\.\w+){0,8})[ \t]+import[ \t]+(?<names>[\w, \t]{1,500})/gmu,
    /^[^\S\n]*from[ \t]+(?<module>\w+(?:\.\w+){0,8})[ \t]+import[ \t]+\((?<names>[\w,\s]{1,1000})\)/gmu,
  ],
};

function readNames({ lines, line: fence }: CodeBlock, kind: Kind): readonly UsedName[] {
  const text = lines.join('\n');
  const lineAt = (at: number): number => fence + text.slice(0, at).split('\n').length;
  if (kind === 'go') return readGoNames(text, lineAt);
  return IMPORTS[kind].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ index, groups }) =>
      (groups?.names ?? '').split(',').flatMap((part) => {
        const name = /^\s*([A-Za-z_$][\w$]*)/u.exec(part.replace(/^\s*type\s+/u, ''))?.[1];
        return name === undefined ? [] : [{ module: groups?.module ?? '', name, line: lineAt(index) }];
      }),
    ),
  );
}

function readGoNames(text: string, lineAt: (at: number) => number): readonly UsedName[] {
  const modules = [...text.matchAll(/"([\w.-]+\/[\w./-]+)"/gu)].map(([, module = '']) => module);
  return modules.flatMap((module) => {
    const name =
      module
        .replace(/\/v\d+$/u, '')
        .split('/')
        .at(-1) ?? '';
    if (!/^\w+$/u.test(name)) return [];
    const uses = text.matchAll(new RegExp(`(?<![\\w.])${name}\\.([A-Z]\\w*)`, 'gu'));
    return [...uses].map(({ index, 1: used = '' }) => ({ module, name: used, line: lineAt(index) }));
  });
}

const ENDINGS = ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.d.ts', '.d.mts', '.d.cts', '/index.ts', '/index.js'];
/** Types that are built are not in the repository. */
const TYPED = /\.[cm]?tsx?$/u;
const SCRIPT_FILE = /\.[cm]?[jt]sx?$/u;
/** Names that are not written here may be passed on. */
const PASSES_ON =
  /\bexport\s+(?:type\s+)?\*|\brequire\(|\bObject\.(?:assign|keys|defineProperty)\b|module\.exports\s*=\s*[\w$]+\s*[;\n(.]/u;

/** A file beside the page; where there is none, it is one that the reader is to write. */
async function findScriptFile(module: string, folder: string, tree: ProjectTree): ReturnType<FindEntry> {
  const stem = resolvePath(folder, module) ?? '';
  const path = ['', ...ENDINGS].map((end) => `${stem}${end}`).find((each) => tree.paths.has(each));
  const text = path === undefined || !SCRIPT_FILE.test(path) ? null : await tree.readText(path);
  return path === undefined || text === null || PASSES_ON.test(text)
    ? null
    : { path, text, hasTypes: TYPED.test(path) };
}

async function findScriptEntry(module: string, folders: readonly string[], tree: ProjectTree): ReturnType<FindEntry> {
  for (const folder of [...folders, '']) {
    const manifest = parseJsonObject((await tree.readText(joinPath(folder, 'package.json'))) ?? '');
    if (manifest === null) continue;
    if (asText(manifest.name) !== module) return null;
    const stems = listPackageEntryPoints(manifest).flatMap(listSourcesOf);
    const paths = stems.flatMap((stem) => ENDINGS.map((end) => resolvePath(folder, `${stem}${end}`) ?? ''));
    const found = [...new Set(paths)].filter((each) => tree.paths.has(each));
    const texts = await Promise.all(found.map((each) => tree.readText(each)));
    const text = texts.join('\n');
    return found[0] === undefined || PASSES_ON.test(text)
      ? null
      : { path: found[0], text, hasTypes: found.some((each) => TYPED.test(each)) };
  }
  return null;
}

async function findPythonEntry(module: string, folders: readonly string[], tree: ProjectTree): ReturnType<FindEntry> {
  const stem = module.replaceAll('.', '/');
  const places = [...folders, ''].flatMap((folder) => [joinPath(folder, stem), joinPath(folder, `src/${stem}`)]);
  const path = places.flatMap((place) => [`${place}/__init__.py`, `${place}.py`]).find((each) => tree.paths.has(each));
  const text = path === undefined ? null : await tree.readText(path);
  if (path === undefined || text === null || /import\s*\(?\s*\*|__getattr__|globals\(\)|lazy/u.test(text)) return null;
  // A module beside it can be imported by its name.
  const home = /^(?:.*\/)?__init__\.py$/u.test(path) ? `${directoryOf(path)}/` : null;
  const beside = home === null ? [] : [...tree.paths].filter((each) => each.startsWith(home));
  return { path, text: `${text}\n${beside.join(' ').replaceAll(/[/.]/gu, ' ')}` };
}

async function findGoEntry(module: string, folders: readonly string[], tree: ProjectTree): ReturnType<FindEntry> {
  for (const folder of [...folders, '']) {
    const manifest = await tree.readText(joinPath(folder, 'go.mod'));
    const own = /^module\s+(\S+)/mu.exec(manifest ?? '')?.[1];
    if (own === undefined) continue;
    if (module !== own && !module.startsWith(`${own}/`)) return null;
    const home = module === own ? folder : joinPath(folder, module.slice(own.length + 1));
    const files = [...tree.paths].filter((path) => directoryOf(path) === home && /(?<!_test)\.go$/u.test(path));
    const texts = await Promise.all(files.map((path) => tree.readText(path)));
    return files.length === 0 ? null : { path: home === '' ? own : home, text: texts.join('\n') };
  }
  return null;
}
