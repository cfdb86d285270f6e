/**
 * Searches the sources below a manifest, in scope or not, for imports of packages and returns for each `imported` with places,
 * `not-imported` or `unknown` with a reason: a setting or script that names the package may load it too. Called by package-reach.ts.
 */
import type { Snapshot } from '../../ports/repository.ts';
import { directoryOf, fileNameOf } from '../../protocol/source/paths.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import { parseJsonObject } from '../../protocol/text/json-object.ts';
import { readNotebook } from '../ast-grep/notebook-cells.ts';
import { listCrateNames } from '../packages/cargo-manifest.ts';
import { type AdvisoryEcosystem, normalizePackageName } from '../packages/package-version.ts';
import { findJavaPackages } from './java-packages.ts';

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
  listNames(packageName: string, manifestText: string): readonly string[];
  /** Why a missing import says nothing. */
  findDoubt?(packageName: string): string | null;
  /** As a setting or a script may write it besides. */
  listShortNames?(packageName: string): readonly string[];
  /** Of an import of it; the name is a pattern already. */
  toPattern(name: string): string;
}

/** Modules of packages that are imported under another name. */
const PYTHON_MODULES: Readonly<Record<string, readonly string[]>> = {
  attrs: ['attr', 'attrs'],
  beautifulsoup4: ['bs4'],
  'django-cors-headers': ['corsheaders'],
  djangorestframework: ['rest_framework'],
  dnspython: ['dns'],
  gitpython: ['git'],
  'google-api-python-client': ['googleapiclient', 'apiclient'],
  grpcio: ['grpc'],
  mysqlclient: ['MySQLdb'],
  'opencv-contrib-python': ['cv2'],
  'opencv-python': ['cv2'],
  'opencv-python-headless': ['cv2'],
  'paho-mqtt': ['paho'],
  pillow: ['PIL'],
  protobuf: ['google.protobuf'],
  'psycopg2-binary': ['psycopg2'],
  pycrypto: ['Crypto'],
  pycryptodome: ['Crypto'],
  pycryptodomex: ['Cryptodome'],
  pyjwt: ['jwt'],
  pymongo: ['pymongo', 'bson', 'gridfs'],
  pymupdf: ['fitz', 'pymupdf'],
  pyopenssl: ['OpenSSL'],
  'python-dateutil': ['dateutil'],
  'python-dotenv': ['dotenv'],
  'python-jose': ['jose'],
  'python-ldap': ['ldap'],
  'python-multipart': ['multipart', 'python_multipart'],
  'python3-saml': ['onelogin'],
  pyyaml: ['yaml'],
  pyzmq: ['zmq'],
  'scikit-image': ['skimage'],
  'scikit-learn': ['sklearn'],
  setuptools: ['setuptools', 'pkg_resources'],
};

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, '\\$&');

