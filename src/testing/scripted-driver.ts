/**
 * Creates a driver that plays scripted events per agent and wave, for tests of the engine. Strict: an agent without a script and a
 * script that nobody played are both errors. Exported by testing/index.ts.
 */

import type { LedgerView } from '../ports/agent-tools.ts';
import type { Assignment, Driver, ReviewEvent, ReviewOutcome } from '../ports/driver.ts';

/** Events of one agent in one wave; a function sees the assignment and its account. */
export type AgentScript =
  | readonly ReviewEvent[]
  | ((assignment: Assignment, ledger: LedgerView, signal: AbortSignal) => AsyncIterable<ReviewEvent>);

export interface ScriptedDriver extends Driver {
  /** Every assignment in the order in which it started. */
  readonly assignments: readonly Assignment[];
  /** Throws where a script was never played. */
  assertPlayed(): void;
}

export const completed: ReviewOutcome = {
  status: 'completed',
  cutoffReason: null,
  verdict: null,
  vetoReasons: [],
  message: null,
};

/** Keys are `agent` or `agent#wave`; the more specific one wins. */
export function createScriptedDriver(
  scripts: Readonly<Record<string, AgentScript>>,
  options: { hasContext?: boolean } = {},
): ScriptedDriver {
  const assignments: Assignment[] = [];
  const played = new Set<string>();
  return {
    name: 'scripted/test',
    hasContext: options.hasContext ?? true,
    assignments,
    async *review(assignment, _tools, ledger, signal) {
      assignments.push(assignment);
      const agent = assignment.reviewer.name;
      const key = [`${agent}#${assignment.wave}`, agent].find((name) => name in scripts);
      const script = key === undefined ? undefined : scripts[key];
      if (key === undefined || script === undefined)
        throw new Error(`no script for ${agent} in wave ${assignment.wave}`);
      played.add(key);
      yield* typeof script === 'function' ? script(assignment, ledger, signal) : script;
    },
    assertPlayed() {
      const unplayed = Object.keys(scripts).filter((key) => !played.has(key));
      if (unplayed.length > 0) throw new Error(`scripts never played: ${unplayed.join(', ')}`);
    },
  };
}

/** Reviews every file without a finding. */
export async function* reviewEverything(assignment: Assignment): AsyncIterable<ReviewEvent> {
  for (const file of assignment.files) yield { kind: 'file-done', path: file.path };
  yield { kind: 'outcome', outcome: completed };
}
