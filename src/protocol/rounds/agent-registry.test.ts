import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIMENSIONS } from '../findings/dimension.ts';
import {
  type AgentChange,
  type AgentRegistry,
  checkReadiness,
  decideRetry,
  formatAgentId,
  isFinished,
  listFinalAttempts,
  type NewAgent,
  registerAgent,
  type ScanStatus,
  type TaskAnswer,
  updateAgent,
} from './agent-registry.ts';
import { formatRegistryRow, registryRowSchema } from './agent-registry-wire.ts';

const add = (registry: AgentRegistry, said: Partial<NewAgent> = {}): AgentRegistry =>
  registerAgent(registry, {
    taskId: `task-${registry.length + 1}`,
    round: 1,
    dimensions: ['D1', 'D3', 'D5', 'D9'],
    startedAt: '2026-01-01T00:00:00Z',
    ...said,
  }).registry;
const run = (registry: AgentRegistry, agentId: string): AgentRegistry =>
  updateAgent(registry, agentId, { status: 'RUNNING', startedAt: '2026-01-01T00:00:01Z' });
const finish = (registry: AgentRegistry, agentId: string, change: AgentChange): AgentRegistry =>
  updateAgent(run(registry, agentId), agentId, change);
const completed: AgentChange = { status: 'COMPLETED', completedAt: '2026-01-01T00:01:00Z', findingsCount: 4 };
const failed: AgentChange = { status: 'FAILED', completedAt: '2026-01-01T00:01:00Z', reason: 'timeout' };

describe('rows', () => {
  test('a finished agent says how it ended', () => {
    const [done] = finish(add([]), 'agent-r1-01', completed);
    expect(done).toMatchObject({ status: 'COMPLETED', outputStatus: 'COMPLETE', findingsCount: 4 });
    const [cut] = finish(add([]), 'agent-r1-01', { ...completed, status: 'TRUNCATED' });
    expect(cut).toMatchObject({ status: 'TRUNCATED', outputStatus: 'TRUNCATED' });
  });

  test('a timeout is FAILED and MISSING with its reason', () => {
    const [row] = finish(add([]), 'agent-r1-01', failed);
    expect(formatRegistryRow(row!)).toMatchObject({ status: 'FAILED', output_status: 'MISSING', reason: 'timeout' });
  });

  test('an emergency agent takes the next round number and a flag [AUD-28]', () => {
    const [row] = add([], { round: 3, emergency: true });
    expect(formatRegistryRow(row!)).toMatchObject({ agent_id: 'agent-r3-01', round: 3, emergency: true });
    expect([formatAgentId(1, 9), formatAgentId(2, 10), formatAgentId(1, 100)]).toEqual([
      'agent-r1-09',
      'agent-r2-10',
      'agent-r1-100',
    ]);
  });

  test('an illegal move and an unknown agent throw', () => {
    const done = finish(add([]), 'agent-r1-01', completed);
    expect(() => updateAgent(done, 'agent-r1-01', failed)).toThrow(/COMPLETED -> FAILED/u);
    expect(() => updateAgent(add([]), 'agent-r1-01', completed)).toThrow(/PENDING -> COMPLETED/u);
    expect(() => updateAgent(done, 'agent-r9-01', failed)).toThrow(/unregistered/u);
  });
});

