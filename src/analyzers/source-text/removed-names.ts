/**
 * Exported names that a change takes away: of scripts and Python by the file, of Go by the package. A name that the new text still
 * may have is not among them. Read by broken-imports.ts.
 */
import type { Snapshot } from '../../ports/repository.ts';
import { detectLanguage } from '../../protocol/source/language.ts';
import { directoryOf } from '../../protocol/source/paths.ts';
import { hasOpenExports, readExports } from './exported-api.ts';
import { maskSource } from './mask-source.ts';

export type Texts = Pick<Snapshot, 'read' | 'readBase' | 'paths'>;

/** Names with the file that had them, by that file; of Go by the folder of the package. */
export type GoneNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

const READ = new Set(['javascript', 'typescript', 'tsx', 'python']);

export const languageOf = (path: string): string => detectLanguage(path)?.name ?? '';

export async function readText(snapshot: Texts, path: string): Promise<string | null> {
  const read = await snapshot.read(path);
  return read.kind === 'text' ? read.text : null;
}

/** Where there are none, nothing is. */
export async function findGoneNames(
  snapshot: Texts,
  changed: readonly string[],
  gone: readonly string[],
  paths: ReadonlySet<string>,
): Promise<GoneNames> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const path of changed) {
    const names = READ.has(languageOf(path)) ? await compareFile(snapshot, path) : [];
    if (names.length > 0) found.set(path, new Map(names.map((name) => [name, path])));
  }
  const packages = Map.groupBy([...changed, ...gone].filter(isGoCode), directoryOf);
  for (const [folder, files] of packages) {
    const names = await listGoneGo(snapshot, folder, files, paths);
    if (names.size > 0) found.set(folder, names);
  }
  return found;
}

const isGoCode = (path: string): boolean => path.endsWith('.go') && !path.endsWith('_test.go');

async function compareFile(snapshot: Texts, path: string): Promise<readonly string[]> {
  const [base, head] = [await snapshot.readBase(path), await readText(snapshot, path)];
  return base === null || head === null || head === base ? [] : listGoneNames(base, head, languageOf(path));
}

function listGoneNames(base: string, head: string, language: string): readonly string[] {
  const { code } = maskSource(head, language);
  const isWord = (name: string): boolean => new RegExp(`(?<![\\w$])${escapeName(name)}(?![\\w$])`, 'u').test(code);
  if (language === 'python')
    return /^__getattr__|import[ \t]*\*|\bglobals\(\)/mu.test(code.replace(/^def /gmu, ''))
      ? []
      : namesOf(base, language).filter((name) => !isWord(name));
  const isCommon = (text: string): boolean => /\bexports\b/u.test(text);
  const assigned = listAssigned(maskSource(base, language).code).filter((name) => !isWord(name));
  if (isCommon(base) || isCommon(code)) return isCommon(code) && !/\.\.\.|\brequire\(/u.test(code) ? assigned : [];
  if (hasOpenExports(head)) return [];
  const now = new Set(namesOf(head, language));
  const isPattern = /^export\s+(?:const|let|var)\s*[[{]/mu.test(code);
  const lost = namesOf(base, language).filter((name) => !(now.has(name) || (isPattern && isWord(name))));
  return hasDefault(base) && !hasDefault(head) ? [...lost, 'default'] : lost;
}

const namesOf = (text: string, language: string): readonly string[] =>
  readExports(text, language).map(({ name }) => name);

const hasDefault = (text: string): boolean => /\bexport\s+default\b|\bas\s+default\b|\bexport\s*=/u.test(text);

/** `exports.a = …`, `module.exports = { a, b }`. */
const listAssigned = (code: string): readonly string[] => [
  ...[...code.matchAll(/\bexports\.([\w$]+)\s*=/gu)].map(([, name = '']) => name),
  ...[...code.matchAll(/\bmodule\.exports\s*=\s*\{([\w$,:\s]{0,5000})\}/gu)].flatMap(([, list = '']) =>
    list.split(',').flatMap((item) => /^\s*([\w$]+)/u.exec(item)?.[1] ?? []),
  ),
];

export const escapeName = (name: string): string => name.replaceAll('$', '\\$');

/** A package is all files of its folder: a name is gone where none of them declares it any more. */
async function listGoneGo(
  snapshot: Texts,
  folder: string,
  files: readonly string[],
  paths: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const path of files) {
    for (const name of namesOf((await snapshot.readBase(path)) ?? '', 'go'))
      if (!name.includes('.')) found.set(name, path);
  }
  const rest = [...paths].filter((path) => path.endsWith('.go') && directoryOf(path) === folder);
  for (const path of rest) {
    const code = maskSource((await readText(snapshot, path)) ?? '', 'go').code;
    for (const name of found.keys())
      if (new RegExp(`^(?:[ \\t]+|(?:func|type|var|const)[ \\t]+|[ \\t\\w,]+,[ \\t]*)${name}\\b`, 'mu').test(code))
        found.delete(name);
  }
  // Without any file it is the import of the package that breaks.
  return rest.length === 0 ? new Map() : found;
}
