/**
 * Joins the modules of a checkout in one script for the command and one for the processes of its analyzers (`.cache/program`), from
 * which they start in about half the time: src/wiring/kept-program.js. The command runs this by itself when a file has changed.
 */
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { parseSync, Visitor } from 'rolldown/utils';
import { isAlive } from '../src/repository/temporary-folder.ts';
import { findFresh, ROOT } from '../src/wiring/kept-program.js';

const root = join(import.meta.dirname, '..');
/** Written by every install: packages are joined too. */
const INSTALLED = join(root, 'node_modules/.package-lock.json');
const target = join(root, '.cache/program');
const PROGRAMS = [
  { name: 'command', entry: 'src/cli/start.ts' },
  { name: 'analyzers', entry: 'src/wiring/serve-analyzer-list.ts' },
];
/** Small, and part of every start. */
const JOINED_PACKAGES = new Set([
  'commander',
  'ignore',
  'picocolors',
  'picomatch',
  'diff/lib/diff/array.js',
  '@secretlint/secretlint-rule-preset-recommend',
]);
const PACKAGE = '\0package:';

/** Packages are loaded where a module that needs them is; a static import in one script would load all of them at once. */
const packagesWhenNeeded: Plugin = {
  name: 'packages-when-needed',
  resolveId(id, importer, { kind }) {
    const isOurs = importer?.includes('/node_modules/') !== true;
    if (id.startsWith('.') || id.startsWith('/') || JOINED_PACKAGES.has(id)) return null;
    if (!(isOurs || isBuiltin(id))) return null;
    const isDirect = importer?.startsWith(PACKAGE) || kind === 'dynamic-import';
    return isDirect ? { id, external: true } : `${PACKAGE}${id}`;
  },
  load(id) {
    if (!id.startsWith(PACKAGE)) return null;
    const name = id.slice(PACKAGE.length);
    return {
      code: isBuiltin(name) ? loadWhenUsed(name) : `module.exports = require(${JSON.stringify(name)});`,
      moduleType: 'js',
    };
  },
};

/** Modules of Node are loaded with the first use of something in them: some take as long as a hundred of ours. */
function loadWhenUsed(name: string): string {
  const names = Object.keys(process.getBuiltinModule(name) ?? {});
  return `let loaded;
const load = () => (loaded ??= require(${JSON.stringify(name)}));
for (const name of ${JSON.stringify(names)}) Object.defineProperty(module.exports, name, { enumerable: true, get: () => load()[name] });`;
}

/** Modules still find what lies beside them. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  transform(code, id) {
    if (!code.includes('import.meta')) return null;
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
  },
};

/** What a file was before it was read: one that changes meanwhile, or has a time in the future, needs no clock to be told. */
const stateOf = (path: string): FileState => {
  const { size, mtimeMs } = lstatSync(path);
  return [relative(root, path), size, mtimeMs];
};
type FileState = readonly [path: string, size: number, changed: number];

const isOwnModule = (id: string): boolean => id.startsWith('/') && !id.includes('/node_modules/');

async function joinModules(entry: string): Promise<{ readonly code: string; readonly files: readonly FileState[] }> {
  const files = [import.meta.filename, INSTALLED].filter((path) => existsSync(path)).map(stateOf);
  const noteFiles: Plugin = {
    name: 'note-files',
    load(id) {
      if (isOwnModule(id)) files.push(stateOf(id));
      return null;
    },
  };
  const bundle = await rolldown({
    input: join(root, entry),
    cwd: root,
    platform: 'node',
    logLevel: 'silent',
    plugins: [noteFiles, packagesWhenNeeded, ownAddresses],
  });
  const { output } = await bundle.generate({
    format: 'cjs',
    codeSplitting: false,
    strictExecutionOrder: true,
    comments: false,
  });
  await bundle.close();
  return { code: replaceImports(output[0].code), files };
}

/** A script imports with what it is given. */
function replaceImports(code: string): string {
  const places: number[] = [];
  new Visitor({ ImportExpression: ({ start }) => void places.push(start) }).visit(
    parseSync('program.js', code).program,
  );
  let replaced = '';
  let from = 0;
  for (const at of places.sort((a, b) => a - b)) {
    replaced += `${code.slice(from, at)}importPackage`;
    from = at + 'import'.length;
  }
  return replaced + code.slice(from);
}

/** Read as Latin-1, which takes half the memory of other text. */
const escapeText = (code: string): string =>
  code.replace(/\P{ASCII}/gu, (symbol) =>
    symbol
      .split('')
      .map((unit) => escapeUnit(unit.charCodeAt(0)))
      .join(''),
  );

const escapeUnit = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

function write(name: string, text: string): void {
  const temporary = join(target, `${name}.${process.pid}`);
  writeFileSync(temporary, text);
  renameSync(temporary, join(target, name));
}

/** A process was ended between writing a file and giving it its name. */
function sweepUnfinished(): void {
  for (const name of readdirSync(target)) {
    const pid = Number(/\.(?:cjs|json|bin)\.(\d+)$/u.exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(pid)) rmSync(join(target, name), { force: true });
  }
}

mkdirSync(target, { recursive: true });
// Nothing is joined that could not be kept.
accessSync(target, constants.W_OK);
sweepUnfinished();
for (const { name, entry } of PROGRAMS.filter((each) => findFresh(each.name) === null)) {
  const { code, files } = await joinModules(entry);
  const text = `(function (exports, require, module, importPackage) {${escapeText(code)}\n})`;
  const kept = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  write(`${kept}.cjs`, text);
  write(`${name}.json`, JSON.stringify({ root: ROOT, node: process.version, kept, files }));
  const isOld = (each: string): boolean => each.startsWith(`${name}-`) && !each.startsWith(kept);
  for (const old of readdirSync(target).filter(isOld)) rmSync(join(target, old), { force: true });
}
