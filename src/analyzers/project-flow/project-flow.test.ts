import { describe, expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { RULES } from '../../../test/contracts/temporary-repository.ts';
import type { AnalysisCache } from '../../ports/analysis-cache.ts';
import type { AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import type { Selection } from '../../ports/repository.ts';
import { createMemoryRepository, type MemoryFile } from '../../testing/memory-repository.ts';
import { BARE_HOST } from '../declaration.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { projectFlow } from './declaration.ts';

const RUN = `import { exec } from 'node:child_process';
export function run(command) {
  exec('nice ' + command);
}
`;
const SERVER = `import express from 'express';
import { run } from './lib/run.js';
const app = express();
app.get('/ping', (req, res) => {
  const { host } = req.query;
  run('ping ' + host);
  res.end();
});
`;
const SAFE = SERVER.replace("ping ' + host", "ping localhost'");

describeAnalyzer(projectFlow, {
  files: { 'server.js': SERVER, 'lib/run.js': RUN },
  finds: ['lib/run.js:3 js-command-injection'],
});

async function scan(
  files: Readonly<Record<string, MemoryFile>>,
  selection: Selection,
  cache: AnalysisCache | null = null,
  { signal } = new AbortController(),
): Promise<AnalyzerOutcome> {
  const snapshot = await createMemoryRepository(files).open(selection, RULES);
  const sources: SourceFile[] = [];
  for await (const entry of snapshot.entries()) {
    const read = entry.kind === 'file' ? await snapshot.read(entry.path) : null;
    if (entry.kind === 'file' && read?.kind === 'text') sources.push({ ...entry, text: read.text });
  }
  const host = { ...BARE_HOST, openCache: async () => cache };
  return openAnalyzer(projectFlow, host).scan(sources, snapshot, signal);
}

const tell = ({ findings }: AnalyzerOutcome): readonly string[] =>
  findings.map(({ file, line, flow }) => `${file}:${line} ${flow}`);

describe('a flow through several files', () => {
  test('names every file it passes, at its sink', async () => {
    const { findings } = await scan({ 'server.js': SERVER, 'lib/run.js': RUN }, { kind: 'all' });
    expect(findings).toMatchObject([
      {
        file: 'lib/run.js',
        line: 3,
        severity: 'CRITICAL',
        source: 'req.query server.js:5',
        sink: "exec('nice ' + command); :3",
        flow: 'server.js:5 → server.js:6 → :2 → :3',
        evidence: "  exec('nice ' + command);",
        extra: { files: ['server.js', 'lib/run.js'] },
      },
    ]);
  });

  test.each<[string, Readonly<Record<string, MemoryFile>>, readonly string[]]>([
    [
      'the caller has changed: shown where the value leaves it',
      { 'server.js': { text: SERVER, base: SAFE, changed: [{ start: 6, end: 6 }] }, 'lib/run.js': RUN },
      ['server.js:6 :5 → :6 → lib/run.js:2 → lib/run.js:3'],
    ],
    [
      'the sink has changed: shown there',
      { 'server.js': SERVER, 'lib/run.js': { text: RUN, base: '', changed: [{ start: 3, end: 3 }] } },
      ['lib/run.js:3 server.js:5 → server.js:6 → :2 → :3'],
    ],
    [
      'both have changed: shown at the sink',
      {
        'server.js': { text: SERVER, base: SAFE, changed: [{ start: 6, end: 6 }] },
        'lib/run.js': { text: RUN, base: '', changed: [{ start: 3, end: 3 }] },
      },
      ['lib/run.js:3 server.js:5 → server.js:6 → :2 → :3'],
    ],
    [
      'nothing on its way has changed',
      { 'server.js': { text: SERVER, base: SAFE, changed: [{ start: 7, end: 7 }] }, 'lib/run.js': RUN },
      [],
    ],
  ])('in a change, %s', async (_, files, expected) => {
    expect(tell(await scan(files, { kind: 'staged' }))).toEqual(expected);
  });

  test('of selected files the one that hands the value on is shown', async () => {
    const outcome = await scan({ 'server.js': SERVER, 'lib/run.js': RUN }, { kind: 'paths', patterns: ['server.js'] });
    expect(tell(outcome)).toEqual(['server.js:6 :5 → :6 → lib/run.js:2 → lib/run.js:3']);
  });

  test('a sink that all callers feed with constants is settled', async () => {
    const library = RUN.replace("exec('nice ' + command)", 'require("child_process").exec(`nice ${command}`)');
    const outcome = await scan({ 'server.js': SAFE, 'lib/run.js': library }, { kind: 'all' });
    expect(outcome).toMatchObject({
      findings: [],
      settled: [
        {
          file: 'lib/run.js',
          line: 3,
          rule: 'js-command-injection',
          reason: 'every caller in the project passes a harmless value (server.js:6)',
        },
      ],
    });
  });

  test('what a function returns depends on the call that asks, not on others beside it', async () => {
    const library = `import express from 'express';
import { exec } from 'node:child_process';
export const nice = (command) => 'nice ' + command;
express().get('/', (req) => nice(req.query.host));
`;
    const caller = (given: string): string =>
      `import { exec } from 'node:child_process';\nimport { nice } from './nice.js';\nexport const act = (req) => exec(nice(${given}));\n`;
    const files = (given: string): Readonly<Record<string, MemoryFile>> => ({
      'nice.js': library,
      'act.js': caller(given),
    });
    expect(tell(await scan(files("'uptime'"), { kind: 'all' }))).toEqual([]);
    expect(tell(await scan(files('req.query.host'), { kind: 'all' }))).toHaveLength(1);
  });

  test('a long way is a step milder, and said', async () => {
    const steps = (count: number): string =>
      Array.from({ length: count }, (_, at) => `  const v${at + 1} = v${at} + '';\n`).join('');
    const library = (count: number): string =>
      `import { exec } from 'node:child_process';\nexport function run(v0) {\n${steps(count)}  exec('nice ' + v${count});\n}\n`;
    const weigh = async (count: number): Promise<readonly string[]> => {
      const { findings } = await scan({ 'server.js': SERVER, 'lib/run.js': library(count) }, { kind: 'all' });
      return findings.map(({ severity, issue }) => `${severity} ${issue.includes('The way is long')}`);
    };
    expect([await weigh(8), await weigh(9)]).toEqual([['CRITICAL false'], ['HIGH true']]);
  });

  test('a chain of more files than are followed is counted', async () => {
    const link = (at: number): string =>
      `import { step${at + 1} } from './step${at + 1}.js';\nexport const step${at} = (text) => step${at + 1}(text);\n`;
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`step${at}.js`, link(at)]));
    const outcome = await scan(
      {
        ...files,
        'step9.js': "import { exec } from 'node:child_process';\nexport const step9 = (text) => exec('x ' + text);\n",
        'server.js': SERVER.replace('lib/run.js', 'step0.js').replaceAll(/\brun\b/gu, 'step0'),
      },
      { kind: 'all' },
    );
    expect(outcome).toMatchObject({
      findings: [],
      reason: 'flows through several files not followed to their end for 1 sinks',
    });
  });

  test('a name with letters of any alphabet', async () => {
    const [server, run] = [SERVER, RUN].map((text) => text.replaceAll(/\brun(?=\b(?!\.js))/gu, 'ausführen'));
    const { findings } = await scan({ 'server.js': server ?? '', 'lib/run.js': run ?? '' }, { kind: 'all' });
    expect(findings).toMatchObject([{ file: 'lib/run.js', severity: 'CRITICAL' }]);
  });

  test('a function that was found by its name alone is a guess, and a step milder', async () => {
    const server = "app.get('/', (req, res) => jobs.startProgram(req.query.name));\n";
    const run =
      "const { exec } = require('child_process');\nclass Jobs {\n  startProgram(name) {\n    exec('x ' + name);\n  }\n}\n";
    const { findings } = await scan(
      { 'server.js': `require('./lib/run.js');\n${server}`, 'lib/run.js': run },
      { kind: 'all' },
    );
    expect(findings).toMatchObject([
      {
        file: 'lib/run.js',
        severity: 'HIGH',
        confidence: 0.6,
        issue: expect.stringContaining('matched by its name alone'),
      },
    ]);
  });

  test('what a stopped run did not learn is not kept', async () => {
    const stop = new AbortController();
    const kept: string[] = [];
    const cache: AnalysisCache = {
      get: (kind) => (kind.startsWith('flows') ? stop.abort() : undefined),
      put: (kind) => void kept.push(kind),
      close: () => undefined,
    };
    const files = { 'server.js': SERVER, 'lib/run.js': RUN };
    await scan(files, { kind: 'paths', patterns: ['server.js'] }, cache, stop);
    expect([stop.signal.aborted, kept.filter((kind) => kind.startsWith('flows'))]).toEqual([true, []]);
  });

  test('what was learned before changes nothing of what is found', async () => {
    const kept = new Map<string, string>();
    const asked = { known: 0, learned: 0 };
    const cache: AnalysisCache = {
      get: (...key) => {
        const value = kept.get(JSON.stringify(key));
        asked[value === undefined ? 'learned' : 'known'] += 1;
        return value === undefined ? undefined : JSON.parse(value);
      },
      put: (kind, path, text, value) => void kept.set(JSON.stringify([kind, path, text]), JSON.stringify(value)),
      close: () => undefined,
    };
    const files = {
      'server.js': SERVER,
      'lib/run.js': RUN,
      'lib/other.js': "import { run } from './run.js';\nrun('ls');\n",
    };
    const selection: Selection = { kind: 'paths', patterns: ['server.js'] };
    const plain = await scan(files, selection);
    const cold = await scan(files, selection, cache);
    expect(asked.known).toBe(0);
    const { learned } = asked;
    const warm = await scan(files, selection, cache);
    expect([learned > 3, asked.known, asked.learned - learned]).toEqual([true, learned, 0]);
    expect([cold, warm]).toEqual([plain, plain]);
    expect(plain.findings).toHaveLength(1);
  });
});
