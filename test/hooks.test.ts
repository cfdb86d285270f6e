// The recipes of docs/coding-agents.md, as they stand there, with the real programs: a finding stops a commit, a deletion does not.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAIN } from './e2e/run-cli.ts';
import { runsInstalled } from './tier.ts';

const guide = readFileSync(join(import.meta.dirname, '../docs/coding-agents.md'), 'utf8');
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
  CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'none',
};

interface Ended {
  readonly code: number | null;
  readonly text: string;
}

interface Opened {
  readonly folder: string;
  readonly run: (command: string, ...args: readonly string[]) => Promise<Ended>;
}

async function open(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'consensus-review-hooked-'));
  const env = {
    ...environment,
    CONSENSUS_REVIEW_STATE_DIR: mkdtempSync(join(tmpdir(), 'consensus-review-hook-state-')),
  };
  const run = (command: string, ...args: readonly string[]) =>
    new Promise<Ended>((resolve) => {
      execFile(command, args, { cwd: folder, env, maxBuffer: 100_000_000 }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        resolve({ code, text: `${stdout}${stderr}` });
      });
    });
  await run('git', 'init', '-q', '-b', 'main');
  await run('git', 'config', 'user.name', 't');
  await run('git', 'config', 'user.email', 't@example.org');
  writeFileSync(join(folder, 'old.ts'), 'export const old = 1;\n');
  writeFileSync(join(folder, 'package.json'), '{ "name": "x", "version": "1.0.0", "private": true }\n');
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  await run('git', 'add', '-A');
  await run('git', 'commit', '-qm', 'first');
  return { folder, run };
}

const SET_UP: Readonly<Record<string, (opened: Opened) => Promise<Ended>>> = {
  Plain: ({ folder, run }) => {
    writeFileSync(join(folder, '.git/hooks/pre-commit'), recipeOf('Plain'));
    chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755);
    return run('true');
  },
  husky: async ({ folder, run }) => {
    await run('npm', 'install', '--no-audit', '--no-fund', '--save-dev', 'husky@9.1.7');
    mkdirSync(join(folder, '.husky'));
    writeFileSync(join(folder, '.husky/pre-commit'), recipeOf('husky'));
    return run('npx', '--no-install', 'husky');
  },
  lefthook: async ({ folder, run }) => {
    writeFileSync(join(folder, 'lefthook.yml'), recipeOf('lefthook'));
    await run('npm', 'install', '--no-audit', '--no-fund', '--save-dev', 'lefthook@1.13.6');
    return run('npx', '--no-install', 'lefthook', 'install');
  },
  'pre-commit': async ({ folder, run }) => {
    writeFileSync(join(folder, '.pre-commit-config.yaml'), recipeOf('pre-commit'));
    await run('python3', '-m', 'venv', join(bin, 'python'));
    await run(join(bin, 'python/bin/pip'), 'install', '--quiet', 'pre-commit');
    await run('git', 'add', '-A');
    return run(join(bin, 'python/bin/pre-commit'), 'install');
  },
};

// At the same time: most of it is waiting for installations.
describe.skipIf(!runsInstalled)('hooks', () => {
  test.concurrent.each(Object.keys(SET_UP))(
    '%s',
    async (name) => {
      const opened = await open();
      const { folder, run } = opened;
      const made = await SET_UP[name]?.(opened);
      expect(made?.code, made?.text).toBe(0);
      await run('git', 'add', '-A');
      writeFileSync(join(folder, 'bad.js'), 'app.get("/", (req, res) => res.send(eval(req.query.code)));\n');
      await run('git', 'add', 'bad.js');
      const refused = await run('git', 'commit', '-m', 'bad');
      expect([refused.code === 0, refused.text.includes('CRITICAL bad.js:1 ')], refused.text).toEqual([false, true]);
      await run('git', 'rm', '-q', '--cached', 'bad.js');
      await run('git', 'commit', '-q', '--no-verify', '-m', 'set up', '--allow-empty');
      rmSync(join(folder, 'bad.js'));
      await run('git', 'rm', '-q', 'old.ts');
      const passed = await run('git', 'commit', '-m', 'delete');
      expect(passed.code, passed.text).toBe(0);
    },
    600_000,
  );
});