/** A name of a package comes from a manifest and a text from anywhere: what may repeat is bounded. */
const LANGUAGES: Readonly<Record<AdvisoryEcosystem, Language>> = {
  npm: {
    sources: /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx|coffee)$/u,
    settings:
      /\.(?:\w+rc|json[5c]?|ya?ml|toml|html?|ejs|pug|hbs|css|s[ac]ss|less|sh)$|(?:^|\/)(?:Dockerfile|Procfile|Makefile)[^/]*$/u,
    listNames: (name) => [
      name,
      name.replace(/^@types\/(?:(\w[\w.-]*)__)?/u, (_, scope) => (scope ? `@${scope}/` : '')),
    ],
    listShortNames: listToolNames,
    toPattern: (name) =>
      `\\b(?:from|import|require|resolve)\\s{0,20}\\(?\\s{0,20}["'\`]${name}(?:/[^"'\`\\n]{0,300})?["'\`]`,
  },
  PyPI: {
    sources: /\.(?:py[iwx]?|ipynb)$/u,
    settings: /\.(?:cfg|ini|ya?ml|sh)$|(?:^|\/)(?:Dockerfile|Procfile|Makefile|Snakefile)[^/]*$/u,
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
    sources: /\.(?:rb|rake|ru|gemspec)$|(?:^|\/)(?:Rake|Cap|Guard|Thor|Vagrant|Danger|Fast)file$/u,
    settings: /\.(?:ya?ml|erb|sh)$|(?:^|\/)(?:Dockerfile|Procfile|Makefile)[^/]*$/u,
    listNames: (name) => [...new Set([name, name.replaceAll('-', '/'), name.replaceAll('-', '_')])],
    toPattern: (name) => `^[ \\t]{0,200}(?:require|load)\\b[ \\t(]{0,20}["']${name}(?:/[^"'\\n]{0,300})?["']`,
  },
  Maven: {
    sources: /\.(?:java|kts?|scala|groovy|jsp)$/u,
    // Beans, drivers and services are named there.
    settings: /\.(?:xml|properties|ya?ml|conf)$|(?:^|\/)META-INF\/services\//u,
    listNames: (name) => findJavaPackages(name).packages,
    findDoubt: (name) => findJavaPackages(name).doubt,
    toPattern: (name) => `^(?![ \\t]{0,200}(?:package\\b|//|/?\\*))[^\\n]{0,300}?(?<![\\w.])${name}\\.[\\w*{]`,
  },
  'crates.io': {
    sources: /\.rs$/u,
    // Rust links what code names.
    settings: null,
    listNames: (name, manifestText) => [...listCrateNames(manifestText, name), ...listLibraries(name)],
    toPattern: (name) =>
      `^(?![ \\t]{0,200}//)[^\\n]{0,300}?(?:(?<![\\w:]|crate::|self::|super::)(?:::)?${name}[ \\t]{0,20}::|\\b(?:use|extern[ \\t]{1,20}crate)[ \\t]{1,20}(?:::)?${name}\\b)`,
  },
};

/** Crates whose library has another name; of `xml-rs` and `rust-ini` the plain word is tried as well. */
const LIBRARIES: Readonly<Record<string, string>> = { 'md-5': 'md5', 'sha-1': 'sha1' };

const listLibraries = (crate: string): readonly string[] => {
  const plain = crate.replace(/^rust-|-(?:rs|rust)$/gu, '').replaceAll('-', '_');
  return LIBRARIES[crate] === undefined ? [plain] : [LIBRARIES[crate]];
};

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  '@angular/cli': ['ng'],
  'aws-cdk': ['cdk'],
  'ts-node-dev': ['tsnd'],
  typescript: ['tsc'],
};

/** `airbnb` of `eslint-config-airbnb`, `env` of `@babel/preset-env`, `webpack` of `webpack-cli`, `nest` of `@nestjs/cli`. */
function listToolNames(name: string): readonly string[] {
  const [, short] = /^(?:@[^/]+\/)?(?:\w+-)?(?:plugin|preset|config|transform)-(.+)$/u.exec(name) ?? [];
  const [, tool] =
    /^@?([\w-]+?)(?:js)?[/-](?:cli|cli-service|tools|eslint-plugin|eslint-config|test)$/u.exec(name) ?? [];
  return [...(COMMANDS[name] ?? []), ...[short, tool].filter((each) => each !== undefined)];
}

/** A compiler takes what imports name and nothing else. */
const COMPILED: ReadonlySet<AdvisoryEcosystem> = new Set(['Go', 'crates.io']);

/** Loads every gem of the Gemfile. */
const BUNDLER_LOADS_ALL = /^[ \t]{0,200}Bundler\.require\b/mu;
const ASIDE = /(?:^|\/)(?:node_modules|vendor|third_party|site-packages|\.venv|dist|target)\//u;
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
  const searches = await Promise.all(wanted.map((each) => openSearchBeside(each, snapshot)));
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

/** A manifest of Cargo may give a crate another name. */
async function openSearchBeside(wanted: WantedPackage, snapshot: Snapshot): Promise<Search> {
  const manifest = wanted.ecosystem === 'crates.io' ? await snapshot.read(wanted.manifest) : null;
  return openSearch(wanted, manifest?.kind === 'text' ? manifest.text : '');
}

