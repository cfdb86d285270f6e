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

test('a script that keeps ShellCheck busy is stopped and said to be unfinished', async () => {
  const file = { path: 'a.sh', language: 'bash', text: SCRIPT, changed: null };
  const snapshot = await createMemoryRepository({ 'a.sh': SCRIPT }).open({ kind: 'all' }, RULES);
  expect(await createShellcheckScan(1)([file], snapshot, new AbortController().signal)).toEqual({
    status: 'failed',
    reason: 'shellcheck: no end within 0.001 s',
    findings: [],
    unfinished: ['a.sh'],
  });
});
