/** `lsp` with a language client over its standard input and output, as an editor starts it: one server for all of it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Diagnostic, Hover, TextEdit } from 'vscode-languageserver/node';
import { readZip } from '../src/analyzers/advisories/zip-archive.ts';
import { boundMessages } from '../src/lsp/bounded-messages.ts';
import { folderOf, pathOfUri } from '../src/lsp/document-place.ts';
import { createReviewQueue } from '../src/lsp/review-queue.ts';
import { readInlineComments, writeInlineComment } from '../src/protocol/findings/inline-suppression.ts';
import { readVersion } from '../src/version.ts';
import { createFolder, runCli, runProcess, testEnvironment } from './e2e/run-cli.ts';
import { type LanguageClient, startClient } from './support/language-client.ts';
import { times } from './tier.ts';

const INJECTION = "  exec('ls ' + req.query.dir);";
const APP = [
  "const { exec } = require('node:child_process');",
  "app.get('/x', (req, res) => {",
  INJECTION,
  "  res.send('ok');",
  '});',
  '',
].join('\n');
const LOAD = 'import yaml\n\n\ndef load(text):\n    return yaml.load(text, Loader=yaml.Loader)\n';

const FILES = {
  'app.js': APP,
  'load.py': LOAD,
  'page.tsx': 'export const a = 1;\n',
  'Main.hs': 'main = print 1\n',
};

let root = '';
let client: LanguageClient;

beforeAll(async () => {
  root = createFolder(FILES);
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: root });
  client = await startClient({ root, env: testEnvironment({ CONSENSUS_REVIEW_STATE_DIR: createFolder() }) });
});
afterAll(async () => {
  expect(await client.leave()).toBe(0);
});

const show = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ range, severity, code, message }) => `${range.start.line} ${severity} ${code ?? message}`);

/** As an editor does it: from the last edit to the first. */
function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const offset = ({ line, character }: TextEdit['range']['start']): number =>
    text
      .split('\n')
      .slice(0, line)
      .reduce((sum, each) => sum + each.length + 1, 0) + character;
  return edits
    .toReversed()
    .reduce(
      (now, { range, newText }) => now.slice(0, offset(range.start)) + newText + now.slice(offset(range.end)),
      text,
    );
}

const whole = (text: string): { readonly text: string } => ({ text });

test('diagnostics on open are those of `review PATH`; edits are reviewed from the text of the editor, before it is saved', async () => {
  const opened = await client.open('app.js', APP);
  expect(show(opened)).toEqual(['2 1 js-command-injection']);
  expect(opened[0]).toMatchObject({ source: 'consensus-review', range: { start: { character: 2 } } });
  const { stdout } = await runCli(['review', 'app.js', '-f', 'json', '--no-journal'], { cwd: root });
  const { findings } = JSON.parse(stdout) as { findings: { line: number; fingerprint: string }[] };
  expect(findings.map(({ line, fingerprint }) => ({ line, fingerprint }))).toEqual([
    { line: 3, fingerprint: (opened.at(0) as Diagnostic).data.fingerprint },
  ]);
  const start = { line: 0, character: 0 };
  const moved = client.change('app.js', { range: { start, end: start }, text: '// one\n// two\n' });
  // Before it is reviewed again and afterwards: that line is another one now.
  expect([await client.actions('app.js', 2), await client.hover('app.js', 2)]).toEqual([[], null]);
  expect(show(await client.diagnosticsOf('app.js', moved))).toEqual(['4 1 js-command-injection']);
  const fixed = client.change('app.js', whole(APP.replace(INJECTION, "  execFile('ls', [req.query.dir]);")));
  expect(show(await client.diagnosticsOf('app.js', fixed))).toEqual([]);
  const back = client.change('app.js', whole(APP));
  expect(show(await client.diagnosticsOf('app.js', back))).toEqual(['2 1 js-command-injection']);
  expect(show(await client.save('app.js'))).toEqual(['2 1 js-command-injection']);
});

