/** Runs a script of this folder in a process of its own and reads the one line of JSON it prints. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export async function runChild<T>(script: string, environment: Readonly<Record<string, string>>): Promise<T> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${script} ended with ${String(code)}`);
  return JSON.parse(stdout) as T;
}
