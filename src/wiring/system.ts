/** The machine's own clock and fresh identifiers. */
import { randomBytes } from 'node:crypto';
import type { AgentHost } from '../ports/agent-host.ts';
import type { Clock, Ids } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';

export const createSystemClock = (): Clock => ({
  now: () => Date.now(),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
});

/** Run ids sort by time: `20261115T230741Z-4f2a9c`. */
export const createRandomIds = (clock: Clock): Ids => ({
  runId: () => `${new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/gu, '')}-${randomBytes(3).toString('hex')}`,
  branchId: () => `br_${randomBytes(4).toString('hex')}`,
});

/** Runs every step and remembers nothing: for runs that cannot be resumed. */
export const createPassingJournal = (): Journal => ({
  step: async (_step, effect) => ({ value: await effect(0), isRecorded: false, lost: 0 }),
});

/** Agents run in this process. */
export const createLocalHost = (): AgentHost => ({ run: (_task, here) => here() });