test('a code action makes the repair of `fix`, and is not offered for lines that have changed; hover says why and how', async () => {
  const opened = await client.open('load.py', LOAD, 'python');
  const line = opened.find(({ code }) => code === 'py-unsafe-yaml-load')?.range.start.line ?? 4;
  expect(line).toBe(4);
  const actions = await client.actions('load.py', line);
  const fix = actions.find(({ title }) => title.startsWith('Fix: '));
  const [change] = (fix?.edit?.documentChanges ?? []) as { edits: TextEdit[]; textDocument: { version: number } }[];
  expect(change?.textDocument.version).toBe(1);
  const repaired = applyEdits(LOAD, change?.edits ?? []);
  expect(repaired).toContain('return yaml.safe_load(text)');
  const { contents } = (await client.hover('load.py', line)) as Hover;
  const { value } = contents as { value: string };
  expect(value).toMatch(/^\*\*(?:CRITICAL|HIGH): /u);
  expect(value).toContain('Fix: ');
  expect(value).toContain('Bad:');
  expect(await client.hover('load.py', 0)).toBeNull();
  const version = client.change('load.py', whole(repaired));
  expect(show(await client.diagnosticsOf('load.py', version))).toEqual([]);
  expect(await client.actions('load.py', line)).toEqual([]);
});

test('suppressing inserts a comment with the rule, which counts when a reason is written', async () => {
  const actions = await client.actions('app.js', 2);
  const suppress = actions.find(({ title }) => title.startsWith('Suppress js-command-injection'));
  const [change] = (suppress?.edit?.documentChanges ?? []) as { edits: TextEdit[] }[];
  const commented = applyEdits(APP, change?.edits ?? []);
  expect(commented).toContain('  // consensus-review-ignore js-command-injection: \n');
  const open = client.change('app.js', whole(commented));
  expect(show(await client.diagnosticsOf('app.js', open))).toEqual([
    '3 1 js-command-injection',
    '2 4 This comment suppresses nothing: write the rule, a colon and your reason.',
  ]);
  const said = client.change('app.js', whole(commented.replace('injection: ', 'injection: only admins reach it')));
  expect(show(await client.diagnosticsOf('app.js', said))).toEqual([]);
  const back = client.change('app.js', whole(APP));
  await client.diagnosticsOf('app.js', back);
});

test('what is not reviewed says so, and a document that is closed has no diagnostics', async () => {
  expect(show(await client.open('Main.hs', 'main = print 1\n'))).toEqual([
    '0 4 Not reviewed completely: no analyzer knows this language.',
  ]);
  expect(show(await client.open('page.tsx', `// ${'x'.repeat(1_100_000)}\n`))).toEqual([
    '0 4 Not reviewed completely: it is larger than max_file_bytes.',
  ]);
  await client.close('page.tsx');
});

test('nothing is said any longer of a document whose folder was deleted', async () => {
  mkdirSync(join(root, 'gone'));
  writeFileSync(join(root, 'gone/app.js'), APP);
  expect(show(await client.open('gone/app.js', APP))).toEqual(['2 1 js-command-injection']);
  rmSync(join(root, 'gone'), { recursive: true });
  await client.watchedFilesChanged('gone', 'deleted');
  expect(await client.until('gone/app.js', (found) => found.length === 0)).toEqual([]);
  await client.close('gone/app.js');
});

test('a workspace cannot weaken the review: its settings count as far as the user trusts it [TRUST-02]', async () => {
  const config = join(root, 'consensus-review.config.json');
  const tell = async (settings: unknown): Promise<void> => {
    writeFileSync(config, JSON.stringify(settings));
    await client.watchedFilesChanged('consensus-review.config.json');
  };
  const isFound = (found: readonly Diagnostic[]): boolean => show(found).includes('2 1 js-command-injection');
  const overrides = [{ rules: ['js-command-injection'], severity: 'LOW', reason: 'x' }];
  await tell({ model: 'openai/gpt', severity_overrides: overrides });
  await client.untilMessage(/model, severity_overrides not used, because this repository is not trusted/u);
  const token = ['gh', 'p_AAAA', '0123456789AbCdEfGhIjKlMnOpQrStUv'].join('');
  await tell({ [token]: 1 });
  const broken = await client.until('app.js', ([first]) => String(first?.message).startsWith('Not reviewed: '));
  expect(broken.map(({ message }) => message)).toEqual([expect.stringContaining('unknown key "[redacted:')]);
  expect(await client.untilMessage(/unknown key/u)).not.toContain(token);
  await tell({ severity_overrides: overrides });
  expect(show(await client.until('app.js', isFound))).toEqual(['2 1 js-command-injection']);
  expect(client.published.flatMap(({ diagnostics }) => show(diagnostics))).not.toContain('2 3 js-command-injection');
  await tell({});
});

