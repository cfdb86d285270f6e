// The recipes of docs/hooks.md, as they stand there, with the real programs: a finding stops a commit, a deletion does not.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAIN } from './e2e/run-cli.ts';
import { runsInstalled } from './tier.ts';

const guide = readFileSync(join(import.meta.dirname, '../docs/hooks.md'), 'utf8');
/** The first block of a section. */
const recipeOf = (name: string): string =>
  new RegExp(`## ${name}\n[\\s\\S]*?\`\`\`\\w+\n([\\s\\S]*?)\`\`\``, 'u').exec(guide)?.[1] ?? '';

/** This checkout as the program on PATH. */
const bin = mkdtempSync(join(tmpdir(), 'consensus-review-hooks-'));
writeFileSync(join(bin, 'consensus-review'), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`, { mode: 0o755 });
symlinkSync(process.execPath, join(bin, 'node'));

const environment = {
  ...process.env,
  PATH: `${bin}:${process.env.PATH}`,
  CONSENSUS_REVIEW_STATE_DIR: join(bin, 'state'),
  CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'none',
};

function open(): {
  folder: string;
  run: (command: string, ...args: readonly string[]) => { code: number | null; text: string };
} {
  const folder = mkdtempSync(join(tmpdir(), 'consensus-review-hooked-'));
  const run = (command: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env: environment, encoding: 'utf8' });
    return { code: status, text: `${stdout}${stderr}` };
  };
  run('git', 'init', '-q', '-b', 'main');
  run('git', 'config', 'user.name', 't');
  run('git', 'config', 'user.email', 't@example.org');
  writeFileSync(join(folder, 'old.ts'), 'export const old = 1;\n');
  writeFileSync(join(folder, 'package.json'), '{ "name": "x", "version": "1.0.0", "private": true }\n');
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  run('git', 'add', '-A');
  run('git', 'commit', '-qm', 'first');
  return { folder, run };
}

type Opened = ReturnType<typeof open>;

const SET_UP: Readonly<Record<string, (opened: Opened) => { code: number | null; text: string }>> = {
  Plain: ({ folder, run }) => {
    writeFileSync(join(folder, '.git/hooks/pre-commit'), recipeOf('Plain'));
    chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755);
    return run('true');
  },
  husky: ({ folder, run }) => {
    run('npm', 'install', '--no-audit', '--no-fund', '--save-dev', 'husky@9.1.7');
    mkdirSync(join(folder, '.husky'));
    writeFileSync(join(folder, '.husky/pre-commit'), recipeOf('husky'));
    return run('npx', '--no-install', 'husky');
  },
  lefthook: ({ folder, run }) => {
    writeFileSync(join(folder, 'lefthook.yml'), recipeOf('lefthook'));
    run('npm', 'install', '--no-audit', '--no-fund', '--save-dev', 'lefthook@1.13.6');
    return run('npx', '--no-install', 'lefthook', 'install');
  },
  'pre-commit': ({ folder, run }) => {
    writeFileSync(join(folder, '.pre-commit-config.yaml'), recipeOf('pre-commit'));
    run('python3', '-m', 'venv', join(bin, 'python'));
    run(join(bin, 'python/bin/pip'), 'install', '--quiet', 'pre-commit');
    run('git', 'add', '-A');
    return run(join(bin, 'python/bin/pre-commit'), 'install');
  },
};

describe.skipIf(!runsInstalled)('hooks', () => {
  test.each(Object.keys(SET_UP))(
    '%s',
    (name) => {
      const opened = open();
      const { folder, run } = opened;
      const made = SET_UP[name]?.(opened);
      expect(made?.code, made?.text).toBe(0);
      run('git', 'add', '-A');
      writeFileSync(join(folder, 'bad.js'), 'app.get("/", (req, res) => res.send(eval(req.query.code)));\n');
      run('git', 'add', 'bad.js');
      const refused = run('git', 'commit', '-m', 'bad');
      expect([refused.code === 0, refused.text.includes('CRITICAL bad.js:1 ')], refused.text).toEqual([false, true]);
      run('git', 'rm', '-q', '--cached', 'bad.js');
      run('git', 'commit', '-q', '--no-verify', '-m', 'set up', '--allow-empty');
      rmSync(join(folder, 'bad.js'));
      run('git', 'rm', '-q', 'old.ts');
      const passed = run('git', 'commit', '-m', 'delete');
      expect(passed.code, passed.text).toBe(0);
    },
    300_000,
  );
});
