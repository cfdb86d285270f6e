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
/** Loaded by every start of Node. The others are loaded with the first use of something in them: some take as long as a hundred of ours. */
const LOADED_BUILTINS = new Set([
  'node:buffer',
  'node:events',
  'node:fs',
  'node:module',
  'node:path',
  'node:process',
  'node:url',
  'node:util',
  'node:vm',
]);

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

const isJoined = (id: string, importer: string | undefined): boolean =>
  /^[./]/u.test(id) || JOINED_PACKAGES.has(id) || (importer?.includes('/node_modules/') === true && !isBuiltin(id));

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
    external: (id, importer) => !isJoined(id, importer),
    plugins: [noteFiles, ownAddresses],
  });
  const { output } = await bundle.generate({ format: 'cjs', preserveModules: true, comments: false });
  await bundle.close();
  return { code: joinChunks(output.filter((each) => each.type === 'chunk')), files };
}

/**
 * One function for each module, which runs with the first use of the module: what the engine keeps of a script has every function in the
 * outermost scope in it, whether it ever ran or not.
 */
function joinChunks(chunks: readonly { readonly fileName: string; readonly code: string }[]): string {
  const places = new Map(chunks.map(({ fileName }, at) => [fileName, at]));
  const modules = chunks.map(
    ({ fileName, code }) => `(exports, module) => {\n${replaceCalls(code, (id) => placeOf(id, fileName))}\n}`,
  );
  return `const modules = [\n${modules.join(',\n')}\n];
const loaded = [];
function loadModule(at) {
  if (loaded[at] !== undefined) return loaded[at];
  const module = { exports: {} };
  loaded[at] = module.exports;
  try {
    modules[at](module.exports, module);
  } catch (error) {
    loaded[at] = undefined;
    throw error;
  }
  return (loaded[at] = module.exports);
}
const builtins = new Map();
function loadWhenUsed(id, names) {
  if (builtins.has(id)) return builtins.get(id);
  let builtin;
  const lazy = {};
  for (const name of names) Object.defineProperty(lazy, name, { enumerable: true, get: () => (builtin ??= require(id))[name] });
  builtins.set(id, lazy);
  return lazy;
}
module.exports = loadModule(${places.get(chunks[0]?.fileName ?? '')});`;

  function placeOf(id: string, importer: string): string {
    const at = places.get(join(dirname(importer), id));
    if (id.startsWith('.') && at !== undefined) return `loadModule(${at})`;
    if (!isBuiltin(id) || LOADED_BUILTINS.has(id)) return `require(${JSON.stringify(id)})`;
    const names = Object.keys(process.getBuiltinModule(id) ?? {});
    return `loadWhenUsed(${JSON.stringify(id)}, ${JSON.stringify(names)})`;
  }
}

/** A script imports with what it is given, and finds its modules by their number. */
function replaceCalls(code: string, placeOf: (id: string) => string): string {
  const changes: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  new Visitor({
    ImportExpression: ({ start }) => void changes.push({ start, end: start + 'import'.length, text: 'importPackage' }),
    CallExpression: ({ start, end, callee, arguments: [argument] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'require' || argument?.type !== 'Literal') return;
      changes.push({ start, end, text: placeOf(String(argument.value)) });
    },
  }).visit(parseSync('program.js', code).program);
  let replaced = '';
  let from = 0;
  for (const { start, end, text } of changes.sort((a, b) => a.start - b.start)) {
    replaced += code.slice(from, start) + text;
    from = end;
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
