/** A server that lives long holds few runs of its host's agents: the others can be asked for as before. */
import { expect, onTestFinished, test } from 'vitest';
import { createHostRuns } from '../../src/mcp/host/host-runs.ts';
import { readRunArguments } from '../../src/mcp/run-arguments.ts';
import { createFolderFixture } from '../contracts/temporary-repository.ts';

function openServer(stateDir: string | null, maxHeld: number) {
  const { root } = createFolderFixture({ 'a.ts': 'export const a = 1;\n' });
  const access = {
    environment: { PATH: process.env.PATH },
    workingDirectory: root,
    stateDir,
    confinedTo: null,
    warn: () => undefined,
  };
  const runs = createHostRuns(access, maxHeld);
  onTestFinished(() => runs.close());
  const flags = { model: 'host/test', reviewers: ['security-reviewer'] };
  const start = async () => runs.start(await readRunArguments(access, { path: root, all: true }, flags));
  return { runs, start };
}

test('of two that are held the one that was asked for last stays; the other goes on when somebody asks for it [HOST-22]', async () => {
  const { runs, start } = openServer(createFolderFixture().root, 2);
  const first = await start();
  const second = await start();
  expect(await runs.find(first.id)).toEqual({ kind: 'open', run: first });
  await start();
  expect(await runs.find(first.id)).toEqual({ kind: 'open', run: first });
  expect(second.report).toMatchObject({ complete: false });
  const again = await runs.find(second.id);
  expect([again.kind, again.kind === 'open' && again.run !== second && again.run.report === null]).toEqual([
    'open',
    true,
  ]);
});

test('without a state folder no open run is given up: what is over makes room, else the next one is refused', async () => {
  const { runs, start } = openServer(null, 2);
  const first = await start();
  const second = await start();
  await expect(start()).rejects.toThrow('2 reviews are open');
  await second.stop();
  await start();
  expect(await runs.find(first.id)).toEqual({ kind: 'open', run: first });
  await expect(runs.find(second.id)).rejects.toThrow(`there is no run ${second.id}`);
});
