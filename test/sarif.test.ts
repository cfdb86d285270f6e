/** SARIF against the schema of OASIS; what a review prints is checked in e2e/shop.test.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatSarif } from '../src/report/sarif/sarif.ts';
import { sampleReports } from './support/sample-reports.ts';
import { createSarifCheck, sarifData, whyNoSarifSchema } from './support/sarif-schema.ts';

describe.skipIf(whyNoSarifSchema !== null)(`the official schema ${whyNoSarifSchema ?? ''}`, () => {
  const check = whyNoSarifSchema === null ? createSarifCheck() : () => [];

  test.each(Object.entries(sampleReports))('takes %s', (_, report) => {
    expect(check(JSON.parse(formatSarif(report, { toolVersion: '1.0.0' })))).toEqual([]);
  });

  test('takes the valid samples and refuses the others, so that the check can fail', () => {
    const read = (kind: string): readonly unknown[] =>
      readdirSync(join(sarifData, 'samples', kind)).map((name) =>
        JSON.parse(readFileSync(join(sarifData, 'samples', kind, name), 'utf8')),
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
