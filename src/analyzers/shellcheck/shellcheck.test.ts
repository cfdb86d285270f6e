import { expect, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { RULES } from '../../../test/contracts/temporary-repository.ts';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import { shellcheck } from './declaration.ts';
import { createShellcheckScan } from './shellcheck.ts';

const SCRIPT = `#!/bin/bash
# shellcheck disable=SC2115,SC2164
rm -rf "$1/"*
cd /srv/app
echo ok
`;

describeAnalyzer(shellcheck, {
  files: { 'run.sh': SCRIPT, 'a.zsh': 'print -l $x', 'x.sh': '#!/usr/bin/env zsh\nprint ${(f)x}\n' },
  finds: ['run.sh:3 shellcheck/SC2115', 'run.sh:4 shellcheck/SC2164'],
});

test('a script that is too long is said to be unfinished, and the others are read', async () => {
  const texts = { 'a.sh': SCRIPT, 'long.sh': `#!/bin/bash\n${'echo a\n'.repeat(100_000)}` };
  const files = Object.entries(texts).map(([path, text]) => ({ path, language: 'bash', text, changed: null }));
  const snapshot = await createMemoryRepository(texts).open({ kind: 'all' }, RULES);
  expect(await createShellcheckScan()(files, snapshot, new AbortController().signal)).toMatchObject({
    status: 'partial',
    reason: 'longer than 500000 characters',
    findings: [{ file: 'a.sh' }, { file: 'a.sh' }],
    unfinished: ['long.sh'],
  });
});

test('the sixth script is read like the first', async () => {
  const texts = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`s${i}.sh`, SCRIPT]));
  const files = Object.entries(texts).map(([path, text]) => ({ path, language: 'bash', text, changed: null }));
  const snapshot = await createMemoryRepository(texts).open({ kind: 'all' }, RULES);
  const { status, findings } = await createShellcheckScan()(files, snapshot, new AbortController().signal);
  expect([status, findings.length]).toEqual(['completed', 12]);
});
