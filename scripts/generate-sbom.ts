/**
 * Writes `sbom.cdx.json`: every package that an installation brings along, packed grammars and bundled packages included, with version, license, checksum and what needs what, in the
 * CycloneDX format. It is derived from the lock file and `grammars/index.json` alone, without time or address, so the same files give the same bytes.
 * `npm run sbom`; with `--check` it writes nothing and fails where the file differs.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKED_GRAMMARS, type PackedGrammars } from '../src/analyzers/syntax/grammar-files.ts';

interface LockedPackage {
  readonly name?: string;
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '..');
const file = join(root, 'sbom.cdx.json');
const INSIDE = 'node_modules/';

const readJson = (from: string | URL) => JSON.parse(readFileSync(from, 'utf8'));
const locked: { readonly packages: Readonly<Record<string, LockedPackage>> } = readJson(
  join(root, 'package-lock.json'),
);
const grammars: PackedGrammars = readJson(new URL('index.json', PACKED_GRAMMARS));
/** Packages whose libraries are packed into ours (`scripts/pack-grammars.ts`), without what these packages need to be built. */
const packed: ReadonlyMap<string, LockedPackage> = new Map(
  Object.entries(grammars).map(([language, { version, integrity, license }]) => [
    `@ast-grep/lang-${language}`,
    { version, integrity, license, dev: true },
  ]),
);
const PACKED = [...packed.keys()];
const lock = {
  packages: {
    ...locked.packages,
    ...Object.fromEntries([...packed].map(([name, entry]) => [`${INSIDE}${name}`, entry])),
  },
};
const own = lock.packages[''] as LockedPackage;
const BUNDLED = listBundled();
const shipped = listShipped();
const installed = new Map(
  Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && (dev !== true || shipped.has(path))),
);

/** Packages that `src/` imports and that are no dependency: bundled into ours (`scripts/bundle-packages.ts`). */
function listBundled(): readonly string[] {
  const sources = globSync('src/**/*.{ts,js}', { cwd: root, exclude: ['**/*.test.ts'] });
  const specifiers = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/(?:from |import\()'([^'.][^']*)'/gu)].map(
      ([, name = '']) => name,
    ),
  );
  const names = specifiers.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set([...names, 'gpt-tokenizer'])].filter((name) => name in (own.devDependencies ?? {})).sort();
}

/** What is packed or bundled, and for the latter what it needs. */
function listShipped(): ReadonlySet<string> {
  const found = new Set(PACKED.map((name) => `${INSIDE}${name}`));
  for (const open = BUNDLED.map((name) => `${INSIDE}${name}`); open.length > 0; ) {
    const path = open.pop() as string;
    const entry = lock.packages[path];
    if (entry === undefined || found.has(path)) continue;
    found.add(path);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const at = locate(path, name, (each) => each in lock.packages);
      if (at !== null) open.push(at);
    }
  }
  return found;
}

const nameOf = (path: string, { name }: LockedPackage): string =>
  name ?? path.slice(path.lastIndexOf(INSIDE) + INSIDE.length);

const referTo = (path: string, entry: LockedPackage): string =>
  `pkg:npm/${nameOf(path, entry).replace('@', '%40')}@${entry.version}`;

/** Where a package finds another: beside it, or in a folder above. */
function locate(from: string, name: string, isThere: (path: string) => boolean): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(INSIDE) - 1))) {
    const path = `${folder === '' ? '' : `${folder}/`}${INSIDE}${name}`;
    if (isThere(path)) return path;
    if (folder === '') return null;
  }
}

const resolve = (from: string, name: string): string | null => locate(from, name, (path) => installed.has(path));

const listNeeded = (path: string, entry: LockedPackage): readonly string[] => {
  const needed = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies };
  const names = path === '' ? [...Object.keys(needed), ...PACKED, ...BUNDLED] : Object.keys(needed);
  const found = names.flatMap((name) => resolve(path, name) ?? []);
  return [...new Set(found.map((each) => referTo(each, installed.get(each) as LockedPackage)))].sort();
};

/** SPDX ids stand alone; everything else is an expression. */
const describeLicense = (license: string): object =>
  /^[\w.+-]+$/u.test(license) ? { license: { id: license } } : { expression: license };

const describeChecksum = (integrity: string): object => {
  const [algorithm = '', digest = ''] = integrity.split(/-(.*)/su);
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
};

const components = new Map(
  [...installed].map(([path, entry]) => [
    referTo(path, entry),
    {
      type: 'library',
      'bom-ref': referTo(path, entry),
      name: nameOf(path, entry),
      version: entry.version,
      scope: entry.optional === true || entry.devOptional === true ? 'optional' : 'required',
      ...(entry.integrity === undefined ? {} : { hashes: [describeChecksum(entry.integrity)] }),
      ...(entry.license === undefined ? {} : { licenses: [describeLicense(entry.license)] }),
      purl: referTo(path, entry),
    },
  ]),
);
const ownRef = `pkg:npm/consensus-review@${own.version}`;
const needs = new Map<string, readonly string[]>([
  [ownRef, listNeeded('', { ...own, peerDependencies: {} })],
  ...[...installed].map(([path, entry]) => [referTo(path, entry), listNeeded(path, entry)] as const),
]);

const text = `${JSON.stringify(
  {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': ownRef,
        name: 'consensus-review',
        version: own.version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
        purl: ownRef,
      },
    },
    components: [...components.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
    dependencies: [...needs].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  },
  null,
  2,
)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('sbom.cdx.json differs from package-lock.json and grammars/index.json: run `npm run sbom`\n');
  process.exitCode = 1;
}
