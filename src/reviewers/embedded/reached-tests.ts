/**
 * Tells of a file in a folder of tests whether it is part of the product all the same: code outside the tests loads it, a manifest
 * starts it, or a framework serves it where it lies; null where that is not sure. By names alone, read once for a snapshot, and only
 * where a flow was found in such a file. Called by embedded-driver.ts, which does not lower the severity of findings there.
 */
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { isSourcePath } from '../../protocol/source/language.ts';
import { directoryOf, fileNameOf, joinPath, resolvePath } from '../../protocol/source/paths.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';

/** Null: a file that builds or sets up tests names it, or not everything was read. */
export type IsReached = (path: string) => boolean | null;

const MAX_FILES = 5_000;
/** Settings and builds name files of tests to run them. */
const BUILD =
  /(?:^|\/)(?:[\w.-]*(?:config|conf|setup)\.\w+|(?:Grunt|gulp|Rake|nox|Jake|jake)file(?:\.\w+)?|tasks\.py|build\.\w+|(?:scripts?|tools?|benchmarks?|examples?)\/.*)$/u;

/** Served by their place: routes by folder, pages below a document root, sources that a build ships. */
const SERVED =
  /(?:^|\/)(?:src\/main|public|public_html|htdocs|wwwroot|www|webapp|pages\/api|app\/(?:controllers|api)|(?:app|routes|pages)(?=\/(?:[^/]+\/)*(?:route|page|\+server|\+page\.server|index)\.\w+$))\//u;
const SUITE_NAME = /(?:[._-](?:test|spec)s?\.\w+|^test_[^/]*|Tests?\.\w+|^conftest\.py)$/u;
const STARTS = /(?:^|\/)(?:package\.json|Dockerfile|Procfile)$/u;
const START_LINE = /^\s*(?:"(?:main|module|start|serve|bin)"\s*:|CMD\b|ENTRYPOINT\b|web:)/u;

const known = new WeakMap<Snapshot, Promise<IsReached>>();

export const loadReachedTests = (snapshot: Snapshot): Promise<IsReached> =>
  getOrAdd(known, snapshot, () => readReached(snapshot));

async function readReached(snapshot: Snapshot): Promise<IsReached> {
  const all = [...(await snapshot.paths())].filter((path) => !(path.includes('node_modules/') || isTestPath(path)));
  const paths = all.filter((path) => STARTS.test(path) || isSourcePath(path));
  const named = new Set<string>();
  const doubtful = new Set<string>();
  for (const path of paths.slice(0, MAX_FILES)) {
    const read = await snapshot.read(path);
    const list = STARTS.test(path) ? listStarts : listLoads;
    const names = read.kind === 'text' ? list(read.text, path) : [];
    for (const name of names) (BUILD.test(path) ? doubtful : named).add(name);
  }
  return (path) => {
    const names = listNames(path);
    if (isServed(path) || names.some((name) => named.has(name))) return true;
    return paths.length > MAX_FILES || names.some((name) => doubtful.has(name)) ? null : false;
  };
}

const isServed = (path: string): boolean => SERVED.test(path) && !SUITE_NAME.test(fileNameOf(path));

/** Every end of a path, as imports name it: `a/tests/b.py` is `a/tests/b` and `tests/b`; of an index file its folder too. */
function listNames(path: string): readonly string[] {
  const bare = path.replace(/\.\w+$/u, '');
  const whole = [bare, bare.replace(/\/(?:index|__init__|mod)$/u, '')];
  return whole.flatMap((each) => {
    const parts = each.split('/');
    return [`/${each}`, ...parts.slice(0, -1).map((_, at) => parts.slice(at).join('/'))];
  });
}

const QUOTED = /['"`]([\w@~$./\\-]{1,300})['"`]/gu;
const DOTTED =
  /^[ \t]*(?:import|from|use|using|open)[ \t]+(?:static[ \t]+)?([\w.:\\]{1,300})(?:[ \t]+import[ \t]+\(?([\w, \t]{1,1000}))?/gmu;

/** Names below folders of tests that a text loads; those with a slash before them are whole paths. */
function listLoads(text: string, path: string): readonly string[] {
  if (!/test|spec/iu.test(text)) return [];
  const quoted = [...text.matchAll(QUOTED)].flatMap(([, name = '']) => nameOf(name, path));
  const dotted = [...text.matchAll(DOTTED)].flatMap(([, module = '', names = '']) => {
    const base = fromDots(module, path);
    return [base, ...(names.match(/\w+/gu) ?? []).map((name) => `${base}/${name}`)];
  });
  return [...quoted, ...dotted].filter((name) => /test|spec/iu.test(name));
}

const listStarts = (text: string, path: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => START_LINE.test(line))
    .flatMap((line) => line.match(/[\w@.-]{1,200}(?:\/[\w@.-]{1,200})+/gu) ?? [])
    .flatMap((name) => nameOf(name.startsWith('.') ? name : `./${name}`, path));

function nameOf(name: string, path: string): readonly string[] {
  if (!/[/\\]/u.test(name)) return [];
  const bare = name.replaceAll('\\', '/').replace(/\.(?:[cm]?[jt]sx?|py|php|rb)$/u, '');
  if (!bare.startsWith('.')) return [bare.replace(/^[@~]?\/+/u, '')];
  const resolved = resolvePath(directoryOf(path), bare);
  return resolved === null ? [] : [`/${resolved}`];
}

/** `tests.app`, `..tests.app`, `com.acme.test.Ping`, `crate::tests::app`, `App\Test\Ping`. */
function fromDots(module: string, path: string): string {
  const dots = /^\.*/u.exec(module)?.[0].length ?? 0;
  const bare = module
    .slice(dots)
    .replaceAll(/\.|::|\\/gu, '/')
    .replace(/^(?:crate|self|super)\//u, '');
  if (dots === 0) return bare;
  const folder = resolvePath(directoryOf(path), '../'.repeat(dots - 1));
  return `/${joinPath(folder ?? '', bare).replace(/\/$/u, '')}`;
}
