/**
 * Whether code of the project imports a package that has an advisory. It is said to be not imported only where nothing names it: a word in
 * a configuration or a script may load it too, and then nobody can tell. Reads every source of the snapshot, in scope or not.
 */
import type { Snapshot } from '../../ports/repository.ts';
import { directoryOf, fileNameOf } from '../../protocol/source/paths.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import { parseJsonObject } from '../../protocol/text/json-object.ts';
import { type AdvisoryEcosystem, normalizePackageName } from '../packages/package-version.ts';

export interface WantedPackage {
  readonly ecosystem: AdvisoryEcosystem;
  readonly name: string;
  /** Of the manifest that brings it in: files below its folder are asked. */
  readonly manifest: string;
}

export type ImportState =
  /** `path:line` of imports, those of tests last. */
  | { readonly kind: 'imported'; readonly places: readonly string[]; readonly count: number }
  | { readonly kind: 'not-imported' }
  /** Why nobody can tell. */
  | { readonly kind: 'unknown'; readonly reason: string };

interface Language {
  readonly sources: RegExp;
  /** Files that may name a package that some tool then loads. */
  readonly settings: RegExp | null;
  /** As an import writes it. */
  listNames(packageName: string): readonly string[];
  /** Of an import of it; the name is a pattern already. */
  toPattern(name: string): string;
}

/** Modules of packages that are imported under another name. */
const PYTHON_MODULES: Readonly<Record<string, readonly string[]>> = {
  attrs: ['attr', 'attrs'],
  beautifulsoup4: ['bs4'],
  djangorestframework: ['rest_framework'],
  gitpython: ['git'],
  'google-api-python-client': ['googleapiclient', 'apiclient'],
  grpcio: ['grpc'],
  mysqlclient: ['MySQLdb'],
  'opencv-python': ['cv2'],
  'opencv-python-headless': ['cv2'],
  'paho-mqtt': ['paho'],
  pillow: ['PIL'],
  protobuf: ['google.protobuf'],
  'psycopg2-binary': ['psycopg2'],
  pycryptodome: ['Crypto'],
  pycryptodomex: ['Cryptodome'],
  pyjwt: ['jwt'],
  pyopenssl: ['OpenSSL'],
  'python-dateutil': ['dateutil'],
  'python-dotenv': ['dotenv'],
  'python-jose': ['jose'],
  'python-ldap': ['ldap'],
  'python-multipart': ['multipart', 'python_multipart'],
  pyyaml: ['yaml'],
  pyzmq: ['zmq'],
  'scikit-learn': ['sklearn'],
  setuptools: ['setuptools', 'pkg_resources'],
};

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, '\\$&');

/** A name of a package comes from a manifest and a text from anywhere: what may repeat is bounded. */
const LANGUAGES: Readonly<Record<AdvisoryEcosystem, Language>> = {
  npm: {
    sources: /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/u,
    settings: /(?:^|\/)(?:\.[\w.-]+rc|[\w.-]+\.(?:json|ya?ml|html))$/u,
    listNames: (name) => [name],
    toPattern: (name) =>
      `\\b(?:from|import|require|resolve)\\s{0,20}\\(?\\s{0,20}["'\`]${name}(?:/[^"'\`\\n]{0,300})?["'\`]`,
  },
  PyPI: {
    sources: /\.pyi?$/u,
    settings: /\.(?:cfg|ini|ya?ml)$|(?:^|\/)(?:Dockerfile|Procfile)[^/]*$/u,
    listNames: (name) => {
      const plain = normalizePackageName('PyPI', name);
      const guessed = [plain, plain.replace(/^python-|-python$/u, '')].map((each) => each.replaceAll('-', '_'));
      return PYTHON_MODULES[plain] ?? [...new Set(guessed)];
    },
    toPattern: (name) =>
      `^[ \\t]{0,200}(?:from[ \\t]+${name}[. \\t]|import[ \\t][^\\n#]{0,300}?(?<![\\w.])${name}(?!\\w))|import_module\\(["']${name}\\b`,
  },
  Go: {
    sources: /\.go$/u,
    // Go compiles what is imported and nothing else.
    settings: null,
    listNames: (name) => [name],
    toPattern: (name) =>
      `^[ \\t]{0,200}(?:import[ \\t]+)?(?:[\\w.]{1,100}[ \\t]+)?["\`]${name}(?:/[^"\`\\n]{0,300})?["\`]`,
  },
  RubyGems: {
    sources: /\.(?:rb|rake|ru|gemspec)$|(?:^|\/)Rakefile$/u,
    settings: /\.(?:ya?ml|erb)$/u,
    listNames: (name) => [...new Set([name, name.replaceAll('-', '/'), name.replaceAll('-', '_')])],
    toPattern: (name) => `^[ \\t]{0,200}(?:require|load)\\b[ \\t(]{0,20}["']${name}(?:/[^"'\\n]{0,300})?["']`,
  },
};

