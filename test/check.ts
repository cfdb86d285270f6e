/**
 * Everything but the tests that must hold on main: types, lint, walls, dead code, derived files, the build. One check per processor.
 * `npm run check -- NAME…` runs only the checks with these words in their name.
 */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { mapAtOnce } from '../src/ports/map-at-once.ts';
import { findTool, installTools } from './tools.ts';

const root = join(import.meta.dirname, '..');
const why = installTools();
if (why !== null) {
  process.stderr.write(why);
  process.exit(1);
}

const CHECKS: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ['types', process.execPath, ['node_modules/ts7/bin/tsc', '-p', 'tsconfig.json']],
  ['lint', process.execPath, [findTool('biome'), 'check', '--error-on-warnings', '.']],
  ['walls', process.execPath, [findTool('depcruise'), '--config', '.dependency-cruiser.mjs', 'src']],
  ['dead code', process.execPath, [findTool('knip')]],
  ['what only tests call', process.execPath, [findTool('knip'), '--production']],
  [
    'what only the published protocol names',
    process.execPath,
    [findTool('knip'), '--production', '--config', 'lint/knip-behind-index.mjs'],
  ],
  ['rule pack', process.execPath, ['scripts/compile-rules.ts', '--check']],
  ['detections', process.execPath, ['scripts/detection-ledger.ts', '--check']],
  ['knowledge', process.execPath, ['scripts/generate-knowledge.ts', '--check']],
  ['schemas and their docs', process.execPath, ['scripts/generate-schemas.ts', '--check']],
  ['plugin', process.execPath, ['scripts/generate-plugin.ts', '--check']],
  ['manual page', process.execPath, ['scripts/generate-man.ts', '--check']],
  ['bill of materials', process.execPath, ['scripts/generate-sbom.ts', '--check']],
  // Types are checked above. Not into `dist`, which the test of the package builds anew, maybe at the same time.
  [
    'build',
    process.execPath,
    ['node_modules/ts7/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck', '--outDir', '.cache/built'],
  ],
];

interface Outcome {
  readonly isOk: boolean;
  readonly output: string;
}

const run = (command: string, args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(command, args, { cwd: root, maxBuffer: 100_000_000 }, (error, stdout, stderr) => {
      const { code } = error ?? {};
      resolve({ isOk: error === null, output: `${stdout}${stderr}${typeof code === 'string' ? String(error) : ''}` });
    });
  });

const asked = process.argv.slice(2);
const unknown = asked.find((word) => !CHECKS.some(([name]) => name.includes(word)));
if (unknown !== undefined) {
  process.stderr.write(`No check is called ${unknown}. There are: ${CHECKS.map(([name]) => name).join(', ')}.\n`);
  process.exit(2);
}
const chosen = CHECKS.filter(([name]) => asked.length === 0 || asked.some((word) => name.includes(word)));

const outcomes = await mapAtOnce(chosen, availableParallelism(), async ([name, command, args]) => {
  const { isOk, output } = await run(command, args);
  console.log(`${isOk ? 'ok  ' : 'FAIL'} ${name}${isOk ? '' : `\n${output}`}`);
  return isOk;
});
const failed = outcomes.filter((isOk) => !isOk).length;
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
