/**
 * Creates the ports that a real run uses for the system clock, for random run and branch ids, and for agents that run in this process.
 * Used by review-ports.ts, commands and the fleet; tests use fixed ones.
 */
import { randomBytes } from 'node:crypto';
import type { AgentHost } from '../ports/agent-host.ts';
import type { Clock, Ids } from '../ports/clock.ts';

export const createSystemClock = (): Clock => ({
  now: () => Date.now(),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
});

/** Run ids sort by time: `20261115T230741Z-4f2a9c`. */
export const createRandomIds = (clock: Clock): Ids => ({
  runId: () => `${new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/gu, '')}-${randomBytes(3).toString('hex')}`,
  branchId: () => `br_${randomBytes(4).toString('hex')}`,
});

/** Agents run in this process. */
export const createLocalHost = (): AgentHost => ({ run: (_task, here) => here() });
