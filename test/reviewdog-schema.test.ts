/** `-f rdjson` against the schema that reviewdog itself publishes, downloaded with the Go toolchain where there is one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { renderReport } from '../src/report/formats.ts';
import { isInstalled } from './contracts/external-tools.ts';
import { sampleReports } from './support/sample-reports.ts';
import { compileDraft04 } from './support/sarif-schema.ts';

const MODULE = 'github.com/reviewdog/reviewdog@v0.21.2';

/** The folder of the module; null with the reason where it cannot be had. Go compares it with the checksum database. */
function download(folder: string): { readonly path: string | null; readonly why: string } {
  const { stdout } = spawnSync('go', ['mod', 'download', '-json', MODULE], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, GOMODCACHE: join(folder, 'modules'), GOFLAGS: '-modcacherw' },
  });
  const { Dir: path = null, Error: why = '' } = JSON.parse(stdout || '{}') as { Dir?: string; Error?: string };
  return { path, why };
}

test.runIf(isInstalled('go'))(
  'rdjson follows the schema that reviewdog publishes',
  { timeout: 120_000 },
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'reviewdog-schema-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { path, why } = download(folder);
    if (path === null) return context.skip(`${MODULE} cannot be downloaded: ${why}`);
    const check = compileDraft04(readFileSync(join(path, 'proto/rdf/jsonschema/DiagnosticResult.json'), 'utf8'));
    for (const [name, report] of Object.entries(sampleReports)) {
      const text = await renderReport('rdjson', report, { color: false, width: 100, verbose: false, toolVersion: '1' });
      expect(check(JSON.parse(text)), name).toEqual([]);
    }
    expect(check({ diagnostics: [{ severity: 'FATAL', location: { range: { start: { line: '1' } } } }] })).not.toEqual(
      [],
    );
  },
);
