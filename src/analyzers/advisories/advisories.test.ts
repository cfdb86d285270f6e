import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { RULES } from '../../../test/contracts/temporary-repository.ts';
import type { SourceFile } from '../../ports/analyzer.ts';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import { BARE_HOST } from '../declaration.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { advisories } from './declaration.ts';

const advisory = (id: string, [ecosystem, name]: readonly [string, string], fixed: string, said: object = {}) =>
  JSON.stringify({
    id,
    aliases: [`CVE-${id}`],
    summary: `Trouble in ${name}.`,
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    affected: [
      { package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }] },
    ],
    ...said,
  });

const LOWER = { severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' }] };
const ENTRIES: Readonly<Record<string, string>> = {
  'GHSA-a.json': advisory('GHSA-a', ['npm', 'lodash'], '4.17.21'),
  'GHSA-b.json': advisory('GHSA-b', ['npm', 'lodash'], '4.17.19', LOWER),
  'GHSA-c.json': advisory('GHSA-c', ['npm', 'deep'], '2.0.0', LOWER),
  'PYSEC-1.json': advisory('PYSEC-1', ['PyPI', 'Django'], '4.2.1'),
  'GO-1.json': advisory('GO-1', ['Go', 'example.org/mod'], '1.5.0'),
  'MVN-1.json': advisory('MVN-1', ['Maven', 'org.apache.commons:commons-text'], '1.10.0'),
  'RUSTSEC-1.json': advisory('RUSTSEC-1', ['crates.io', 'time'], '0.2.23'),
  'RUBY-1.json': advisory('RUBY-1', ['RubyGems', 'rack'], '2.2.7'),
  'other.json': advisory('X-1', ['npm', 'not-here'], '9.9.9'),
};

/** A zip archive with stored and deflated entries. */
function zip(entries: Readonly<Record<string, string>>, isLarge = false): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [i, [name, text]] of Object.entries(entries).entries()) {
    const data = Buffer.from(text);
    const method = i % 2 === 0 ? 8 : 0;
    const packed = method === 8 ? deflateRawSync(data) : data;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(method, 8);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc32(data), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(data.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  if (!isLarge) return Buffer.concat([...locals, ...directory, end]);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at + Buffer.concat(directory).length), 8);
  end.writeUInt16LE(0xffff, 10);
  end.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([...locals, ...directory, record, locator, end]);
}

let base = '';
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'osv-test-'));
  writeFileSync(join(base, 'all.zip'), zip(ENTRIES));
  writeFileSync(join(base, 'GHSA-a.json'), ENTRIES['GHSA-a.json'] ?? '');
  writeFileSync(join(base, 'broken.json'), '{"id":');
  writeFileSync(join(base, 'other.txt'), '{"name":"no advisory"}');
  mkdirSync(join(base, 'empty'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const NPM = {
  'package.json': '{\n  "dependencies": {\n    "lodash": "^4.17.0",\n    "fine": "1.0.0"\n  }\n}\n',
  'package-lock.json': JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { lodash: '^4.17.0', fine: '1.0.0' } },
      'node_modules/lodash': { version: '4.17.15' },
      'node_modules/fine': { version: '1.0.0' },
      'node_modules/fine/node_modules/deep': { version: '1.0.0' },
      'node_modules/fine/node_modules/lodash': { version: '4.17.21' },
    },
  }),
};

const pom = (version: string, property: string): string =>
  `<project>\n  <properties>${property}</properties>\n  <dependencies>\n    <dependency>\n      <groupId>org.apache.commons</groupId>\n      <artifactId>commons-text</artifactId>\n      <version>${version}</version>\n      <exclusions><exclusion><artifactId>x</artifactId></exclusion></exclusions>\n    </dependency>\n  </dependencies>\n</project>\n`;

const REGISTRY = 'source = "registry+https://github.com/rust-lang/crates.io-index"';
const CARGO_LOCK = `version = 3\n\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = [\n "chrono",\n]\n\n[[package]]\nname = "chrono"\nversion = "0.4.19"\n${REGISTRY}\ndependencies = [\n "time 0.1.45",\n]\n\n[[package]]\nname = "time"\nversion = "0.1.45"\n${REGISTRY}\n`;
const CARGO = { 'Cargo.toml': '[dependencies]\nchrono = "0.4"\n', 'Cargo.lock': CARGO_LOCK };

