import { beforeAll, expect, test } from 'vitest';
import { comparable, type EndedCli, startCli } from './interrupted-run.ts';
import { type CliResult, createFolder, runCli } from './run-cli.ts';

const FILES = { 'src/a.ts': 'export const a = (input: string) => eval(input);\n', 'README.md': '# A\n' };
const REVIEW = ['review', '--all', '-f', 'json', '--quiet', '--fail-on', 'never'];

const cwd = createFolder(FILES);
const run = (state: string, args: readonly string[]): Promise<CliResult> =>
  runCli(args, { cwd, env: { CONSENSUS_REVIEW_STATE_DIR: state } });
/** In a process of its own: whoever cannot write cannot give the run back, but by ending. */
const runFaulty = (state: string, fault: string): Promise<EndedCli> =>
  startCli(REVIEW, cwd, { CONSENSUS_REVIEW_STATE_DIR: state, KEEP_FAULT: fault }).ended;

let whole: CliResult;
beforeAll(async () => {
  whole = await run(createFolder(), REVIEW);
}, 60_000);

test.each([
  ['ENOSPC:1:inside', 'warning: the run is not stored and cannot be resumed'],
  ['ENOSPC:5:before', 'warning: the run can no longer be recorded (database or disk is full)'],
  ['EIO:6:inside', '(disk I/O error)'],
])('a disk that fails with %s costs the record, not the review', { timeout: 60_000 }, async (fault, warning) => {
  const state = createFolder();
  const { code, stdout, stderr } = await runFaulty(state, fault);
  expect([code, comparable(stdout)]).toEqual([whole.code, comparable(whole.stdout)]);
  expect(stderr).toContain(warning);
  const again = await run(state, ['resume', '--quiet']);
  if (fault.startsWith('ENOSPC:1:')) expect(again.stderr).toContain('There is no such run');
  else expect(comparable(again.stdout)).toEqual(comparable(whole.stdout));
});

test.each(['kill:1:after', 'kill:3:before', 'kill:5:inside'])(
  'a process that ends at a write (%s) leaves a run that can be resumed',
  { timeout: 60_000 },
  async (fault) => {
    const state = createFolder();
    expect((await runFaulty(state, fault)).signal).toBe('SIGKILL');
    const { code, stdout } = await run(state, ['resume', '--quiet']);
    expect([code, comparable(stdout)]).toEqual([whole.code, comparable(whole.stdout)]);
  },
);
