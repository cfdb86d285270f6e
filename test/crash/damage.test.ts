/** Files that a crash or a disk has damaged: what cannot be trusted is not used, and that is said. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { runStorePath } from '../../src/runs/store/run-database.ts';
import { openRunHistory } from '../../src/runs/store/run-store.ts';
import type { LoopbackProvider } from '../../src/testing/index.ts';
import { runSmall } from '../kill/small-run.ts';
import { times } from '../tier.ts';
import { comparable, runChild, runWhole, SIZE, startProvider } from './crashed-run.ts';
import { createState, inspectStore } from './stored-run.ts';

describe('what is on the disk', () => {
  /** A store of which the log was never folded into the file, as a power cut leaves it. */
  async function crashedStore(): Promise<string> {
    const provider = await startProvider();
    const stateDir = createState();
    const { writes } = await runWhole();
    const last = writes.findLast((write) => write.endsWith('before')) ?? '';
    await runChild(provider, [stateDir, SIZE], { CRASH_AT: last });
    return stateDir;
  }

  const FRAME_BYTES = 24 + 4096;

  /** Said by whoever opens it first, and not again; a cut between two frames may be one between two writes. */
  function expectSaid(stateDir: string, cut: number): void {
    const listWarnings = (): readonly string[] => {
      using store = openRunHistory({ stateDir, clock: Date });
      return store?.warnings ?? [];
    };
    const said = listWarnings();
    if (cut > 0 && (cut - 32) % FRAME_BYTES !== 0)
      expect(said, `cut at ${cut}`).toEqual([
        expect.stringMatching(/ended in the middle of a write: its last \d+ bytes/u),
      ]);
    expect(listWarnings(), `cut at ${cut}`).toEqual([]);
  }

  test('a log that is cut anywhere is a shorter run, never a half one', { timeout: 300_000 }, async () => {
    const provider = await startProvider();
    const stateDir = await crashedStore();
    const { length } = readFileSync(`${runStorePath(stateDir)}-wal`);
    const count = times(20, 200);
    const cuts = Array.from({ length: count }, (_, i) => Math.floor((length * i) / count) + (i % 5) * 7);
    const steps: string[] = [];
    for (const cut of cuts) {
      const torn = createState(stateDir);
      truncateSync(`${runStorePath(torn)}-wal`, cut);
      expectSaid(createState(torn), cut);
      const { run, problems } = await inspectStore(torn).catch((error: Error) => ({
        run: null,
        problems: [error.message],
      }));
      expect(problems, `cut at ${cut} of ${length}`).toEqual([]);
      steps.push(run?.status ?? 'none');
      const place = { stateDir: torn };
      const { report } = await runSmall({ place, id: run?.id ?? null, environment: provider.environment, size: SIZE });
      expect(report.complete).toBe(true);
    }
    expect(new Set(steps)).toEqual(new Set(['none', 'interrupted']));
  });

  const ANSWERS =
    /^(?:the same report|no run|refused: unusable-state: .*[Mm]ove it away|refused: stale-run: .*run the command again)/su;

  test('bytes that changed are noticed: the answer is made again, or the file refused with advice', {
    timeout: 300_000,
  }, async () => {
    const provider = await startProvider();
    const stateDir = await crashedStore();
    // Opening it folds the log into the file.
    await inspectStore(stateDir);
    const bytes = readFileSync(runStorePath(stateDir));
    const { report: whole } = await runWhole();
    const outcomes = new Set<string>();
    const count = times(30, 300);
    for (let i = 1; i < count; i += 1) {
      const bad = createState();
      const changed = Buffer.from(bytes);
      const at = Math.floor((bytes.length * i) / count);
      for (let k = 0; k < 24; k += 1) changed[at + k] = (changed[at + k] ?? 0) ^ 0xff;
      writeFileSync(runStorePath(bad), changed);
      outcomes.add(await readDamaged(bad, provider, whole));
    }
    expect(outcomes).toContain('the same report');
    for (const outcome of outcomes) expect(outcome).toMatch(ANSWERS);
  });

  test('a header, an id or a call that changed is damage with advice, never "no such run"', async () => {
    const provider = await startProvider();
    const stateDir = await crashedStore();
    const { run } = await inspectStore(stateDir);
    const bytes = readFileSync(runStorePath(stateDir));
    const { report: whole } = await runWhole();
    const id = run?.id ?? '';
    const inRow = bytes.indexOf(id);
    const places = {
      'the format of the file': [18, 2],
      'the format of its tables': [44, 4],
      'the version of its tables': [60, 4],
      'the id in its row': [inRow, 4],
      'the id in the index': [bytes.indexOf(id, inRow + 1), 4],
      'a key of the call': [bytes.indexOf('"flags"') + 1, 1],
    };
    for (const [name, [at = -1, length = 0]] of Object.entries(places)) {
      expect(at, name).toBeGreaterThanOrEqual(0);
      const bad = createState();
      const changed = Buffer.from(bytes);
      for (let k = at; k < at + length; k += 1) changed[k] = (changed[k] ?? 0) ^ 0x1f;
      writeFileSync(runStorePath(bad), changed);
      expect(await readDamaged(bad, provider, whole), name).toMatch(/^refused: unusable-state: .*[Mm]ove it away/su);
    }
  });

  async function readDamaged(stateDir: string, provider: LoopbackProvider, whole: ReportDocument): Promise<string> {
    try {
      const { run } = await inspectStore(stateDir);
      if (run === null) return 'no run';
      const place = { stateDir };
      const { report } = await runSmall({ place, id: run.id, environment: provider.environment, size: SIZE });
      expect(comparable(report)).toEqual(comparable(whole));
      return 'the same report';
    } catch (error) {
      const { code, message, advice } = error as { code?: string; message: string; advice?: string };
      return `refused: ${code}: ${message} ${advice}`;
    }
  }
});