async function scan(files: Readonly<Record<string, string>>, path = join(base, 'all.zip')) {
  const analyzer = openAnalyzer(advisories, { ...BARE_HOST, advisoryDatabase: path });
  const snapshot = await createMemoryRepository(files).open({ kind: 'all' }, RULES);
  const sources: SourceFile[] = [];
  for await (const entry of snapshot.entries())
    if (entry.kind === 'file' && analyzer.accepts(entry.path, entry.language, 'vulnerability-reviewer'))
      sources.push({ ...entry, text: files[entry.path] ?? '' });
  return analyzer.scan(sources, snapshot, new AbortController().signal);
}

const found = async (files: Readonly<Record<string, string>>) =>
  (await scan(files)).findings.map(
    ({ file, line, extra, category }) => `${file}:${line} ${extra.dependency} ${extra.installed_version} ${category}`,
  );

describeAnalyzer(advisories, {
  get host() {
    return { advisoryDatabase: join(base, 'all.zip') };
  },
  files: NPM,
  finds: ['package.json:3 known-vulnerability', 'package.json:3 known-vulnerability'],
});

test('a direct dependency with two advisories is one finding at its line, with the fields of its reviewer [FACT-12]', async () => {
  const { findings } = await scan(NPM);
  expect(findings.find(({ extra }) => extra.dependency === 'lodash')).toMatchObject({
    severity: 'CRITICAL',
    category: 'cve',
    dimension: 'D10',
    file: 'package.json',
    line: 3,
    evidence: '    "lodash": "^4.17.0",',
    title: 'lodash 4.17.15 has known vulnerabilities: CVE-GHSA-a and 1 more',
    recommendation: 'Update `lodash` to 4.17.21 or later, and write the lock file again.',
    extra: {
      dependency: 'lodash',
      cve: 'CVE-GHSA-a',
      cvss: 9.8,
      affected_versions: '< 4.17.21',
      patched_version: '4.17.21',
      direct: true,
      advisories: ['GHSA-a', 'GHSA-b'],
    },
  });
  expect(findings.find(({ extra }) => extra.dependency === 'deep')).toMatchObject({
    severity: 'HIGH',
    category: 'transitive',
    extra: { direct: false, installed_version: '1.0.0' },
  });
});

