/** Signals of an audit as they go out and as they stand in the report, and what is told of the deep dive. */
import { expect, test } from 'vitest';
import { NO_USAGE } from '../../src/protocol/budget/usage-recorder.ts';
import { claimFinding } from '../../src/protocol/findings/finding.ts';
import { createTestAudit, EMPTY_BASELINE } from '../support/audit-engine.ts';
import { createScriptedFleet } from '../support/scripted-fleet.ts';

const TEXT = Array.from({ length: 300 }, (_, i) => `line ${i + 1}`).join('\n');

test('a signal of every phase and round, from recon on, the same in the report as when it went out, with the highest share of a limit [SIG-14, HOST-08]', async () => {
  let used = 10;
  const account = {
    bound: () => undefined,
    usage: { ...NO_USAGE, entries: [] },
    isSpent: false,
    hasTail: false,
    get shares() {
      used += 10;
      return [{ used, allowance: 100 }];
    },
  };
  const fleet = createScriptedFleet({
    behave: () => 'shallow',
    findingCount: () => 1,
    severity: () => 'HIGH',
    cutAt: () => 0.5,
    verdict: () => 'confirmed',
    flow: () => 'in-place',
  });
  const { run, events } = createTestAudit({
    files: { 'src/a.ts': TEXT, 'src/b.ts': TEXT },
    driver: fleet,
    request: { mode: 'standard', agents: 2 },
    baseline: async () => ({
      ...EMPTY_BASELINE,
      embedded: {
        status: 'completed',
        findings: [
          claimFinding({
            severity: 'HIGH',
            title: 'x',
            issue: 'x',
            dimension: 'D1',
            file: 'src/b.ts',
            line: 3,
            endLine: 3,
            rule: 'r',
          }),
        ],
      },
    }),
    ports: { account },
  });
  const report = await run();
  const told = events.flatMap((event) => (event.kind === 'signal' ? [event.signal] : []));
  expect(report.signals).toEqual(told);
  expect(told.map((signal) => signal.coordinator_type)).toEqual([
    'research',
    ...report.rounds.map(() => 'research'),
    'debug',
    'testing',
    'implementer',
  ]);
  // Recon is told before anybody hunts, with what it did not learn.
  expect(told[0]).toMatchObject({ topics_completed: ['modules'], work_remaining: ['entry_points', 'dependencies'] });
  const order = events.map((event) => (event.kind === 'signal' ? 'signal' : event.kind === 'round' ? 'round' : ''));
  expect(order.indexOf('signal')).toBeLessThan(order.indexOf('round'));
  const percents = told.map((signal) => signal.context_usage_percent);
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(percents[0]).toBe(20);
  const dives = events.flatMap((event) => (event.kind === 'deep-dive' ? [event] : []));
  expect(dives.length).toBeGreaterThan(0);
  // A flaw that lies in one place was looked at in its own file.
  expect(dives.every(({ files, outcome }) => files === 1 && outcome === 'flow-complete')).toBe(true);
});