test('of many edits without a pause the last version is reviewed, and nothing is said of another one at its end', async () => {
  const end = { line: 5, character: 0 };
  const edits = times(200, 1000);
  let version = 0;
  for (let at = 0; at < edits; at += 1)
    version = client.change('app.js', { range: { start: end, end }, text: at % 10 === 0 ? 'debugger;\n' : '// x\n' });
  const found = await client.diagnosticsOf('app.js', version);
  // The last edit stands first.
  const lines = Array.from({ length: edits }, (_, at) => 5 + edits - 1 - at).filter((_, at) => at % 10 === 0);
  expect(
    found
      .flatMap(({ code, range }) => (code === 'js-debugging-left-in' ? [range.start.line] : []))
      .toSorted((a, b) => a - b),
  ).toEqual(lines.toReversed());
  const back = client.change('app.js', whole(APP));
  expect(show(await client.diagnosticsOf('app.js', back))).toEqual(['2 1 js-command-injection']);
  const last = client.published.findLast(({ uri }) => uri.endsWith('app.js'));
  expect(last?.version).toBe(back);
});

test.each([
  ['file:///home/a/b%20c.ts', false, '/home/a/b c.ts'],
  ['file:///c%3A/Users/a/b.ts', true, 'c:\\Users\\a\\b.ts'],
  ['file:///C:/Users/a/b.ts', true, 'C:\\Users\\a\\b.ts'],
  ['file://server/share/b.ts', true, '\\\\server\\share\\b.ts'],
  ['file://server/share/b.ts', false, null],
  ['untitled:Untitled-1', false, null],
  ['file:///a%2Fb.ts', false, null],
  ['not a uri', false, null],
] as const)('the path of %s (windows: %s) is %s', (uri, windows, path) => {
  expect(pathOfUri(uri, windows)).toBe(path);
});

test.each([
  ['/a/b/c.ts', ['/a', '/a/b', '/x'], false, '/a/b'],
  ['/a/bc/c.ts', ['/a/b'], false, null],
  ['c:\\work\\App\\x.ts', ['C:\\Work'], true, 'C:\\Work'],
  ['d:\\work\\x.ts', ['C:\\work'], true, null],
] as const)('the folder of %s among %s', (path, folders, windows, folder) => {
  expect(folderOf(path, folders, windows)).toBe(folder);
});

test.each(['typescript', 'tsx', 'python', 'go', 'sql', 'html', 'css', 'yaml', 'php', 'markdown', 'dockerfile'])(
  'the comment that suppresses in %s is read back',
  (language) => {
    const comment = writeInlineComment(language, ['a-rule', 'CWE-1'], 'because');
    const { suppressions, faults } = readInlineComments('x', language, `${comment}\ncode\n`);
    expect(suppressions).toMatchObject([{ rules: ['a-rule', 'CWE-1'], reason: 'because', line: 2 }]);
    expect(faults).toEqual([]);
    const open = `${writeInlineComment(language, ['a-rule'], '')}\ncode\n`;
    expect(readInlineComments('x', language, open)).toMatchObject({ suppressions: [], faults: [{ line: 1 }] });
  },
);

test('json has no comments, so nothing is offered', () => {
  expect(writeInlineComment('json', ['a-rule'], 'because')).toBeNull();
});

test('of one document one review is under way; what comes meanwhile is reviewed once, after it', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const queue = createReviewQueue({
    pauseMs: 0,
    atOnce: 2,
    review: (uri) => {
      begun.push(uri);
      return new Promise((resolve) => ends.push(resolve));
    },
  });
  for (const uri of ['a', 'a', 'b', 'c', 'a']) queue.add(uri, 'now');
  expect(begun).toEqual(['a', 'b']);
  ends[1]?.();
  await Promise.resolve();
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'b', 'c']);
  ends[0]?.();
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'b', 'c', 'a']);
  queue.add('a', 'now');
  queue.drop('a');
  const closed = queue.close();
  for (const end of ends) end();
  await closed;
  queue.add('z', 'now');
  expect(begun).toEqual(['a', 'b', 'c', 'a']);
});