/** Loads every gem of the Gemfile. */
const BUNDLER_LOADS_ALL = /^[ \t]{0,200}Bundler\.require\b/mu;
const ASIDE = /(?:^|\/)(?:node_modules|vendor|third_party|site-packages|\.venv|dist)\//u;
const LOCKS = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml)$/u;
/** Of all that are read; with more nobody can tell. */
const MOST_FILES = 20_000;
const MOST_CHARACTERS = 2_000_000;
const MOST_PLACES = 5;

/** One state for each package that is asked for, in their order. */
export async function findImports(
  wanted: readonly WantedPackage[],
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<readonly ImportState[]> {
  const searches = wanted.map(openSearch);
  let read = 0;
  let unread = 0;
  for (const path of [...(await snapshot.paths())].toSorted()) {
    const open = ASIDE.test(path) || LOCKS.test(path) ? [] : searches.filter((search) => search.wants(path));
    if (open.length === 0) continue;
    signal.throwIfAborted();
    read += 1;
    const outcome = read > MOST_FILES ? null : await snapshot.read(path);
    if (outcome?.kind !== 'text' || outcome.text.length > MOST_CHARACTERS) unread += 1;
    else for (const search of open) search.take(path, outcome.text);
  }
  return searches.map((search) => search.conclude(unread));
}

interface Search {
  wants(path: string): boolean;
  take(path: string, text: string): void;
  conclude(unread: number): ImportState;
}

function openSearch({ ecosystem, name, manifest }: WantedPackage): Search {
  const { sources, settings, listNames, toPattern } = LANGUAGES[ecosystem];
  const names = [...new Set([...listNames(name), name])];
  const anyName = `(?:${names.map(escapePattern).join('|')})`;
  const imports = new RegExp(toPattern(anyName), 'imu');
  const quoted = new RegExp(`["'\`]${anyName}(?=["'\`/.])`, 'iu');
  const word = new RegExp(`(?<![\\w@/.-])${anyName}(?![\\w-])`, 'iu');
  const folder = directoryOf(manifest);
  const inCode: string[] = [];
  const inTests: string[] = [];
  let namedIn: string | null = null;
  let searched = 0;
  const namesIt = (path: string, text: string): boolean => {
    if (ecosystem === 'RubyGems' && BUNDLER_LOADS_ALL.test(text)) return true;
    if (sources.test(path)) return ecosystem !== 'Go' && quoted.test(text);
    return word.test(fileNameOf(path) === 'package.json' ? leaveOutDependencies(text) : text);
  };
  return {
    wants: (path) =>
      (folder === '' || path.startsWith(`${folder}/`)) && (sources.test(path) || settings?.test(path) === true),
    take(path, text) {
      const isSource = sources.test(path);
      if (isSource) searched += 1;
      const at = isSource ? text.search(imports) : -1;
      if (at >= 0) (isTestPath(path) ? inTests : inCode).push(`${path}:${lineAt(text, at)}`);
      else if (namedIn === null && namesIt(path, text)) namedIn = path;
    },
    conclude(unread) {
      const places = [...inCode, ...inTests];
      if (places.length > 0) return { kind: 'imported', places: places.slice(0, MOST_PLACES), count: places.length };
      if (namedIn !== null) return { kind: 'unknown', reason: `no import was found, but ${namedIn} names it` };
      if (unread > 0) return { kind: 'unknown', reason: `${unread} files could not be searched for imports` };
      return searched > 0
        ? { kind: 'not-imported' }
        : { kind: 'unknown', reason: 'there is no source file beside its manifest' };
    },
  };
}

/** Of the import itself: a match may begin with the end of the line before. */
const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** What a package.json says beside its dependencies: scripts and settings of tools. */
function leaveOutDependencies(text: string): string {
  const fields = Object.entries(parseJsonObject(text) ?? {});
  return JSON.stringify(fields.filter(([key]) => key !== 'name' && !/dependencies|overrides|resolutions/iu.test(key)));
}
