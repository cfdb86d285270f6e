/** Real folders and real git repositories for tests, made with the git program of the machine and removed afterwards. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
  const fixture = openFolder();
  onTestFinished(() => rmSync(fixture.root, { recursive: true, force: true }));
  fixture.write(files);
  return fixture;
}

function openFolder(): TemporaryFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'consensus-review-test-')));
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
      return readHead(root) ?? fixture.git('rev-parse', 'HEAD').trim();
    },
  };
  return fixture;
}

/** The commit at HEAD without a start of git; null where it does not lie in a file of its own. */
function readHead(root: string): string | null {
  const head = join(root, '.git/HEAD');
  if (!existsSync(head)) return null;
  const [, name = ''] = /^ref: (.+)$/mu.exec(readFileSync(head, 'utf8')) ?? [];
  const file = join(root, '.git', name);
  return name !== '' && existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

const originals = new Map<string, string>();

/** A copy of a repository that is made once for each name: git is not started for the next ones. */
export function copyRepository(name: string, make: (fixture: TemporaryFolder) => void): TemporaryFolder {
  let original = originals.get(name);
  if (original === undefined) {
    const made = openFolder();
    make(made);
    const hooks = made.path('.git/hooks');
    for (const each of existsSync(hooks) ? readdirSync(hooks) : []) {
      if (each.endsWith('.sample')) rmSync(join(hooks, each));
    }
    original = made.root;
    originals.set(name, original);
  }
  const fixture = createFolderFixture();
  cpSync(original, fixture.root, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return fixture;
}

/** A git repository on `main` with one commit of the files. */
export function createGitFixture(files: Readonly<Record<string, string | Buffer>>, ...init: string[]): TemporaryFolder {
  return copyRepository(JSON.stringify([Object.entries(files), init]), (fixture) => {
    fixture.git('init', '-q', '-b', 'main', ...init);
    fixture.write(files);
    fixture.commit('first');
  });
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