describe('exact versions of each ecosystem', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'yarn.lock',
      {
        'package.json': NPM['package.json'],
        'yarn.lock':
          '# yarn lockfile v1\n\n\nlodash@^4.17.0:\n  version "4.17.15"\n  resolved "https://r.example.org/lodash.tgz#abc"\n',
      },
      ['package.json:3 lodash 4.17.15 cve'],
    ],
    [
      'pnpm-lock.yaml',
      {
        'package.json': NPM['package.json'],
        'pnpm-lock.yaml':
          "lockfileVersion: '9.0'\n\npackages:\n\n  lodash@4.17.15:\n    resolution: {}\n\n  '@a/deep@1.0.0':\n    resolution: {}\n\n  deep@1.0.0(x@1):\n",
      },
      ['package.json:3 deep 1.0.0 transitive', 'package.json:3 lodash 4.17.15 cve'],
    ],
    [
      'an exact spec without a lock',
      { 'package.json': '{ "dependencies": { "lodash": "4.17.15", "deep": "1.x" } }' },
      ['package.json:1 lodash 4.17.15 cve'],
    ],
    [
      'requirements.txt',
      { 'requirements.txt': 'flask\ndjango==4.2\nrack==1.0\n' },
      ['requirements.txt:2 django 4.2 cve'],
    ],
    [
      'poetry.lock',
      {
        'pyproject.toml': '[tool.poetry.dependencies]\ndjango = "^4"\n',
        'poetry.lock': '[[package]]\nname = "Django"\nversion = "4.2"\n\n[[package]]\nname = "x"\nversion = "1"\n',
      },
      ['pyproject.toml:2 Django 4.2 cve'],
    ],
    [
      'go.mod',
      { 'go.mod': 'module m\n\nrequire (\n\texample.org/mod v1.4.9\n\texample.org/ok v1.5.0\n)\n' },
      ['go.mod:4 example.org/mod v1.4.9 cve'],
    ],
    [
      'Gemfile.lock',
      {
        Gemfile: "source 'https://x'\ngem 'rack', '~> 2.0'\n",
        'Gemfile.lock': 'GEM\n  specs:\n    rack (2.2.6)\n      dep (>= 1)\n    dep (1.0)\n',
      },
      ['Gemfile:2 rack 2.2.6 cve'],
    ],
    [
      'pom.xml',
      { 'pom.xml': pom('${text.version}', '<text.version>1.9</text.version>') },
      ['pom.xml:7 org.apache.commons:commons-text 1.9 cve'],
    ],
    ['a pom.xml whose parent knows the version', { 'pom.xml': pom('${text.version}', '') }, []],
    ['Cargo.lock', CARGO, ['Cargo.toml:2 time 0.1.45 transitive']],
    ['a crate of the project itself', { ...CARGO, 'Cargo.lock': CARGO_LOCK.replaceAll(/^source.*\n/gmu, '') }, []],
    [
      'members of a Cargo workspace',
      {
        'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\n',
        'Cargo.lock': CARGO_LOCK,
        'a/Cargo.toml': '[dependencies]\nchrono = "0.4"\n',
        'b/Cargo.toml': '[dependencies.time]\nversion = "0.1"\n',
      },
      ['Cargo.toml:1 time 0.1.45 transitive', 'b/Cargo.toml:1 time 0.1.45 cve'],
    ],
    [
      'an exact crate without a lock',
      { 'Cargo.toml': '[dependencies]\ntime = "=0.1.45"\n', 'a/Cargo.toml': '[dependencies]\ntime = "0.1.45"\n' },
      ['Cargo.toml:2 time 0.1.45 cve'],
    ],
    ['ranges alone', { 'package.json': NPM['package.json'], 'requirements.txt': 'django>=4\n' }, []],
  ])('%s', async (_name, files, expected) => expect(await found(files)).toEqual(expected));
});

test('a folder of files and archives works as well as one archive; broken entries do not stop it, and are counted', async () => {
  const { status, reason, findings } = await scan(NPM, base);
  expect([status, reason, findings.length]).toEqual([
    'completed',
    'entries of the database that could not be read: 1',
    2,
  ]);
});

test('an archive of the large kind is read, one that is damaged is not', async () => {
  writeFileSync(join(base, 'large.zip'), zip(ENTRIES, true));
  expect((await scan(NPM, join(base, 'large.zip'))).findings.length).toBe(2);
  const whole = zip(ENTRIES);
  for (const damaged of [whole.subarray(0, 100), Buffer.alloc(0), whole.subarray(40), Buffer.alloc(30, 0xff)]) {
    writeFileSync(join(base, 'damaged.zip'), damaged);
    expect((await scan(NPM, join(base, 'damaged.zip'))).status).toBe('failed');
  }
  rmSync(join(base, 'large.zip'));
  rmSync(join(base, 'damaged.zip'));
});

test.each([
  ['none', /ENOENT/u],
  ['broken.json', /no advisory in OSV format/u],
  ['other.txt', /no advisory in OSV format/u],
])('a database that is %s is a failure that says advisories were not checked', async (name, reason) => {
  const outcome = await scan(NPM, join(base, name));
  expect(outcome).toMatchObject({ status: 'failed', findings: [], unfinished: ['package.json'] });
  expect(outcome.reason).toMatch(/advisories not checked/u);
  expect(outcome.reason).toMatch(reason);
});

test.each([
  ['', null],
  ['all.zip', null],
  ['GHSA-a.json', null],
  ['none', 'does not exist.'],
  ['empty', 'holds no advisory in OSV format, neither as JSON nor in a zip archive.'],
  ['broken.json', 'holds no advisory in OSV format, neither as JSON nor in a zip archive.'],
  ['other.txt', 'holds no advisory in OSV format, neither as JSON nor in a zip archive.'],
])('whether %j is a database at all', async (name, fault) => {
  const path = join(base, name);
  const checked = advisories.checkSettings?.({ ...BARE_HOST, advisoryDatabase: path });
  if (fault === null) await checked;
  else await expect(checked).rejects.toThrow(`advisory_database: ${path} ${fault}`);
});

