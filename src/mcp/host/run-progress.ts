/**
 * Follows a run whose agents are the host's by the engine's events: gives the brief signal that tools reply, and decides what the host
 * should do next (HOST-20). Called by host-run.ts and review-tools.ts.
 */
import type { ReportSignal } from '../../protocol/report/report-document.ts';
import type { RunEvent } from '../../protocol/report/run-events.ts';
import { type SignalFields, toWireSignal } from '../../protocol/signals/signal.ts';
import { buildResearchSignal, contextUsagePercent } from '../../protocol/signals/signal-build.ts';
import { formatFields } from '../../protocol/signals/signal-text.ts';
import type { HostAssignment } from './assignment.ts';
import type { Ticket } from './ticket.ts';

type AgentEvent = Extract<RunEvent, { kind: 'agent' }>;

export const NEXT_ACTIONS = ['submit', 'retry', 'next-wave', 'next-round', 'deep-dive', 'validate', 'report'] as const;

export interface NextStep {
  readonly action: (typeof NEXT_ACTIONS)[number];
  readonly reason: string;
}

export interface RunProgress {
  note(event: RunEvent): void;
  /** The last event of an agent; null where there is none. */
  of(assignment: HostAssignment): AgentEvent | null;
  /** The signal of the last wave or phase; of the wave under way where agents have ended since. */
  signal(assignments: readonly HostAssignment[], open: readonly Ticket[]): string;
}

export const formatSignal = (signal: ReportSignal): string => formatFields(signal as SignalFields).join('\n');

const keyOf = (agent: string, wave: number | null): string => `${wave ?? ''}/${agent}`;

const isWhole = ({ status, outcome, filesDone, filesTotal }: AgentEvent): boolean =>
  status === 'finished' && (outcome === undefined ? filesDone >= filesTotal : outcome === 'completed');

export function openProgress(): RunProgress {
  const agents = new Map<string, AgentEvent>();
  let last: ReportSignal | null = null;
  let endedSince = 0;
  return {
    note(event) {
      if (event.kind === 'signal') {
        last = event.signal;
        endedSince = 0;
      }
      if (event.kind !== 'agent') return;
      agents.set(keyOf(event.agent, event.wave), event);
      if (event.status === 'finished') endedSince += 1;
    },
    of: ({ agent, wave }) => agents.get(keyOf(agent, wave)) ?? null,
    signal(assignments, open) {
      if (last !== null && endedSince === 0) return formatSignal(last);
      const waiting = new Set(open.map(({ assignment }) => assignment.agent));
      const seen = [...agents.values()];
      const done = seen.filter((event) => isWhole(event) && !waiting.has(event.agent));
      const used = assignments.reduce((sum, assignment) => sum + usedOf(assignment, agents), 0);
      const allowance = assignments.reduce((sum, { budgetTokens }) => sum + budgetTokens, 0);
      return formatSignal(
        toWireSignal(
          buildResearchSignal({
            // Which dimensions are covered is known when the round has been evaluated.
            topics: [...new Set(done.flatMap(({ agent, dimensions }) => (dimensions === undefined ? [agent] : [])))],
            findingsTotal: seen.reduce((sum, { findings }) => sum + findings, 0),
            reportsCreated: seen.filter(({ status }) => status === 'finished').length,
            usagePercent: contextUsagePercent(used, allowance),
            workRemaining: waiting.size === 0 ? ['report'] : [...waiting],
            requiresContinuation: true,
            next: waiting.size === 0 ? 'Report' : 'Submit',
          }),
        ),
      );
    },
  };
}

const usedOf = ({ agent, wave, budgetTokens }: HostAssignment, agents: ReadonlyMap<string, AgentEvent>): number =>
  Math.round((agents.get(keyOf(agent, wave))?.usageRatio ?? 0) * budgetTokens);

/** By the assignments that nobody has begun; where there are none, the host waits for those who work. */
export function decideNext(open: readonly Ticket[]): NextStep {
  const fresh = open.filter(({ isTaken }) => !isTaken).map(({ assignment }) => assignment);
  const [first] = fresh;
  if (first === undefined) {
    return open.length === 0
      ? { action: 'submit', reason: 'the server is still working: call review_status' }
      : { action: 'submit', reason: `${count(open.length, 'agent')} still to submit` };
  }
  const start = `start ${count(fresh.length, 'agent')}`;
  if (fresh.some(({ isRetry }) => isRetry)) return { action: 'retry', reason: `an output was not usable: ${start}` };
  if (first.kind === 'deepen') return { action: 'deep-dive', reason: start };
  if (first.kind === 'validate' || first.kind === 'verify') return { action: 'validate', reason: start };
  const { wave, isEmergency } = first;
  if (wave === null || wave <= 1) return { action: 'submit', reason: start };
  if (first.kind === 'review') return { action: 'next-wave', reason: `wave ${wave}: ${start}` };
  return { action: 'next-round', reason: `${isEmergency ? 'emergency ' : ''}round ${wave}: ${start}` };
}

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`;
