/** Every kind of hostile repository through the command line: nothing runs, nothing outside is read, nothing is written, the flaw is found. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder, runCli } from '../e2e/run-cli.ts';
import { createHostilePlace, HOSTILE_KINDS, OUTSIDE_TEXT } from './repositories.ts';

/** Every path below a folder. Links are listed and not followed. */
const listTree = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...listTree(path)] : [path];
  });

/** Names, kinds, sizes and texts of everything in a folder. */
function hashTree(root: string): string {
  const hash = createHash('sha256');
  for (const path of listTree(root).toSorted()) {
    const stats = lstatSync(path);
    hash.update(`${path}\0${stats.mode}\0${stats.size}\0`);
    if (stats.isFile()) hash.update(readFileSync(path));
    if (stats.isSymbolicLink()) hash.update(readlinkSync(path));
  }
  return hash.digest('hex');
}

const readState = (folder: string): string =>
  listTree(folder)
    .filter((path) => lstatSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');

const finds = (stdout: string): boolean => {
  if (stdout === '') return false;
  const report: { readonly findings: readonly { readonly cwe: string; readonly file: string }[] } = JSON.parse(stdout);
  return report.findings.some(({ cwe, file }) => cwe === 'CWE-78' && /^src\/(?:app|same)/iu.test(file));
};

describe('hostile repositories', () => {
  test('there are at least 51 kinds', () => {
    expect(HOSTILE_KINDS.length).toBeGreaterThanOrEqual(51);
    expect(new Set(HOSTILE_KINDS.map(({ name }) => name)).size).toBe(HOSTILE_KINDS.length);
  });

  test.each(HOSTILE_KINDS.map((kind) => [kind.name, kind] as const))('%s', async (_name, { plant, exit = 1 }) => {
    const place = createHostilePlace();
    plant(place);
    const state = createFolder();
    place.readOutside();
    const before = hashTree(place.repository.root);
    const firedBefore = place.fired();
    const env = {
      CONSENSUS_REVIEW_STATE_DIR: state,
      PATH: `${place.repository.path('node_modules/.bin')}:.:${process.env.PATH}`,
    };
    const reviewed = await runCli(['review', '--all', '-f', 'json'], { cwd: place.repository.root, env });
    // What is asked of a change ends by the rules too, whatever git directory it finds.
    const changed = await runCli(['plan', '-f', 'json'], { cwd: place.repository.root, env });

    const read = place.readOutside();
    expect({ code: reviewed.code, isFound: exit === 1 ? finds(reviewed.stdout) : true }, reviewed.stderr).toEqual({
      code: exit,
      isFound: true,
    });
    expect([0, 2, 3, 5], changed.stderr).toContain(changed.code);
    expect(place.fired()).toEqual(firedBefore);
    expect(read).toEqual([]);
    expect(hashTree(place.repository.root)).toBe(before);
    const written = [reviewed.stdout, reviewed.stderr, changed.stdout, changed.stderr, readState(state)].join('\n');
    expect(written).not.toContain(OUTSIDE_TEXT);
    // Escape sequences of a file name must not reach a terminal.
    expect(`${reviewed.stderr}${changed.stderr}`).not.toContain('\u001b[2J');
  });
});
