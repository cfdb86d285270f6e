/** Every cause of an end under every set of flags that could change its exit code, through the command line: exact codes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, startCommand } from '../e2e/run-cli.ts';

const FLAG_SETS = [
  [],
  ['--fail-on', 'never'],
  ['--fail-on', 'low'],
  ['--allow-partial'],
  ['--ignore-vetoes'],
  ['--fail-on', 'high', '--allow-partial'],
  ['--quiet', '-f', 'json'],
] as const;

const CLEAN = { 'src/a.ts': 'export const add = (a: number, b: number): number => a + b;\n' };
const VETO = {
  'src/a.py':
    'import subprocess\nfrom flask import request\n\n\ndef run():\n    subprocess.call(request.args["x"], shell=True)\n',
};
const MEDIUM = { 'src/a.ts': 'export const token = Math.random().toString(36);\n' };
const HIGH = { 'src/a.py': 'import requests\n\nrequests.get("https://example.org", verify=False)\n' };
const LARGE = { ...CLEAN, 'src/large.ts': `export const x = [\n${'  1,\n'.repeat(300_000)}];\n` };

type Codes = readonly [number, number, number, number, number, number, number];
const always = (code: number): Codes => [code, code, code, code, code, code, code];

interface Cause {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly prepare?: (folder: string) => void;
  readonly env?: () => Readonly<Record<string, string>>;
  readonly isInterrupted?: boolean;
  /** By the sets of flags above. */
  readonly codes: Codes;
  /** Whether standard output has a document. */
  readonly hasReport: boolean;
}

let provider: LoopbackProvider;
beforeAll(async () => {
  provider = await startLoopbackProvider();
  provider.otherwise(() => ({ fault: { kind: 'status', status: 401, code: 'authentication_error' } }));
});
afterAll(() => provider.close());

const CAUSES: readonly Cause[] = [
  { name: 'clean', files: CLEAN, codes: always(0), hasReport: true },
  { name: 'VETO', files: VETO, codes: [1, 0, 1, 1, 0, 1, 1], hasReport: true },
  { name: 'a medium finding', files: MEDIUM, codes: [0, 0, 1, 0, 0, 0, 0], hasReport: true },
  { name: 'a high finding', files: HIGH, codes: [0, 0, 1, 0, 0, 1, 0], hasReport: true },
  { name: 'a file that is too large', files: LARGE, codes: [3, 3, 3, 0, 3, 0, 3], hasReport: true },
  {
    name: 'every agent failed',
    files: CLEAN,
    args: ['--model', 'anthropic/loopback'],
    env: () => provider.environment,
    codes: always(4),
    hasReport: true,
  },
  {
    name: 'every agent failed, and analyzers found what vetoes',
    files: VETO,
    args: ['--model', 'anthropic/loopback'],
    env: () => provider.environment,
    codes: [1, 4, 1, 1, 4, 1, 1],
    hasReport: true,
  },
  { name: 'an empty folder', codes: always(5), hasReport: false },
  { name: 'a glob without a match', files: CLEAN, args: ['nothing/**/*.ts'], codes: always(5), hasReport: false },
  { name: 'a path that is missing', files: CLEAN, args: ['missing.ts'], codes: always(2), hasReport: false },
  { name: 'a wrong value', files: CLEAN, args: ['--waves', 'many'], codes: always(2), hasReport: false },
  {
    name: 'a wrong configuration',
    files: CLEAN,
    prepare: (folder) => writeFileSync(join(folder, 'consensus-review.config.json'), '{ "waves": '),
    codes: always(2),
    hasReport: false,
  },
  { name: 'an interruption', files: CLEAN, isInterrupted: true, codes: always(130), hasReport: true },
  {
    name: 'a deadline before anything',
    files: CLEAN,
    args: ['--deadline', '1ms'],
    // No flag makes a success of a run that reviewed nothing.
    codes: always(3),
    hasReport: true,
  },
];

async function run({ files = {}, args = [], prepare, env, isInterrupted = false }: Cause, flags: readonly string[]) {
  const cwd = createFolder(files);
  prepare?.(cwd);
  const scope = args.some((arg) => arg.endsWith('.ts')) ? [] : ['--all'];
  const command = startCommand(['review', ...scope, '--reviewers', 'security', '--no-journal', ...args, ...flags], {
    cwd,
    env: { CONSENSUS_REVIEW_STATE_DIR: createFolder(), ...env?.() },
  });
  if (isInterrupted) command.interrupt();
  return { code: await command.ended, stdout: command.stdout(), stderr: command.stderr() };
}

test('at least 12 causes and 7 sets of flags', () => {
  expect(CAUSES.length).toBeGreaterThanOrEqual(12);
  expect(FLAG_SETS).toHaveLength(7);
});

describe.each(CAUSES)('$name', (cause) => {
  test.each(FLAG_SETS.map((flags, at) => [flags.join(' ') || 'no flags', flags, cause.codes[at]] as const))(
    '%s [HOST-09, TRUST-07]',
    async (_name, flags, code) => {
      const ended = await run(cause, flags);
      expect([ended.code, ended.stderr]).toEqual([code, ended.stderr]);
      expect(ended.stdout !== '').toBe(cause.hasReport);
      if (cause.hasReport && flags.some((flag) => flag === 'json'))
        expect(() => JSON.parse(ended.stdout)).not.toThrow();
      expect(ended.stderr).not.toMatch(/\n\s+at /u);
    },
  );
});
