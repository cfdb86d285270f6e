import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import AjvDraft04 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { formatSarif } from '../src/report/sarif/sarif.ts';
import { runCli } from './e2e/run-cli.ts';
import { sampleReports } from './support/sample-reports.ts';

const shared = join(import.meta.dirname, '../../shared/data/sarif');
const schemaPath = join(shared, 'sarif-schema-2.1.0.json');
const isAbsent = !existsSync(schemaPath);

/** Both packages export their class as the default of a CommonJS module. */
const interop = <T>(module: T | { readonly default: T }): T =>
  typeof module === 'object' && module !== null && 'default' in module ? module.default : (module as T);

const createCheck = (): ((log: unknown) => readonly unknown[]) => {
  const ajv = new (interop(AjvDraft04))({ strict: false, allErrors: true });
  interop(addFormats)(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(schemaPath, 'utf8')));
  return (log) => (validate(log) ? [] : (validate.errors ?? []));
};

describe.skipIf(isAbsent)(`the official schema${isAbsent ? ' (skipped: not beside this project)' : ''}`, () => {
  const check = isAbsent ? () => [] : createCheck();

  test.each(Object.entries(sampleReports))('takes %s', (_, report) => {
    expect(check(JSON.parse(formatSarif(report, { toolVersion: '1.0.0' })))).toEqual([]);
  });

  test('takes what the command prints', async () => {
    const { stdout } = await runCli(['review', 'examples/shop', '-f', 'sarif', '--quiet'], {
      cwd: join(import.meta.dirname, '..'),
    });
    const log = JSON.parse(stdout);
    expect(check(log)).toEqual([]);
    expect(log.runs[0].results.length).toBeGreaterThan(40);
  });

  test('takes the valid samples and refuses the others, so that the check can fail', () => {
    const read = (kind: string): readonly unknown[] =>
      readdirSync(join(shared, 'samples', kind)).map((name) =>
        JSON.parse(readFileSync(join(shared, 'samples', kind, name), 'utf8')),
      );
    expect(read('valid').flatMap(check)).toEqual([]);
    expect(read('invalid').every((log) => check(log).length > 0)).toBe(true);
    expect(check({ version: '2.1.0', runs: [{ results: [] }] })).not.toEqual([]);
  });
});

test.each(Object.entries(sampleReports).filter(([, report]) => !report.complete))(
  '%s is incomplete and says so',
  (_, report) => {
    const [run] = JSON.parse(formatSarif(report)).runs;
    expect(run.invocations[0].executionSuccessful).toBe(false);
    expect(run.invocations[0].toolExecutionNotifications.length).toBeGreaterThan(0);
  },
);
