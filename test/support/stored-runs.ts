/** Stored runs for tests and benchmarks: a real store in a folder of the caller, filled without reviewing anything. */

import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import type { RunStatus, StoredRun } from '../../src/protocol/report/stored-run.ts';
import { openRunStore } from '../../src/runs/store/run-store.ts';

export interface RunToStore extends Partial<Pick<StoredRun, 'root' | 'command' | 'version' | 'startedAt' | 'reason'>> {
  readonly id: string;
  readonly report: ReportDocument | null;
  readonly status?: Exclude<RunStatus, 'running'>;
  readonly exitCode?: number;
  /** Recorded steps beside it. */
  readonly steps?: readonly { readonly key: string; readonly kind: string; readonly value: unknown }[];
  /** Steps that were begun when it broke off. */
  readonly openSteps?: readonly { readonly key: string; readonly kind: string }[];
}

const NEVER = new Promise<never>(() => undefined);

export async function fillRunStore(stateDir: string, runs: readonly RunToStore[]): Promise<void> {
  const clock = { now: () => Date.now() };
  using store = openRunStore({ stateDir, clock });
  for (const {
    id,
    report,
    status = 'finished',
    exitCode = 0,
    steps = [],
    openSteps = [],
    reason = null,
    ...said
  } of runs) {
    const { playbook = 'review', mode = 'review', model = 'embedded' } = report?.run ?? {};
    using run = store.begin({
      id,
      root: '/project',
      playbook,
      mode,
      model,
      selection: report?.scope.selection ?? 'src',
      command: { name: playbook, positional: ['src'], flags: {}, cwd: said.root ?? '/project' },
      settings: {},
      version: '0.1.0',
      startedAt: clock.now(),
      ...said,
    });
    for (const { key, kind, value } of steps) await run.journal.step({ key, kind, inputHash: key }, async () => value);
    for (const { key, kind } of openSteps)
      void run.journal.step({ key, kind, inputHash: key }, () => NEVER).catch(() => 0);
    await new Promise(setImmediate);
    run.end({ status, reason, isDeferred: false, report, exitCode, finishedAt: clock.now() });
  }
}
