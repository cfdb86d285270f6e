/**
 * Loads the startup cache of a checkout: its modules joined in one script with V8's compiled code (`.cache/program`, written by
 * scripts/keep-program.ts), because several hundred modules are otherwise found, checked, linked and compiled in every process. Used
 * only where none of its files has changed since. Plain JavaScript; called first by cli/bin.js and analyzer-process.js.
 */

const { existsSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs');
const { createRequire } = process.getBuiltinModule('node:module');
const { fileURLToPath } = process.getBuiltinModule('node:url');
const vm = process.getBuiltinModule('node:vm');

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = '.cache/program';
/** A process that took longer may have used more of the program than those before it; looking costs 10 ms. */
const LONG_MICROSECONDS = 2_000_000;
const GROWTH = 1.1;
const SAMPLE = '0';

/** Settings that our own processes are started with. With others (debugger, profiler, hooks) somebody looks into the process. */
const OWN_SETTINGS = /^--(?:no-warnings|(?:max-old|max-semi)-space-size=\d+)$/u;
const isWatched = () =>
  // biome-ignore lint/style/noProcessEnv: options of Node, not of the product
  [process.env.NODE_OPTIONS, process.env.NODE_V8_COVERAGE].some((each) => each !== undefined) ||
  process.execArgv.some((each) => !OWN_SETTINGS.test(each));

/**
 * What the program exports, and a function to call at the end of the process; null where there is none, or an old one.
 * @param {string} name of the program
 * @param {string} use what it is used for: each use runs other parts
 * @returns {{ exports: any, keep: () => void } | null}
 */
export function openProgram(name, use) {
  const kept = isWatched() ? null : findFresh(name);
  if (kept === null) return null;
  const file = `${ROOT}${FOLDER}/${kept}.cjs`;
  const compiled = `${ROOT}${FOLDER}/${kept}-${use}.bin`;
  try {
    const cachedData = readCompiled(compiled);
    const script = new vm.Script(readFileSync(file, 'latin1'), {
      filename: file,
      ...(cachedData === null ? {} : { cachedData }),
    });
    const sample = new vm.Script(SAMPLE).createCachedData();
    const module = { exports: {} };
    script.runInThisContext()(module.exports, createRequire(file), module, importPackage);
    const known = cachedData === null || script.cachedDataRejected ? 0 : cachedData.length;
    return { exports: module.exports, keep: () => keepCompiled(script, { compiled, known, sample }) };
  } catch {
    forget(name);
    return null;
  }
}

/**
 * A script that cannot be used is made again.
 * @param {string} name
 */
function forget(name) {
  try {
    rmSync(`${ROOT}${FOLDER}/${name}.json`, { force: true });
  } catch {
    // A folder that cannot be written to: the modules themselves are loaded every time.
  }
}

/** @param {string} specifier */
const importPackage = (specifier) => import(specifier);

/** Of a run that is not complete. */
const INCOMPLETE = 3;

/**
 * Whether the end of a command is the time to make the programs: five seconds of processor time, and the command ends when they are made. Not
 * where somebody set a time by which it has to end, or where it was ended early.
 * @param {readonly string[]} args
 * @param {number} code
 */
export const mayJoin = (args, code) => code !== INCOMPLETE && !args.some((each) => /^--deadline(?:=|$)/u.test(each));

/** Makes the programs for the next process, where what makes them is installed. */
export function joinModules() {
  if (isWatched() || !existsSync(`${ROOT}node_modules/rolldown`)) return;
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  spawnSync(process.execPath, [`${ROOT}scripts/keep-program.ts`], { stdio: 'ignore', env: {} });
}

/**
 * The name of its files, which changes with its text; null where a file that it was made of has changed, or where it was made in another folder:
 * a copy of a checkout would read the files of the first one. (The engine compares what it compiled with the length of a text alone.)
 * @param {string} name
 * @param {string} root of the checkout, with a slash behind it
 * @returns {string | null}
 */
export function findFresh(name, root = ROOT) {
  try {
    /** @type {{ root: string, node: string, kept: string, files: [string, number, number][] }} */
    const { root: home, node, kept, files } = JSON.parse(readFileSync(`${root}${FOLDER}/${name}.json`, 'utf8'));
    if (home !== root || !existsSync(`${root}${FOLDER}/${kept}.cjs`)) return null;
    const isFresh = files.every(([path, size, changed]) => {
      const found = lstatSync(root + path);
      return found.size === size && found.mtimeMs === changed;
    });
    return isFresh && node === process.version ? kept : null;
  } catch {
    return null;
  }
}

/**
 * @param {import('node:vm').Script} script
 * @param {{ compiled: string, known: number, sample: Buffer }} place
 */
function keepCompiled(script, { compiled, known, sample }) {
  const { user, system } = process.cpuUsage();
  if (known > 0 && user + system < LONG_MICROSECONDS) return;
  // Settings of the engine have changed since (release-memory.ts): what is compiled under them would be refused at the next start.
  if (new vm.Script(SAMPLE, { cachedData: sample }).cachedDataRejected) return;
  try {
    const data = script.createCachedData();
    if (data.length < known * GROWTH) return;
    writeCompiled(compiled, data);
  } catch {
    // A folder that cannot be written to: the next process compiles again.
  }
}

const SUM_BYTES = 4;

/** @param {Buffer} data */
const sumOf = (data) => process.getBuiltinModule('node:zlib').crc32(data);

/**
 * What was compiled, with a sum behind it: the engine takes any bytes for its own, and runs them.
 * @param {string} path
 * @param {Buffer} data
 */
export function writeCompiled(path, data) {
  const sum = Buffer.alloc(SUM_BYTES);
  sum.writeUInt32LE(sumOf(data));
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, Buffer.concat([data, sum]));
  renameSync(temporary, path);
}

/**
 * Null where there is none, or other bytes than were written: a disk was full, a machine went off.
 * @param {string} path
 */
export function readCompiled(path) {
  try {
    const bytes = readFileSync(path);
    const data = bytes.subarray(0, -SUM_BYTES);
    return data.length > 0 && sumOf(data) === bytes.readUInt32LE(data.length) ? data : null;
  } catch {
    return null;
  }
}
