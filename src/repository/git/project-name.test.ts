import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { nameProject, parseOrigin } from './project-name.ts';

const config = (url: string): string =>
  `[core]\n\tbare = false\n[remote "upstream"]\n\turl = https://elsewhere.example/x/y\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs/heads/*\n[branch "main"]\n\tremote = origin\n`;

test.each([
  ['https://github.com/owner/project.git', 'github.com/owner/project'],
  ['https://me:secret@GitHub.com/owner/project', 'github.com/owner/project'],
  ['https://host.example:8443/a/b/c.git/', 'host.example:8443/a/b/c'],
  ['git@github.com:owner/project.git', 'github.com/owner/project'],
  ['ssh://git@github.com/owner/project.git', 'github.com/owner/project'],
  ['"git@github.com:owner/project.git"', 'github.com/owner/project'],
  ['/srv/git/project.git', null],
  ['../project.git', null],
  ['file:///srv/git/project.git', null],
  ['', null],
])('origin %s is the project %s', (url, name) => {
  expect(parseOrigin(config(url))).toBe(name);
});

test('without an origin there is no name; no text makes it throw, and a password never stays', () => {
  expect(parseOrigin('[remote "upstream"]\n\turl = https://github.com/a/b\n')).toBeNull();
  fc.assert(fc.property(fc.string(), (text) => typeof parseOrigin(config(text)) !== 'undefined'));
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9]{12,20}$/u), (password) => {
      expect(parseOrigin(config(`https://user:${password}@host.example/a/b`))).not.toContain(password);
    }),
  );
});

test('a folder without git is named by machine and path; one below the top level by its way', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cr-project-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(await nameProject(folder)).toBe(`${hostname()}:${folder}`);
  mkdirSync(join(folder, '.git', 'objects'), { recursive: true });
  mkdirSync(join(folder, 'packages', 'api'), { recursive: true });
  writeFileSync(join(folder, '.git', 'config'), config('git@github.com:owner/project.git'));
  expect(await nameProject(folder)).toBe('github.com/owner/project');
  expect(await nameProject(join(folder, 'packages', 'api'))).toBe('github.com/owner/project:packages/api');
});
