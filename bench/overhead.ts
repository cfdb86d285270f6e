/**
 * What the host costs: six agents against a provider with the pace of real ones. Wall time against the slowest agent's time at
 * the provider, by the provider's own clock; processor time against a bare `streamText` loop over the same streams.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BenchResult, median } from './bench-result.ts';
import type { SideResult } from './paced-agents.ts';
import type { Exchange, ProviderMessage } from './paced-provider.ts';
import { runChild } from './run-child.ts';

const ROUNDS = 5;
const here = import.meta.dirname;

function slowestMs(exchanges: readonly Exchange[]): number {
  const sums = new Map<string, number>();
  for (const { agent, startedAtMs, endedAtMs } of exchanges) {
    sums.set(agent, (sums.get(agent) ?? 0) + endedAtMs - startedAtMs);
  }
  return Math.max(...sums.values());
}

interface Round {
  readonly host: SideResult;
  readonly bare: SideResult;
  readonly providerMs: number;
}

export async function benchOverhead(): Promise<readonly BenchResult[]> {
  const provider = fork(join(here, 'paced-provider.ts'));
  const hear = async (): Promise<ProviderMessage> => (await once(provider, 'message'))[0] as ProviderMessage;
  try {
    const ready = await hear();
    if (ready.kind !== 'ready') throw new Error('the provider did not start');
    const take = async (): Promise<readonly Exchange[]> => {
      provider.send('take');
      const message = await hear();
      if (message.kind !== 'exchanges' || message.problems.length > 0) throw new Error(JSON.stringify(message));
      return message.exchanges;
    };
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const host = await runChild<SideResult>('paced-host.ts', ready.environment);
      const providerMs = slowestMs(await take());
      const bare = await runChild<SideResult>('paced-bare.ts', ready.environment);
      await take();
      if (host.calls !== bare.calls) throw new Error(`${host.calls} calls against ${bare.calls}`);
      rounds.push({ host, bare, providerMs });
    }
    return compose(rounds);
  } finally {
    provider.disconnect();
    provider.kill();
  }
}

function compose(rounds: readonly Round[]): readonly BenchResult[] {
  const row = (name: string, unit: string, peerName: string, of: (round: Round) => readonly [number, number]) => {
    const pairs = rounds.map(of);
    return {
      name: `overhead: ${name}`,
      rounds: rounds.length,
      unit,
      ours: median(pairs.map(([ours]) => ours)),
      peer: median(pairs.map(([, peer]) => peer)),
      peerName,
      ratio: median(pairs.map(([ours, peer]) => ours / peer)),
      note: null,
    };
  };
  return [
    row('wall', 'ms', "slowest agent's provider time", ({ host, providerMs }) => [host.wallMs, providerMs]),
    row('wall of the bare loop', 'ms', "slowest agent's provider time of the host", ({ bare, providerMs }) => [
      bare.wallMs,
      providerMs,
    ]),
    row('processor', 'ms', 'bare streamText loop', ({ host, bare }) => [host.cpuMs, bare.cpuMs]),
    row('processor, start of the process included', 'ms', 'bare streamText loop', ({ host, bare }) => [
      host.totalCpuMs,
      bare.totalCpuMs,
    ]),
  ];
}