test('the VS Code extension is built into one .vsix without a network, and a workspace cannot choose what it starts', () => {
  const file = join(createFolder(), 'x.vsix');
  execFileSync(process.execPath, [join(import.meta.dirname, '../scripts/build-vsix.ts'), file]);
  const entries = Object.fromEntries([...readZip(readFileSync(file))].map((each) => [each.name, each.read(5_000_000)]));
  expect(Object.keys(entries)).toEqual([
    'extension.vsixmanifest',
    '[Content_Types].xml',
    'extension/package.json',
    'extension/extension.cjs',
    'extension/README.md',
    'extension/LICENSE.txt',
  ]);
  const manifest = JSON.parse(String(entries['extension/package.json']));
  expect(manifest.version).toBe(readVersion());
  // What VS Code asks of a manifest, and that the code and the manifest name the same things.
  expect(manifest).toMatchObject({
    name: expect.stringMatching(/^[a-z0-9-]+$/u),
    publisher: expect.stringMatching(/^[A-Za-z0-9-]+$/u),
    engines: { vscode: expect.stringMatching(/^\^1\.\d+\.0$/u) },
    activationEvents: ['onStartupFinished'],
  });
  expect(Object.keys(entries)).toContain(`extension/${manifest.main.slice(2)}`);
  const code = readFileSync(join(import.meta.dirname, '../editors/vscode/extension.mjs'), 'utf8');
  const commands = [...code.matchAll(/registerCommand\('([^']+)'/gu)].map(([, name]) => name);
  expect(manifest.contributes.commands.map(({ command }: { command: string }) => command)).toEqual(commands);
  const settings = [...code.matchAll(/getConfiguration\('([^']+)'\)\.get\('([^']+)'\)/gu)].map(
    (m) => `${m[1]}.${m[2]}`,
  );
  expect(Object.keys(manifest.contributes.configuration.properties)).toEqual(settings);
  expect(manifest.contributes.configuration.properties['consensusReview.command'].scope).toBe('machine');
  // In the workspace, Windows and relative folders of the search path would find a program of the workspace.
  expect(String(entries['extension/extension.cjs'])).toMatch(/options:\s*\{\s*cwd:[^}]{0,40}homedir\)?\(\)\s*\}/u);
  const required = [...String(entries['extension/extension.cjs']).matchAll(/require\([`"']([^`"']+)[`"']\)/gu)].map(
    ([, name]) => name,
  );
  expect(required.filter((name) => !(isBuiltin(name ?? '') || name === 'vscode'))).toEqual([]);
});

test('an editor that dies within a message leaves no server behind [TRUST-08]', async () => {
  const { code, stderr } = await runProcess(['lsp'], { input: 'Content-Length: 100\r\n\r\n{' });
  expect([code, stderr]).toEqual([1, '']);
});

test.each([
  ['a header without end', 'a'.repeat(70_000), 'a header of more than 64 KB'],
  ['lines without end', 'a: b\r\n'.repeat(20_000), 'a header of more than 64 KB'],
  ['a body too long', 'Content-Length: 67108865\r\n\r\n', 'a message of more than 64 MB'],
  ['a length past all numbers', `Content-Length: ${'9'.repeat(400)}\r\n\r\n`, 'a message of more than 64 MB'],
  ['no length', 'Content-Type: text\r\n\r\n{}', 'a header without one Content-Length in bytes'],
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 1\r\n\r\n{}', 'a header without one Content-Length in bytes'],
  ['no number', 'Content-Length: 2e9\r\n\r\n{}', 'a header without one Content-Length in bytes'],
])('a client that sends %s ends the server with a sentence [TRUST-08]', async (_what, input, said) => {
  const { code, stdout, stderr } = await runCli(['lsp'], { input });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`standard input: ${said}.`);
});

test('what a client sends is handed on byte by byte, its headers whole, however it was cut', async () => {
  const header = (text: string): string => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n`;
  const bodies = ['{"a":"ü\r\n\r\n"}', '', '{}', '['.repeat(3_000)];
  const sent = Buffer.from(bodies.map((body) => header(body) + body).join(''));
  for (const size of [1, 2, 3, 5, 7, 19, 1_000, sent.length]) {
    const parts = Array.from({ length: Math.ceil(sent.length / size) }, (_, at) =>
      sent.subarray(at * size, (at + 1) * size),
    );
    const got: Buffer[] = [];
    for await (const part of boundMessages(Readable.from(parts))) got.push(part);
    expect(Buffer.concat(got).equals(sent)).toBe(true);
    const headers = got.map(String).filter((part) => part.startsWith('Content-Length'));
    expect(headers).toEqual(bodies.map(header));
  }
});
