/** Real folders and real git repositories for tests, made with the git program of the machine and removed afterwards. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ScopeEntry, ScopeRules, Selection, Snapshot } from '../../src/ports/repository.ts';
import { createRepository, type RepositoryOptions } from '../../src/repository/repository.ts';

export const RULES: ScopeRules = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 1_000_000 };

export interface TemporaryFolder {
  readonly root: string;
  path(name: string): string;
  write(files: Readonly<Record<string, string | Buffer>>): void;
  remove(name: string): void;
  /** Runs plain git in the folder, as a user would. */
  git(...args: string[]): string;
  commit(message?: string): string;
}

const ENVIRONMENT = {
  PATH: process.env.PATH,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};

export function createFolderFixture(files: Readonly<Record<string, string | Buffer>> = {}): TemporaryFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'consensus-review-test-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const fixture: TemporaryFolder = {
    root,
    path: (name) => join(root, name),
    write(written) {
      for (const [name, content] of Object.entries(written)) {
        mkdirSync(dirname(join(root, name)), { recursive: true });
        writeFileSync(join(root, name), content);
      }
    },
    remove: (name) => rmSync(join(root, name), { recursive: true }),
    git: (...args) => execFileSync('git', args, { cwd: root, env: ENVIRONMENT, encoding: 'utf8', stdio: 'pipe' }),
    commit(message = 'change') {
      fixture.git('add', '-A');
      fixture.git('commit', '-q', '-m', message);
      return fixture.git('rev-parse', 'HEAD').trim();
    },
  };
  fixture.write(files);
  return fixture;
}

/** A git repository on `main` with one commit of the files. */
export function createGitFixture(files: Readonly<Record<string, string | Buffer>>, ...init: string[]): TemporaryFolder {
  const fixture = createFolderFixture();
  fixture.git('init', '-q', '-b', 'main', ...init);
  fixture.write(files);
  fixture.commit('first');
  return fixture;
}

export async function openSnapshot(
  root: string,
  selection: Selection,
  rules: Partial<ScopeRules> = {},
  options: Partial<RepositoryOptions> = {},
): Promise<Snapshot> {
  const repository = await createRepository({ root, ...options });
  onTestFinished(() => repository[Symbol.asyncDispose]());
  return repository.open(selection, { ...RULES, ...rules });
}

export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}

/** Entries in short: `path`, `path 2-3,7` with changed ranges, `path: reason` if ignored. */
export const formatEntry = (entry: ScopeEntry): string => {
  if (entry.kind === 'ignored') return `${entry.path}: ${entry.reason}`;
  if (entry.changed === null) return entry.path;
  return `${entry.path} ${entry.changed.map(({ start, end }) => `${start}-${end}`).join(',')}`;
};

export const listScope = async (
  root: string,
  selection: Selection,
  rules: Partial<ScopeRules> = {},
): Promise<string[]> => (await collect((await openSnapshot(root, selection, rules)).entries())).map(formatEntry);
