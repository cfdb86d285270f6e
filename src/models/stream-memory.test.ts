/** 8 calls at once, 10 MB of text each in a soak, in a process of its own together with the server that sends them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { times } from '../../test/tier.ts';

const resolveUrl = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

const SCRIPT = `
  import { createModel } from ${resolveUrl('./create-model.ts')};
  import { createSystemClock } from ${resolveUrl('../wiring/system.ts')};
  import { startLoopbackProvider } from ${resolveUrl('../testing/loopback/loopback-provider.ts')};
  const [name, agents, megabytes] = [process.argv[1], Number(process.argv[2]), Number(process.argv[3])];
  const text = 'The quick brown fox jumps over the lazy dog, and so on. '.repeat(1024);
  const repeat = Math.ceil((megabytes * 1e6) / text.length);
  const replies = Array.from({ length: agents }, () => ({ text, repeat, chunkChars: 200 }));
  const provider = await startLoopbackProvider(...replies);
  const model = createModel(name, { env: provider.environment, clock: createSystemClock() });
  const request = { system: '', messages: [{ role: 'user', text: 'go' }], tools: [], maxOutputTokens: 1e7, idleTimeoutMs: 60_000 };
  const started = process.cpuUsage();
  const outcomes = await Promise.all(replies.map(() => model.turn(request, new AbortController().signal)));
  const { user, system } = process.cpuUsage(started);
  console.log(JSON.stringify({
    kinds: [...new Set(outcomes.map((outcome) => outcome.kind))],
    characters: outcomes.reduce((sum, outcome) => sum + outcome.text.length, 0),
    expected: agents * text.length * repeat,
    peakMb: process.resourceUsage().maxRSS / 1024,
    cpuMs: (user + system) / 1000,
  }));
  await provider.close();
`;

async function stream(name: string, agents: number, megabytes: number) {
  const args = ['--input-type=module', '-e', SCRIPT, name, String(agents), String(megabytes)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as { kinds: string[]; characters: number; expected: number; peakMb: number; cpuMs: number };
}

const MEGABYTES = times(1, 10);

test(`8 agents stream ${MEGABYTES} MB each: nothing is lost, at most 512 MB`, async () => {
  const result = await stream('anthropic/loopback', 8, MEGABYTES);
  console.log(`peak ${Math.round(result.peakMb)} MB, ${Math.round(result.cpuMs)} ms of processor`);
  expect(result.kinds).toEqual(['replied']);
  expect(result.characters).toBe(result.expected);
  expect(result.peakMb).toBeLessThanOrEqual(512);
});
