/**
 * Writes `sbom.cdx.json`: every package that an installation brings along, packed grammars included, with version, license, checksum and what needs what, in the
 * CycloneDX format. It is derived from the lock file alone, without time or address, so the same lock gives the same bytes.
 * `npm run sbom`; with `--check` it writes nothing and fails where the file differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GRAMMAR_PACKAGES } from '../src/analyzers/syntax/grammar-files.ts';

interface LockedPackage {
  readonly name?: string;
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '..');
const file = join(root, 'sbom.cdx.json');
const INSIDE = 'node_modules/';

const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);
const own = lock.packages[''] as LockedPackage;
/** Packages whose libraries are packed into ours (`scripts/pack-grammars.ts`), without what these packages need to be built. */
const PACKED = GRAMMAR_PACKAGES.map((name) => `@ast-grep/lang-${name}`);
const isPacked = (path: string): boolean => PACKED.includes(path.slice(INSIDE.length));
const installed = new Map(
  Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && (dev !== true || isPacked(path))),
);

const nameOf = (path: string, { name }: LockedPackage): string =>
  name ?? path.slice(path.lastIndexOf(INSIDE) + INSIDE.length);

const referTo = (path: string, entry: LockedPackage): string =>
  `pkg:npm/${nameOf(path, entry).replace('@', '%40')}@${entry.version}`;

/** Where a package finds another: beside it, or in a folder above. */
function resolve(from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(INSIDE) - 1))) {
    const path = `${folder === '' ? '' : `${folder}/`}${INSIDE}${name}`;
    if (installed.has(path)) return path;
    if (folder === '') return null;
  }
}

const listNeeded = (path: string, entry: LockedPackage): readonly string[] => {
  const needed = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies };
  const names = path === '' ? [...Object.keys(needed), ...PACKED] : Object.keys(needed);
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
  process.stderr.write('sbom.cdx.json differs from package-lock.json: run `npm run sbom`\n');
  process.exitCode = 1;
}
