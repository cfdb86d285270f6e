/**
 * Writes the coding-agent plugin from the code's constants into `plugin/`, or into the folder that is named. With
 * `--check` it writes nothing and fails where a file differs, is missing or does not belong there. With `--local` the
 * plugin starts the program of this checkout instead of the published package.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pluginFiles } from '../src/prompts/plugin/files.ts';
import { formatMarketplace } from '../src/prompts/plugin/host.ts';

const project = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' }, local: { type: 'boolean' } },
  allowPositionals: true,
});
const shipped = join(project, 'plugin');
const folder = resolve(positionals[0] ?? shipped);
const release = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
const launch = [process.execPath, join(project, 'src/cli/bin.js')];
const files = pluginFiles(values.local ? { ...release, launch } : release);

/** Beside the shipped plugin: the repository is the marketplace that offers it. */
const marketplace = join(project, '.claude-plugin/marketplace.json');
const isOffered =
  folder !== shipped || (existsSync(marketplace) && readFileSync(marketplace, 'utf8') === formatMarketplace(release));

const present = existsSync(folder)
  ? readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  : [];
const stray = present.filter((path) => !files.has(path));
const stale = [...files].filter(
  ([path, text]) => !present.includes(path) || readFileSync(join(folder, path), 'utf8') !== text,
);

/** What to complain of; empty where the call makes sense. */
function findMistake(): string {
  if (values.local && folder === shipped) return '--local needs a folder of its own: `npm run plugin -- --local DIR`';
  // Files that do not belong are removed, so a folder that is not a plugin of ours is none of our business.
  const isOurs = present.length === 0 || present.includes('.claude-plugin/plugin.json');
  return isOurs || values.check ? '' : `${folder} holds other files; name a new folder`;
}

const mistake = findMistake();
if (mistake !== '') {
  process.stderr.write(`${mistake}\n`);
  process.exitCode = 2;
} else if (values.check) {
  for (const path of [...stale.map(([path]) => path), ...stray]) {
    process.stderr.write(`${join(folder, path)} is not what \`node scripts/generate-plugin.ts\` writes\n`);
  }
  if (!isOffered) process.stderr.write(`${marketplace} is not what \`node scripts/generate-plugin.ts\` writes\n`);
  process.exitCode = stale.length + stray.length > 0 || !isOffered ? 1 : 0;
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  if (!isOffered) {
    mkdirSync(dirname(marketplace), { recursive: true });
    writeFileSync(marketplace, formatMarketplace(release));
  }
  for (const path of stray) rmSync(join(folder, path));
  process.stdout.write(`${folder}: ${files.size} files, ${stale.length} written, ${stray.length} removed\n`);
}