function openSearch({ ecosystem, name, manifest }: WantedPackage, manifestText: string): Search {
  const { sources, settings, listNames, listShortNames, findDoubt, toPattern } = LANGUAGES[ecosystem];
  const names = [...new Set([...listNames(name, manifestText), name])];
  const anyName = `(?:${names.map(escapePattern).join('|')})`;
  const imports = new RegExp(toPattern(anyName), 'imu');
  const quoted = new RegExp(`["'\`]${anyName}(?=["'\`/.])`, 'iu');
  const anyWord = `(?:${[...names, ...(listShortNames?.(name) ?? [])].map(escapePattern).join('|')})`;
  const word = new RegExp(`(?:(?<![\\w@/.-])|(?<=node_modules/))${anyWord}(?![\\w-])`, 'iu');
  const squashed = normalizePackageName(ecosystem, name).replaceAll(/[-_.]/gu, '');
  const folder = directoryOf(manifest);
  const inCode: string[] = [];
  const inTests: string[] = [];
  let namedIn: string | null = null;
  let alike: string | null = null;
  // Requirements of Python may stand in a folder of their own.
  const isBeside = (path: string): boolean => folder === '' || path.startsWith(`${folder}/`);
  let searched = 0;
  const namesIt = (path: string, text: string): boolean => {
    if (ecosystem === 'RubyGems' && BUNDLER_LOADS_ALL.test(text)) return true;
    if (path.endsWith('.ipynb')) return word.test(text);
    if (sources.test(path)) return !COMPILED.has(ecosystem) && quoted.test(text);
    if (fileNameOf(path) === 'pom.xml') return false;
    return word.test(fileNameOf(path) === 'package.json' ? leaveOutDependencies(text) : text);
  };
  const noteName = (path: string, isNamed: boolean): void => {
    if (isNamed) namedIn ??= path;
  };
  return {
    wants: (path) =>
      isBeside(path) ? sources.test(path) || settings?.test(path) === true : ecosystem === 'PyPI' && sources.test(path),
    take(path, text) {
      const isSource = sources.test(path);
      const code = readCode(path, text);
      const at = isSource ? code.search(imports) : -1;
      if (!isBeside(path)) noteName(path, at >= 0);
      else if (at < 0) noteName(path, namesIt(path, text));
      else (isTestPath(path) ? inTests : inCode).push(`${path}:${lineAt(code, at)}`);
      if (isSource && isBeside(path)) searched += 1;
      alike ??= isSource && ecosystem === 'PyPI' ? findAlike(code, squashed) : null;
    },
    conclude(unread) {
      const places = [...inCode, ...inTests];
      if (places.length > 0) return { kind: 'imported', places: places.slice(0, MOST_PLACES), count: places.length };
      if (namedIn !== null) return { kind: 'unknown', reason: `no import was found, but ${namedIn} names it` };
      if (alike !== null)
        return { kind: 'unknown', reason: `no import of this name was found, but \`${alike}\` may be a module of it` };
      const doubt = findDoubt?.(name) ?? null;
      if (doubt !== null) return { kind: 'unknown', reason: doubt };
      if (unread > 0) return { kind: 'unknown', reason: `${unread} files could not be searched for imports` };
      return searched > 0
        ? { kind: 'not-imported' }
        : { kind: 'unknown', reason: 'there is no source file beside its manifest' };
    },
  };
}

const readCode = (path: string, text: string): string =>
  path.endsWith('.ipynb') ? (readNotebook(text).code ?? '') : text;

const PYTHON_IMPORT = /^[ \t]{0,200}(?:from|import)[ \t]+([A-Za-z_]\w{2,60})/gmu;

/** An imported module whose name is a part of the package's: `allauth` of `django-allauth`. */
function findAlike(code: string, squashed: string): string | null {
  for (const [, module = ''] of code.matchAll(PYTHON_IMPORT))
    if (squashed.includes(module.replaceAll('_', '').toLowerCase())) return module;
  return null;
}

/** Of the import itself: a match may begin with the end of the line before. */
const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;

/** What a package.json says beside its dependencies: scripts and settings of tools. */
function leaveOutDependencies(text: string): string {
  const fields = Object.entries(parseJsonObject(text) ?? {});
  return JSON.stringify(fields.filter(([key]) => key !== 'name' && !/dependencies|overrides|resolutions/iu.test(key)));
}
