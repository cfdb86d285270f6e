import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createToolFolder, createToolFolderWith, hostWith, scanWith } from '../../../test/contracts/external-tools.ts';
import { RULES } from '../../../test/contracts/temporary-repository.ts';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import { bandit } from '../bandit/declaration.ts';
import type { ExternalDeclaration } from '../declaration.ts';
import { goVet } from '../go-vet/declaration.ts';
import { gosec } from '../gosec/declaration.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { staticcheck } from '../staticcheck/declaration.ts';
import { dropReplacements } from './external-go.ts';

const tools = createToolFolder();
const RECORDED = hostWith(tools.path);
tools.recorded('bandit', JSON.stringify({ errors: [], results: [] }));
test('replacements that lead out of the private folder are dropped, others stay', () => {
  const lines = [
    'replace a => /etc',
    'replace b => ../outside',
    'replace c => ../../../x // why',
    'replace "d" v1.0.0 => "../../y"',
    'replace e => ./inside',
    'replace f => ../sibling',
    'replace g => example.org/g v1.2.3',
    '\th => C:\\x',
    'require i v1.0.0',
  ];
  expect(dropReplacements(lines.join('\n'), '/p/files/a', '/p/files').split('\n')).toEqual([
    'replace b => ../outside',
    ...lines.slice(4, 7),
    'require i v1.0.0',
  ]);
});

test.each([
  ['bandit', bandit, { 'a.py': 'x = 1\n' }],
  ['gosec', gosec, { 'a.go': 'package a\n' }],
  ['staticcheck', staticcheck, { 'a.go': 'package a\n' }],
  ['go', goVet, { 'a.go': 'package a\n' }],
] as const)('%s that is not installed is absent, with the reason', async (program, declaration, files) => {
  const analyzer = openAnalyzer(declaration, { ...RECORDED, searchPath: '/none' });
  expect(analyzer.absence).toBe(`${program} is not installed`);
  expect(await scanWith(analyzer, files)).toEqual({
    status: 'absent',
    reason: `${program} is not installed`,
    findings: [],
    unfinished: [],
  });
});

test('what a program prints instead of its results is a failure with a reason', async () => {
  for (const [body, reason] of [
    ['echo nonsense', 'bandit: no list of results'],
    ['echo "[]"', 'bandit: no list of results'],
    ['exit 2', 'bandit: no list of results'],
    ['echo \'{"results":[{}],"errors":[]}\'', 'bandit: 1 entries of its output could not be read'],
  ] as const) {
    const searchPath = createToolFolderWith(body, 'bandit');
    const outcome = await scanWith(openAnalyzer(bandit, { ...RECORDED, searchPath }), { 'a.py': 'x = 1\n' });
    expect([outcome.status, outcome.reason]).toEqual([reason.includes('entries') ? 'partial' : 'failed', reason]);
  }
});

test('a program that ran out of time is not given more', async () => {
  const folder = createToolFolderWith(
    `case "$*" in *version*) echo 1.0;; *) echo run >> "$(dirname "$0")/runs"; sleep 60;; esac`,
    'slow',
  );
  const slow: ExternalDeclaration = {
    ...bandit,
    name: 'slow',
    program: 'slow',
    timeoutMs: 200,
    load: async () => async (task) => {
      const end = await task.run([]);
      return { kind: 'failed', reason: end.kind === 'ended' ? '' : end.reason };
    },
  };
  const analyzer = openAnalyzer(slow, { ...RECORDED, searchPath: folder });
  for (let i = 0; i < 3; i += 1)
    expect(await scanWith(analyzer, { 'a.py': 'x = 1\n' })).toEqual({
      status: 'failed',
      reason: 'slow: no end within 0.2 s',
      findings: [],
      unfinished: ['a.py'],
    });
  expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('run\n');
  expect(analyzer.version).toBe('1.0');
});

test('a path that leads out of the private folder is unfinished and written nowhere', async () => {
  const analyzer = openAnalyzer(bandit, RECORDED);
  const snapshot = await createMemoryRepository({ 'a.py': 'x\n' }).open({ kind: 'all' }, RULES);
  const hostile = { path: '../../external-escape.py', language: 'python', text: 'x\n', changed: null };
  const outcome = await analyzer.scan([hostile], snapshot, new AbortController().signal);
  expect(outcome).toMatchObject({ status: 'partial', findings: [], unfinished: ['../../external-escape.py'] });
  expect(existsSync(join(tmpdir(), 'external-escape.py'))).toBe(false);
});
