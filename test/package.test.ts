/** The package as a user gets it: `npm pack` of this tree, installed into an empty project, and every command run from there. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, test } from 'vitest';
import { runsInstalled } from './tier.ts';

const project = join(import.meta.dirname, '..');
const place = mkdtempSync(join(tmpdir(), 'consensus-review-package-'));
const program = join(place, 'node_modules/.bin/consensus-review');

/** This Node first, a state and a temporary folder of its own: nothing unpacked before helps. */
const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  TMPDIR: join(place, 'tmp'),
  CONSENSUS_REVIEW_STATE_DIR: join(place, 'state'),
  CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'none',
  NO_COLOR: '1',
};

const run = (command: string, args: readonly string[], cwd = place) =>
  spawnSync(command, args, { cwd, env: environment, encoding: 'utf8', timeout: 600_000 });

const SOURCES: Readonly<Record<string, string>> = {
  'app.py': 'import os\nfrom flask import request\n\n\ndef run():\n    os.system("ls " + request.args["name"])\n',
  'app.rb': 'class AController < ApplicationController\n  def show\n    system("ls #{params[:name]}")\n  end\nend\n',
  'app.php': '<?php\nsystem("ls " . $_GET["name"]);\n',
  'app.js': 'app.get("/", (req, res) => res.send(eval(req.query.code)));\n',
};

describe.skipIf(!runsInstalled)('the packed package', () => {
  beforeAll(() => {
    mkdirSync(environment.TMPDIR);
    mkdirSync(join(place, 'code'));
    for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(place, 'code', name), text);
    writeFileSync(join(place, 'package.json'), '{ "name": "empty", "version": "1.0.0", "private": true }\n');
    const packed = run('npm', ['pack', '--silent', '--pack-destination', place], project);
    expect([packed.status, packed.stderr]).toEqual([0, expect.anything()]);
    const tarball = readdirSync(place).find((name) => name.endsWith('.tgz')) ?? 'missing.tgz';
    const installed = run('npm', ['install', '--no-audit', '--no-fund', join(place, tarball)]);
    expect(installed.status, installed.stderr).toBe(0);
    expect(installed.stderr).not.toContain('install scripts');
  }, 900_000);

  test('has no grammar sources and no foreign platforms, and leaves the tree as it was', () => {
    const grammars = readdirSync(join(place, 'node_modules/@ast-grep')).filter((name) => name.startsWith('lang-'));
    expect([grammars, existsSync(join(project, 'grammars'))]).toEqual([[], false]);
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
  ])('%s', (args, code) => {
    const { status, stdout, stderr } = run(program, args);
    expect([status, stdout === ''], stderr).toEqual([code, false]);
  });

  test('serves a coding agent', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const server = { command: program, args: ['mcp'], cwd: place, env: environment as Record<string, string> };
    await client.connect(new StdioClientTransport(server));
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.map(({ name }) => name)).toContain('review_run');
  });

  test('is a library', () => {
    const text = `import { review } from 'consensus-review';
      const report = await review({ root: 'code', selection: { kind: 'all' } });
      console.log(report.findings.length > 0, report.complete);`;
    writeFileSync(join(place, 'library.mjs'), text);
    const { stdout, stderr } = run(process.execPath, ['library.mjs']);
    expect(stdout, stderr).toBe('true true\n');
  });
});
