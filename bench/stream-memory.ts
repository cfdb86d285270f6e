/** Peak memory of the host while eight agents are sent ten megabytes each, measured in a process without the provider. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BenchResult, median } from './bench-result.ts';
import { runChild } from './run-child.ts';
import { STREAMED_CHARS, STREAMING_AGENTS } from './streaming-agents.ts';

const ROUNDS = 3;
const BAR_MB = 512;

export async function benchStreamMemory(): Promise<readonly BenchResult[]> {
  const provider = fork(join(import.meta.dirname, 'streaming-provider.ts'));
  try {
    const [environment] = (await once(provider, 'message')) as [Readonly<Record<string, string>>];
    const peaks: number[] = [];
    const cpuMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const run = await runChild<{ peakMb: number; cpuMs: number; agents: number }>('streaming-host.ts', environment);
      if (run.agents !== STREAMING_AGENTS) throw new Error(`${run.agents} agents ended`);
      peaks.push(run.peakMb);
      cpuMs.push(run.cpuMs);
    }
    const ours = Math.max(...peaks);
    const note = `the worst round; ${STREAMING_AGENTS} × ${STREAMED_CHARS / 1e6} MB, ${(median(cpuMs) / 1000).toFixed(1)} s of processor`;
    const row = { rounds: ROUNDS, unit: 'MB', peer: BAR_MB, peerName: 'bar', ratio: ours / BAR_MB, note };
    return [{ name: 'stream-memory: peak', ours, ...row }];
  } finally {
    provider.disconnect();
    provider.kill();
  }
}
