/** Something breaks where nobody has it in hand, in a real process: the report that there is, one plain sentence, exit code 4. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLastResort } from '../../src/cli/last-resort.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, runProcess } from '../e2e/run-cli.ts';

/** Breaks with the first request that the process makes, as a library may. */
const plant = (statement: string): string =>
  pathToFileURL(
    join(
      createFolder({
        'plant.mjs': `
          import { subscribe, unsubscribe } from 'node:diagnostics_channel';
          const name = 'http.client.request.start';
          const breakDown = () => { unsubscribe(name, breakDown); setImmediate(() => { ${statement} }); };
          subscribe(name, breakDown);
        `,
      }),
      'plant.mjs',
    ),
  ).href;

const BREAKS: readonly (readonly [string, string])[] = [
  ['an exception out of a callback', `throw new Error('planted\\n    at a stack')`],
  ['a rejection that nobody waits for', `Promise.reject(new Error('planted\\n    at a stack'))`],
];

let provider: LoopbackProvider;
beforeAll(async () => {
  provider = await startLoopbackProvider();
  // The run is stopped in the middle of its first call.
  provider.otherwise(() => ({ text: 'x', latencyMs: 1000 }));
});
afterAll(() => provider.close());

async function reviewBroken(statement: string, ...flags: readonly string[]) {
  const folder = createFolder({ 'src/a.ts': 'export const login = (input: string) => query(input);\n' });
  return runProcess(
    ['review', '--all', '--reviewers', 'security', '--model', 'anthropic/loopback', '--quiet', ...flags],
    {
      cwd: folder,
      env: {
        ...provider.environment,
        CONSENSUS_REVIEW_STATE_DIR: createFolder(),
        NODE_OPTIONS: `--import ${plant(statement)}`,
      },
    },
  );
}

describe.concurrent('a run', () => {
  test.each(BREAKS)('%s: the partial report, the resume command, exit 4 [TRUST-07]', async (_name, statement) => {
    const { code, stdout, stderr } = await reviewBroken(statement, '-f', 'json');
    expect(stderr).toMatch(/^error: Internal error: Error: planted\n/u);
    expect(stderr).not.toContain('at a stack');
    expect(stderr).toMatch(/exit 4: an internal error stopped the run\n/u);
    expect(stderr).toMatch(/Resume with: consensus-review resume \S+\n/u);
    expect(code).toBe(4);
    const report = JSON.parse(stdout) as ReportDocument;
    expect(report.complete).toBe(false);
    expect(report.findings).toEqual([]);
  });

  test('--debug shows the stack', async () => {
    const { code, stderr } = await reviewBroken(BREAKS[0]?.[1] ?? '', '--debug');
    expect(stderr).toContain('at a stack');
    expect(code).toBe(4);
  });
});

test('a command that is no run ends at once, with 4 and no document', () => {
  const script = `
    import { start } from ${JSON.stringify(new URL('../../src/cli/start.ts', import.meta.url).href)};
    setImmediate(() => { throw new Error('planted'); });
    process.exitCode = await start(['mcp']);
  `;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    input: '',
    encoding: 'utf8',
  });
  expect(stderr).toContain('error: Internal error: Error: planted\n');
  expect(stderr).toContain('No report: the command could not go on.\n');
  expect([status, stdout]).toEqual([4, '']);
});

test('a command that waits for nothing ends with 4', () => {
  const script = `
    import { start } from ${JSON.stringify(new URL('../../src/cli/start.ts', import.meta.url).href)};
    Object.defineProperty(process, 'stdin', { value: { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) } });
    process.exitCode = await start(['signal', 'parse']);
  `;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stderr).toContain('waits for something that never happens');
  expect(status).toBe(4);
});

test('a run that does not stop in time ends all the same, once, and says how to go on', async () => {
  const written: string[] = [];
  const codes: number[] = [];
  const ended = new Promise<void>((resolve) => {
    const resort = createLastResort({
      stderr: { write: (text: string) => written.push(text) },
      interrupt: new AbortController().signal,
      isDebug: false,
      graceMs: 1,
      stopRun: () => undefined,
      exit: (code) => {
        codes.push(code);
        resolve();
      },
    });
    resort.expectReport('Resume with: consensus-review resume 1\n');
    resort.take(new Error('first'));
    resort.take(new Error('second'));
  });
  await ended;
  expect(codes).toEqual([4]);
  expect(written.join('')).toContain('first');
  expect(written.join('')).not.toContain('second');
  expect(written.at(-1)).toBe('No report: the command could not go on.\nResume with: consensus-review resume 1\n');
});
