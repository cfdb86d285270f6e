/**
 * Sets V8 flags: for the process of a command that reviews, first those for a short process and, once it has used 350 ms of processor
 * time, those for a long one; and for the processes of analyzers. They change how fast code runs and when memory is collected, nothing
 * else. Plain JavaScript, as the first file of a process. Called by cli/bin.js and analyzer-process.js.
 */
/** Of Node. Loaded before: with other settings the engine refuses the compiled form that they come with. */
const COMMAND_MODULES = [
  'node:child_process',
  'node:crypto',
  'node:fs/promises',
  'node:sqlite',
  'node:timers/promises',
  'node:zlib',
];
const SCAN_MODULES = ['node:crypto', 'node:fs/promises', 'node:perf_hooks', 'node:timers/promises', 'node:zlib'];

/**
 * Most of the patterns of a review run once or twice: compiling them for the engine's interpreter first takes three times as long.
 * Functions that ran once stay compiled, so that they are kept for the next process (kept-program.js).
 */
const ALWAYS = ['--no-regexp-tier-up', '--no-flush-bytecode'];
/** Of a short review nothing is run often enough to be compiled twice, and there is little garbage to look for beside the work. */
const SHORT = ['--no-sparkplug', '--no-maglev', '--no-turbofan', '--no-incremental-marking'];
const LONG = SHORT.map((each) => each.replace('--no-', '--'));
const SHORT_MICROSECONDS = 350_000;
const LOOK_MS = 50;

export function prepareReview() {
  prepare(COMMAND_MODULES);
  setFirst();
  process.once('exit', setFirst);
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (user + system < SHORT_MICROSECONDS) return;
    clearInterval(look);
    set(LONG);
  }, LOOK_MS).unref();
}

/** Its compilers stay on: rules run hot from the second file on. */
export const prepareScan = () => prepare(SCAN_MODULES);

/** @param {readonly string[]} modules of Node */
function prepare(modules) {
  for (const name of modules) process.getBuiltinModule(name);
  set(ALWAYS);
}

/** At the end too: compiled code is taken by the next process only if it was kept under the settings that this one begins with. */
const setFirst = () => set(SHORT);

/** @param {readonly string[]} flags */
function set(flags) {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of flags) setFlagsFromString(flag);
}
