import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeAnalyzer } from '../../../test/contracts/analyzer.ts';
import { isInstalled, REAL_HOST, scanWith } from '../../../test/contracts/external-tools.ts';
import { GO } from '../../../test/contracts/go-project.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { goVet } from './declaration.ts';

describe.skipIf(!isInstalled('go'))('go vet itself (skipped where Go is not installed)', () => {
  describeAnalyzer(
    goVet,
    {
      host: REAL_HOST,
      files: GO,
      finds: ['main.go:18 go-vet/printf'],
    },
    'go vet',
  );

  test('what needs modules that are not on this machine is absent, and nothing is fetched', async () => {
    const needy = 'package m\n\nimport "missing.example.org/x"\n\nfunc F() string { return x.Y() }\n';
    expect(
      await scanWith(openAnalyzer(goVet, REAL_HOST), { 'go.mod': 'module example.org/m\n\ngo 1.21\n', 'a.go': needy }),
    ).toEqual({
      status: 'absent',
      reason: 'modules the code needs are not in the module cache, and nothing is fetched',
      findings: [],
      unfinished: [],
    });
  });

  test('code of the reviewed module is not run, nor a tool chain or a C compiler of its choice', async () => {
    const marker = join(tmpdir(), `external-marker-${process.pid}`);
    const hostile = {
      'go.mod': 'module example.org/m\n\ngo 1.21\n\ntoolchain go1.99.0\n\ntool example.org/m/evil\n',
      'go.work': 'go 1.21\n\nuse /etc\n',
      'a.go': `package m\n\n//go:generate touch ${marker}\n\n// #cgo CFLAGS: -fplugin=/tmp/x.so\nimport "C"\n\nfunc init() {}\n`,
      'b.go': `package m\n\nimport "os"\n\nfunc init() { os.WriteFile("${marker}", nil, 0o600) }\n`,
    };
    onTestFinished(() => rmSync(marker, { force: true }));
    expect((await scanWith(openAnalyzer(goVet, REAL_HOST), hostile)).findings).toEqual([]);
    expect(existsSync(marker)).toBe(false);
  });
});
