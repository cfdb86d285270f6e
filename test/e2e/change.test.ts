// What a change answers for, and what stays the same finding when code moves: real repositories, the real program.
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { ReportDocument, ReportFinding } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli, writeFiles } from './run-cli.ts';

const git = (folder: string, ...args: readonly string[]): void => {
  execFileSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main', ...args],
    { cwd: folder },
  );
};

async function review(folder: string, ...args: readonly string[]): Promise<{ report: ReportDocument; code: number }> {
  const { stdout, code, stderr } = await runCli(['review', '-f', 'json', ...args], { cwd: folder });
  expect(stdout, stderr).not.toBe('');
  return { report: JSON.parse(stdout), code: code ?? -1 };
}

const APP = `const { exec } = require('node:child_process');

exports.old = (req, res) => {
  exec('ls ' + req.query.dir);
};

exports.list = (req, res) => {
  const dir = '/srv/files';
  const where = dir;
  exec('ls ' + where);
};

exports.show = (req, res) => {
  let name = req.query.name;
  name = encodeURIComponent(name);
  const line = 'cat ' + name;
  exec(line);
};
`;

async function reviewChange(edit: (text: string) => string): Promise<{ report: ReportDocument; code: number }> {
  const folder = createFolder({ 'src/app.js': APP });
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  writeFiles(folder, { 'src/app.js': edit(APP) });
  return review(folder, '--base', 'HEAD');
}

const injections = ({ findings }: ReportDocument): readonly string[] =>
  findings.filter(({ cwe }) => cwe === 'CWE-78').map(({ line, introduced }) => `${line} ${introduced}`);

describe('what a change answers for', () => {
  test('an untouched problem is kept apart and does not count', async () => {
    const { report, code } = await reviewChange((text) => `${text}\nexports.version = 2;\n`);
    expect(injections(report)).toEqual(['4 false']);
    expect({ verdict: report.verdict, code }).toEqual({ verdict: 'OK', code: 0 });
    expect(report.verdict_trace.join()).toContain('not counted: 1');
  });

  test('a new source makes the untouched sink below it a problem of the change', async () => {
    const { report, code } = await reviewChange((text) => text.replace("'/srv/files'", 'req.query.dir'));
    expect(injections(report)).toEqual(['10 true', '4 false']);
    expect({ verdict: report.verdict, code }).toEqual({ verdict: 'VETO', code: 1 });
  });

  test('so does taking the guard away between source and sink', async () => {
    const { report, code } = await reviewChange((text) => text.replace('  name = encodeURIComponent(name);\n', ''));
    expect(injections(report)).toEqual(['16 true', '4 false']);
    expect(code).toBe(1);
  });
});

describe('the same finding in another place', () => {
  const byRule = ({ findings }: ReportDocument): Readonly<Record<string, string>> =>
    Object.fromEntries(
      findings.map((finding: ReportFinding) => [
        `${finding.reported_by.map(({ rule }) => rule).join()} ${finding.evidence?.replace(/\s+/gu, ' ').trim()}`,
        finding.fingerprint,
      ]),
    );
  const SOURCE = `${APP}
exports.save = async (order) => {
  try {
    await write(order);
  } catch (error) {}
  throw new Error('error');
};
`;

  test('keeps its fingerprint when lines are put before it or it is indented anew', async () => {
    const before = byRule((await review(createFolder({ 'src/app.js': SOURCE }), 'src')).report);
    const moved = SOURCE.replace('exports.old', '// one\n// two\n\nexports.version = 1;\n\nexports.old').replace(
      /^ {2,}/gmu,
      (indent) => indent.repeat(2),
    );
    const after = byRule((await review(createFolder({ 'src/app.js': moved }), 'src')).report);
    expect(Object.keys(before).length).toBeGreaterThanOrEqual(3);
    expect(after).toEqual(before);
  });

  test('two runs of the same scope give byte-identical findings', async () => {
    const folder = createFolder({ 'src/app.js': SOURCE, 'src/again.js': SOURCE });
    const texts = [];
    for (let run = 0; run < 2; run += 1) texts.push(JSON.stringify((await review(folder, 'src')).report.findings));
    expect(texts[1]).toBe(texts[0]);
  });
});

test('page and terminal name the rule, why it matters and how to mend it', async () => {
  const folder = createFolder({ 'src/app.js': APP });
  for (const format of ['terminal', 'markdown']) {
    const { stdout } = await runCli(['review', '-f', format, 'src'], { cwd: folder });
    expect(stdout).toContain('js-command-injection');
    expect(stdout).toMatch(/\bWhy\b/u);
    expect(stdout).toMatch(/\bFix\b/u);
    expect(stdout).toContain("exec('ls ' + req.query.dir)");
  }
});