describe('queries and retries', () => {
  test.each<TaskAnswer>(['failed', 'sibling_error', 'not_found', 'timeout'])(
    '%s twice: exactly two calls, then timed out and its dimensions shallow [REGISTRY-07, AUD-24]',
    (answer) => {
      let registry = add([]);
      let agentId = 'agent-r1-01';
      let calls = 0;
      let decision = decideRetry(registry, agentId, 'running', 25);
      for (; decision.kind !== 'timed-out'; ) {
        calls += 1;
        decision = decideRetry(registry, agentId, answer, 25);
        if (decision.kind !== 'retry') break;
        registry = add(finish(registry, agentId, failed), {
          dimensions: decision.dimensions,
          retryOf: decision.retryOf,
        });
        agentId = registry.at(-1)!.agentId;
      }
      expect(calls).toBe(2);
      expect(decision).toEqual({ kind: 'timed-out', shallow: ['D1', 'D3', 'D5', 'D9'] });
      expect(registry.map(formatRegistryRow)).toMatchObject([
        { agent_id: 'agent-r1-01' },
        { agent_id: 'agent-r1-02', retry_of: 'agent-r1-01' },
      ]);
    },
  );

  test('an agent that was retried for one cause is not retried for another [AUD-24]', () => {
    const registry = add(finish(add([]), 'agent-r1-01', failed), { retryOf: 'agent-r1-01' });
    expect(decideRetry(registry, 'agent-r1-02', 'severe_truncation', 25).kind).toBe('timed-out');
    expect(decideRetry(registry, 'agent-r1-01', 'sibling_error', 25).kind).toBe('timed-out');
    const nextRound = add(registry, { round: 2 });
    expect(decideRetry(nextRound, 'agent-r2-01', 'failed', 20).kind).toBe('retry');
  });

  test('after a severe truncation the retry has half the work and five findings [AUD-14]', () => {
    expect(decideRetry(add([]), 'agent-r1-01', 'severe_truncation', 25)).toEqual({
      kind: 'retry',
      retryOf: 'agent-r1-01',
      dimensions: ['D1', 'D3'],
      deferred: ['D5', 'D9'],
      maxTurns: 12,
      maxFindings: 5,
    });
  });

  test('waiting, done, and an agent nobody registered', () => {
    expect(decideRetry(add([]), 'agent-r1-01', 'running', 25)).toEqual({ kind: 'wait' });
    expect(decideRetry(add([]), 'agent-r1-01', 'completed', 25)).toEqual({ kind: 'done' });
    expect(decideRetry([], 'agent-r1-01', 'failed', 25)).toEqual({ kind: 'timed-out', shallow: [] });
  });

  test('a retried agent is represented by its retry', () => {
    const registry = add(add(finish(add([]), 'agent-r1-01', failed), { retryOf: 'agent-r1-01' }), { round: 2 });
    expect(listFinalAttempts(registry, 1).map(({ agentId }) => agentId)).toEqual(['agent-r1-02']);
  });
});

describe('readiness', () => {
  const done = finish(add([]), 'agent-r1-01', completed);

  test.each<[ScanStatus, ScanStatus, boolean, string[], string | null]>([
    ['running', 'completed', false, ['semgrep'], null],
    ['completed', 'running', true, [], 'semgrep'],
    ['partial', 'absent', true, [], 'semgrep'],
    ['absent', 'running', false, ['embedded baseline'], null],
    ['absent', 'completed', true, [], 'embedded'],
    ['failed', 'partial', true, [], 'embedded'],
    ['failed', 'failed', true, [], null],
  ])(
    'Semgrep %s, embedded %s: ready %s [REGISTRY-06, AUD-30]',
    (...[semgrep, embedded, ready, waitingFor, baseline]) => {
      expect(checkReadiness(done, 1, { semgrep, embedded })).toEqual({ ready, waitingFor, baseline });
    },
  );

  test('every agent of the round must be done or timed out [REGISTRY-06]', () => {
    const scans = { semgrep: 'completed', embedded: 'completed' } as const;
    const two = add(done);
    expect(checkReadiness(two, 1, scans)).toMatchObject({ ready: false, waitingFor: ['agent-r1-02'] });
    expect(checkReadiness(run(two, 'agent-r1-02'), 1, scans).ready).toBe(false);
    expect(checkReadiness(finish(two, 'agent-r1-02', failed), 1, scans).ready).toBe(true);
    expect(checkReadiness(add(done, { round: 2 }), 1, scans).ready).toBe(true);
  });
});

test('every row has an id of its own and fits its schema on the wire', () => {
  const dimensions = fc.subarray([...DIMENSIONS]);
  const ending = fc.constantFrom<AgentChange | null>(null, completed, failed, { ...completed, status: 'TRUNCATED' });
  const agents = fc.array(
    fc.record({ round: fc.integer({ min: 1, max: 4 }), dimensions, emergency: fc.boolean(), ending }),
  );
  fc.assert(
    fc.property(agents, (all) => {
      let registry: AgentRegistry = [];
      for (const { ending: change, ...said } of all) {
        registry = add(registry, said);
        if (change !== null) registry = finish(registry, registry.at(-1)!.agentId, change);
      }
      expect(new Set(registry.map(({ agentId }) => agentId)).size).toBe(all.length);
      expect(registry.filter(isFinished)).toHaveLength(all.filter(({ ending: change }) => change !== null).length);
      for (const row of registry) expect(registryRowSchema.safeParse(formatRegistryRow(row)).success).toBe(true);
    }),
  );
});
