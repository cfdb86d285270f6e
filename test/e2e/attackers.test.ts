/** Who fills a value decides how grave a finding is and what it says, not whether it is told: every kind of source through the product. */
import { expect, test } from 'vitest';
import { createFolder, runCli } from './run-cli.ts';

interface Told {
  readonly file: string;
  readonly severity: string;
  readonly issue: string;
  readonly extra: { readonly source_kind?: string };
  readonly cwe: string | null;
}

const HEAD = "const { exec } = require('node:child_process');\n";

/** One shell command each, filled by somebody else. */
const SOURCES: Readonly<Record<string, string>> = {
  'network.js': "app.get('/', (req, res) => { exec('ls ' + req.query.dir); });\n",
  'command-line.js': "exec('ls ' + process.argv[2]);\n",
  'environment.js': "exec('ls ' + process.env.DIR);\n",
  'file.js': "const fs = require('node:fs');\nexec('ls ' + fs.readFileSync('list.txt', 'utf8'));\n",
  'message.js': "channel.consume('jobs', (job) => { exec('ls ' + job.content); });\n",
  'agent.js': "server.tool('list', { dir: z.string() }, async ({ dir }) => { exec('ls ' + dir); });\n",
  'exported.js': "exports.list = (dir) => { exec('ls ' + dir); };\n",
  'untrusted.js': "exports.list = (untrustedDir) => { exec('ls ' + untrustedDir); };\n",
  'described.js':
    "/** Lists a folder.\n * @param folder a name from the user, not checked yet */\nexports.list = (folder) => { exec('ls ' + folder); };\n",
};

async function review(manifest: object, config: object): Promise<readonly Told[]> {
  const folder = createFolder({
    'package.json': JSON.stringify(manifest),
    'config.json': JSON.stringify(config),
    ...Object.fromEntries(Object.entries(SOURCES).map(([path, text]) => [path, HEAD + text])),
  });
  const args = ['review', '--all', '-C', folder, '-f', 'json', '--no-journal', '--config', `${folder}/config.json`];
  const { stdout } = await runCli([...args, '--reviewers', 'security-reviewer']);
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Told[] };
  return findings.filter(({ cwe }) => cwe === 'CWE-78');
}

const describe = (findings: readonly Told[]): Readonly<Record<string, string>> =>
  Object.fromEntries(findings.map(({ file, severity, extra }) => [file, `${severity} ${extra.source_kind}`]));

test('the kind of a source sets severity and words, and every kind is told [FLOW-03]', async () => {
  const library = await review({ name: 'lister', version: '1.0.0', main: 'exported.js' }, {});
  expect(describe(library)).toEqual({
    'network.js': 'CRITICAL network',
    'agent.js': 'CRITICAL agent',
    'message.js': 'HIGH message',
    'command-line.js': 'MEDIUM command-line',
    'file.js': 'MEDIUM file',
    'environment.js': 'LOW environment',
    'exported.js': 'MEDIUM exported',
    'untrusted.js': 'HIGH exported',
    'described.js': 'HIGH exported',
  });
  const words = (file: string): string => library.find((each) => each.file === file)?.issue ?? '';
  expect(words('agent.js')).toContain('A model fills in this value');
  expect(words('environment.js')).toContain('The value comes from the environment');
  expect(words('exported.js')).toContain('a parameter of a function that others call');
  expect(words('network.js')).not.toContain('The value comes from');
});

test('what the project is made for is told from its manifest and can be set [FLOW-03]', async () => {
  const service = { name: 'shop', private: true, dependencies: { express: '5.0.0' }, scripts: { start: 'node .' } };
  expect(describe(await review(service, {}))['exported.js']).toBe('MEDIUM parameter');
  expect(describe(await review(service, { project_kind: 'library' }))['exported.js']).toBe('MEDIUM exported');
});
