/**
 * Settings of the engine for the processes of a review: those of a short one at first, and those of a long one when it has become one.
 * They change how fast code runs and when memory is collected, nothing else. Plain JavaScript, as the first file of a process.
 */
/** Of Node, for a first file. Loaded before: with other settings the engine refuses the compiled form that they come with. */
const REVIEW_MODULES = [
  'node:child_process',
  'node:crypto',
  'node:fs/promises',
  'node:sqlite',
  'node:timers/promises',
  'node:zlib',
];
const SCAN_MODULES = ['node:crypto', 'node:fs/promises', 'node:os', 'node:perf_hooks', 'node:zlib'];

/**
 * Most of the patterns of a review run once or twice: compiling them for the engine's interpreter first takes three times as long.
 * Functions that ran once stay compiled, so that they are kept for the next process (kept-program.js).
 */
const ALWAYS = ['--no-regexp-tier-up', '--no-flush-bytecode'];
/** Of a short review nothing is run often enough to be compiled twice, and there is little garbage to look for beside the work. */
const SHORT = ['--no-sparkplug', '--no-maglev', '--no-turbofan', '--no-incremental-marking'];
const LONG = SHORT.map((each) => each.replace('--no-', '--'));
const SHORT_MICROSECONDS = 500_000;
const LOOK_MS = 50;

/** For the process of the command. */
export function prepareReview() {
  prepare(REVIEW_MODULES);
  process.once('exit', setFirst);
}

/** For a process of the analyzers, which ends when its parent has left. */
export function prepareScan() {
  prepare(SCAN_MODULES);
  process.once('disconnect', setFirst);
}

/** @param {readonly string[]} modules */
function prepare(modules) {
  for (const name of modules) process.getBuiltinModule(name);
  set(ALWAYS);
  setFirst();
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (user + system < SHORT_MICROSECONDS) return;
    clearInterval(look);
    set(LONG);
  }, LOOK_MS).unref();
}

/** At the end too: compiled code is taken by the next process only if it was kept under the settings that this one begins with. */
const setFirst = () => set(SHORT);

/** @param {readonly string[]} flags */
function set(flags) {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of flags) setFlagsFromString(flag);
}