test('without a source it is absent and says so', async () => {
  const analyzer = openAnalyzer(advisories);
  const snapshot = await createMemoryRepository(NPM).open({ kind: 'all' }, RULES);
  const reason = 'advisories not checked: no source configured';
  expect(analyzer.absence).toBe(reason);
  expect(await analyzer.scan([], snapshot, new AbortController().signal)).toEqual({
    status: 'absent',
    reason,
    findings: [],
    unfinished: [],
  });
});

describe('whether the project reaches a package', () => {
  const LOCK = JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { lodash: '^4.17.0', fine: '1.0.0' } },
      'node_modules/lodash': { version: '4.17.15' },
      'node_modules/fine': { version: '1.0.0', dependencies: { middle: '1' } },
      'node_modules/middle': { version: '1.0.0', dependencies: { deep: '1' } },
      'node_modules/deep': { version: '1.0.0', dependencies: { middle: '1' } },
    },
  });
  const npm = (files: Readonly<Record<string, string>>) => ({ ...NPM, 'package-lock.json': LOCK, ...files });
  const GO = 'module a\n\nrequire (\n\texample.org/mod v1.0.0';
  test.each([
    [npm({ 'a.ts': "import 'lodash';\nimport 'fine';" }), 'lodash', true, 'Imported in a.ts:1.'],
    [npm({ 'a.ts': "import 'fine';" }), 'lodash', false, 'No file of the project imports it.'],
    [npm({ 'a.ts': "import 'fine';" }), 'deep', true, 'It comes in through `fine`, which is imported in a.ts:1.'],
    [
      npm({ 'a.ts': "import 'lodash';" }),
      'deep',
      false,
      'It comes in through `fine`, which no file of the project imports.',
    ],
    [npm({ 'a.ts': "import 'deep';" }), 'deep', true, 'Imported in a.ts:1.'],
    [
      npm({ 'a.ts': '', '.fine.json': '{ "use": "fine" }' }),
      'deep',
      null,
      'It comes in through `fine`. Whether code of the project reaches it is not known.',
    ],
    [{ 'go.mod': `${GO}\n)\n`, 'a.go': 'package a\n' }, 'example.org/mod', false, 'No file of the project imports it.'],
    [
      { 'go.mod': `${GO} // indirect\n)\n`, 'a.go': 'package a\n' },
      'example.org/mod',
      null,
      'It comes in through another dependency. Whether code of the project reaches it is not known.',
    ],
    [
      { 'pom.xml': pom('1.9', ''), 'src/A.java': 'import org.apache.commons.text.X;' },
      'org.apache.commons:commons-text',
      true,
      'Imported in src/A.java:1.',
    ],
    [
      { 'pom.xml': pom('1.9', ''), 'src/A.java': 'class A {}' },
      'org.apache.commons:commons-text',
      false,
      'No file of the project imports it.',
    ],
    [
      { ...CARGO, 'src/main.rs': 'use chrono::Utc;' },
      'time',
      true,
      'It comes in through `chrono`, which is imported in src/main.rs:1.',
    ],
    [
      { ...CARGO, 'src/main.rs': 'fn main() {}' },
      'time',
      false,
      'It comes in through `chrono`, which no file of the project imports.',
    ],
    [
      { 'requirements.txt': 'django==4.2.0\n    # via -r requirements.in\n', 'a.py': '' },
      'django',
      false,
      'No file of the project imports it.',
    ],
    [
      { 'requirements.txt': 'django==4.2.0  # via wagtail\n', 'a.py': '' },
      'django',
      null,
      'It comes in through another dependency. Whether code of the project reaches it is not known.',
    ],
  ] as const)('%o: %s %s', async (files, name, imported, sentence) => {
    const { findings } = await scan(files);
    const finding = findings.find(({ extra }) => extra.dependency === name);
    expect([finding?.extra.imported, finding?.issue]).toEqual([imported, expect.stringMatching(/./u)]);
    expect(finding?.issue.endsWith(`). ${sentence}`), finding?.issue).toBe(true);
  });
});
