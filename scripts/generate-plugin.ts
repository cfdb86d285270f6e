/**
 * Writes the coding-agent plugin from the code's constants into `plugin/`, or into the folder that is named. With
 * `--check` it writes nothing and fails where a file differs, is missing or does not belong there.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { pluginFiles } from '../src/prompts/plugin/files.ts';

const project = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
const folder = positionals[0] ?? join(project, 'plugin');
const files = pluginFiles(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')));

mkdirSync(folder, { recursive: true });
const present = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => !entry.isDirectory())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
const stray = present.filter((path) => !files.has(path));
const stale = [...files].filter(
  ([path, text]) => !present.includes(path) || readFileSync(join(folder, path), 'utf8') !== text,
);

if (values.check) {
  for (const path of [...stale.map(([path]) => path), ...stray]) {
    process.stderr.write(`${join(folder, path)} is not what \`node scripts/generate-plugin.ts\` writes\n`);
  }
  process.exitCode = stale.length + stray.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const path of stray) rmSync(join(folder, path));
}
