/** Runs that are killed and gone on with, 20 kills in all. A thousand: `npm run soak -- kill`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type KillTally, killRuns } from './kill-runs.ts';
import { auditByCommand, reviewByCommand, SMALL_REVIEW } from './subjects.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cr-killed-'));
  folders.push(folder);
  return folder;
};

const expectSound = ({ problems, ...counts }: KillTally, kills: number): void => {
  expect(problems).toEqual([]);
  expect(counts.kills).toBeGreaterThanOrEqual(kills);
  expect(counts.spared).toBeGreaterThan(0);
};

test('a review of six agents over three waves, killed 14 times: the same bytes, nothing paid twice that was recorded, nothing lost', {
  timeout: 900_000,
}, async () => {
  expectSound(await killRuns({ subject: SMALL_REVIEW, kills: 14, seed: 1, width: 2 }), 14);
});

test.each([
  ['review', reviewByCommand, 3],
  ['audit', auditByCommand, 3],
] as const)(
  'the command %s with analyzers and files on the disk, killed and resumed',
  {
    timeout: 600_000,
  },
  async (_name, subjectIn, kills) => {
    expectSound(await killRuns({ subject: subjectIn(createFolder()), kills, seed: 1000, width: 1 }), kills);
  },
);
