/**
 * Delays the stop of a resumed run (Ctrl-C, deadline) until its journal is replayed, so that what was already paid for gets into the
 * report. Nothing new is started meanwhile. Called by wiring/stored-runs.ts, fleet/conduct-run.ts and fleet/perform-agent.ts.
 */
import type { AgentHost } from '../ports/agent-host.ts';
import { untilAborted } from '../ports/join-signals.ts';
import type { Journal, Kept, Step } from '../ports/journal.ts';

export interface DrainingStop {
  /** Fires, with the reason of the stop, when nothing recorded is left to play. */
  readonly signal: AbortSignal;
  readonly journal: Journal;
  /** The same for agents that work elsewhere: those that were sent out before are waited for. */
  drainHost(host: AgentHost, sentOut: ReadonlySet<string>): AgentHost;
}

export interface RecordedSteps {
  /** Steps that can be replayed; Infinity where nobody has counted them. */
  readonly steps: number;
  /** Silence of the record after which whoever wants something new is believed to stand at its end. */
  readonly quietMs?: number;
}

const QUIET_MS = 1000;
/** Within which whoever asked for the last step has heard it. */
const HEAR_MS = 250;
const LOOK_MS = 50;

export function drainBeforeStop(
  stopped: AbortSignal,
  journal: Journal,
  { steps, quietMs = QUIET_MS }: RecordedSteps,
): DrainingStop {
  if (steps === 0) return { signal: stopped, journal, drainHost: (host) => host };
  const draining = new AbortController();
  let left = steps;
  let making = 0;
  let awaited = 0;
  let replayedAt = performance.now();
  const end = (): void => draining.abort(stopped.reason);
  const isQuiet = (): boolean => making > 0 && awaited === 0 && performance.now() - replayedAt >= quietMs;
  const isReplayed = (): boolean => left <= 0 && performance.now() - replayedAt >= Math.min(HEAR_MS, quietMs);
  const look = (): void => {
    if (isReplayed() || isQuiet()) end();
    else if (!draining.signal.aborted) setTimeout(look, LOOK_MS);
  };
  if (stopped.aborted) look();
  else stopped.addEventListener('abort', look, { once: true });

  const make = async <T>(work: () => Promise<T>): Promise<T> => {
    making += 1;
    try {
      if (stopped.aborted) await untilAborted(draining.signal);
      return await work();
    } finally {
      making -= 1;
    }
  };
  const noteReplayed = (): void => {
    left -= 1;
    replayedAt = performance.now();
  };
  return {
    signal: draining.signal,
    journal: {
      async step<T>(step: Step<T>, effect: (lost: number) => Promise<T>): Promise<Kept<T>> {
        const kept = await journal.step(step, (lost) => make(() => effect(lost)));
        if (kept.isRecorded) noteReplayed();
        return kept;
      },
    },
    drainHost(host, sentOut) {
      let out = sentOut.size;
      return {
        async run<T>(task: Parameters<AgentHost['run']>[0], here: () => Promise<T>): Promise<T> {
          if (!sentOut.has(task.key)) return make(() => host.run(task, here));
          awaited += 1;
          try {
            return await host.run(task, here);
          } finally {
            awaited -= 1;
            out -= 1;
            noteReplayed();
            // The last of them is back: what follows would be new.
            if (out === 0 && stopped.aborted) end();
          }
        },
      };
    },
  };
}
