// Known vulnerabilities out of the box: downloaded once from a copy on loopback, checked, then looked up offline.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolder, runCli } from './run-cli.ts';

/** A zip archive of stored entries, each of which its directory names so many times. */
function zip(entries: Readonly<Record<string, string>>, times = 1): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(crc32(data), 16);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(data.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(head, Buffer.from(name), data);
    for (let i = 0; i < times; i += 1) directory.push(entry, Buffer.from(name));
    at += 30 + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length * times, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

const advisory = (id: string, ecosystem: string, name: string): string =>
  JSON.stringify({
    id,
    summary: `Trouble in ${name}.`,
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    affected: [
      {
        package: { ecosystem, name },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '4.17.21' }] }],
      },
    ],
  });

const npm = zip({ 'GHSA-a.json': advisory('GHSA-a', 'npm', 'lodash') });
const files = new Map<string, Buffer>();
const asked: string[] = [];
let server: Server;
let address = '';
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const body = files.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/osv`;
});
afterAll(() => server.close());

const PROJECT = {
  'package.json': '{ "name": "x", "version": "1.0.0", "dependencies": { "lodash": "4.17.20" } }\n',
  'requirements.txt': 'django==3.0\n',
};

test('the address is shown first, data is checked, and reviews use it offline with its day', async () => {
  const folder = createFolder(PROJECT);
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const run = (...args: readonly string[]) => runCli(args, { cwd: folder, env });
  const update = ['advisories', 'update', '--from', address, '--ecosystems', 'npm'];
  const place = join(env.CONSENSUS_REVIEW_STATE_DIR, 'advisories');

  const shown = await run(...update);
  expect([shown.code, asked, existsSync(place)]).toEqual([0, [], false]);
  expect(shown.stderr).toContain(`Advisories of npm from ${address} to ${place}.\nNothing was downloaded.`);

  for (const [what, body] of [
    ['the server answered 404', undefined],
    ['the archive is damaged', npm.subarray(0, 40)],
    ['the size and the checksum', Buffer.from(npm.toString('latin1').replace('Trouble', 'Tr0uble'), 'latin1')],
    ['is an advisory of npm', zip({ 'x.json': advisory('X', 'PyPI', 'lodash') })],
    ['have more bytes than the archive', zip({ 'x.json': advisory('X', 'npm', 'lodash') }, 9)],
  ] as const) {
    if (body !== undefined) files.set('/osv/npm/all.zip', body);
    const refused = await run(...update, '--yes');
    expect([refused.code, refused.stderr, readdirSync(place)], what).toEqual([4, expect.stringContaining(what), []]);
  }

  files.set('/osv/npm/all.zip', npm);
  const done = await run(...update, '--yes');
  expect([done.code, done.stderr], done.stderr).toEqual([0, expect.stringContaining('npm: 1 advisories')]);
  const status = await run('advisories', 'status', '-f', 'json');
  const copy = JSON.parse(status.stdout).advisories;
  expect(copy).toMatchObject({ source: address, age_days: 0, ecosystems: [{ name: 'npm', entries: 1 }] });

  const before = asked.length;
  const { stdout } = await run('review', '--all', '-f', 'json');
  const { findings, analyzers }: ReportDocument = JSON.parse(stdout);
  expect(findings.filter(({ category }) => category === 'cve').map(({ title }) => title)).toEqual([
    'lodash 4.17.20 has known vulnerabilities: GHSA-a',
  ]);
  expect(analyzers.find(({ name }) => name === 'advisories')?.reason).toBe(
    `advisories as of ${copy.updated_at.slice(0, 10)} (npm); no data of PyPI: run consensus-review advisories update`,
  );
  expect(asked.length).toBe(before);

  // What is in use is found by its manifests; a failed update leaves the old data.
  const failed = await run('advisories', 'update', '--from', address, '--yes');
  expect([failed.code, failed.stderr]).toEqual([4, expect.stringContaining('Advisories of npm, PyPI from')]);
  expect(readdirSync(place).sort()).toEqual([copy.folder, 'current.json'].sort());
});

test('two updates at the same time both end, and what is current is there', async () => {
  const folder = createFolder(PROJECT);
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  files.set('/osv/npm/all.zip', npm);
  const update = ['advisories', 'update', '--from', address, '--ecosystems', 'npm', '--yes'];
  const ended = await Promise.all([1, 2, 3].map(() => runCli(update, { cwd: folder, env })));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  const place = join(env.CONSENSUS_REVIEW_STATE_DIR, 'advisories');
  const { folder: current } = JSON.parse(readFileSync(join(place, 'current.json'), 'utf8'));
  expect(readdirSync(join(place, current))).toEqual(['npm.zip']);
  expect((await runCli(update, { cwd: folder, env })).code).toBe(0);
  expect(readdirSync(place).length).toBe(2);
});

test.each([
  [['--ecosystems', 'cargo'], 'expected some of npm, PyPI, Go, RubyGems, Maven, crates.io'],
  [['--from', 'http://example.org'], 'expected an https address'],
  [['--from', 'https://me:hunter2@example.org'], 'without a user name and password'],
])('advisories update %s is refused', async (args, message) => {
  const { code, stderr } = await runCli(['advisories', 'update', ...args], { cwd: createFolder(PROJECT) });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(stderr).not.toContain('hunter2');
});
