/** Everything but the tests that must hold on main: types, lint, walls, dead code, derived files, the build. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = (name: string): string => join(root, 'node_modules/.bin', name);

const CHECKS: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ['types', process.execPath, ['node_modules/ts7/bin/tsc', '-p', 'tsconfig.json']],
  ['lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['walls', bin('depcruise'), ['--config', '.dependency-cruiser.mjs', 'src']],
  ['dead code', bin('knip'), []],
  ['what only tests call', bin('knip'), ['--production']],
  ['what only the published protocol names', bin('knip'), ['--production', '--config', 'lint/knip-behind-index.mjs']],
  ['rule pack', process.execPath, ['scripts/compile-rules.ts', '--check']],
  ['detections', process.execPath, ['scripts/detection-ledger.ts', '--check']],
  ['knowledge', process.execPath, ['scripts/generate-knowledge.ts', '--check']],
  ['schemas and their docs', process.execPath, ['scripts/generate-schemas.ts', '--check']],
  ['plugin', process.execPath, ['scripts/generate-plugin.ts', '--check']],
  ['bill of materials', process.execPath, ['scripts/generate-sbom.ts', '--check']],
  ['build', process.execPath, ['node_modules/ts7/bin/tsc', '-p', 'tsconfig.build.json']],
];

let failed = 0;
for (const [name, command, args] of CHECKS) {
  const run = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  const ok = run.status === 0;
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}`);
  if (!ok) console.log(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error ?? ''}`);
  failed += ok ? 0 : 1;
}
console.log(`${CHECKS.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
