/** Starts a program that ignores every polite signal and its input, says its number, and waits to be killed. */
import { runProgram } from '../../src/programs/external-process.ts';

const [program = ''] = process.argv.slice(2);
await runProgram(
  {
    program,
    args: [],
    cwd: '/',
    environment: {},
    timeoutMs: 600_000,
    maxOutputBytes: 1_000,
    onStdout: (chunk) => process.stdout.write(chunk),
  },
  new AbortController().signal,
);
