/**
 * Presents the agents of a coding agent to the engine as a model: every turn of an agent becomes a question that waits until somebody
 * with its ticket answers. The engine knows nothing of it: waves, retries, budgets, journal and report are those of any run on a
 * model. Which agent asks is known from where it asks: its work runs inside `host.run` (HOST-17, HOST-19). Called by host-run.ts.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutsideAgents } from '../../ports/agent-host.ts';
import { NOTHING_RECEIVED } from '../../protocol/calls/turn-outcome.ts';
import { HOST_PROVIDER } from '../../protocol/reviewers/reviewer-models.ts';
import { describeTask, type HostAssignment } from './assignment.ts';
import { hashConversation, Ticket } from './ticket.ts';

interface Work {
  /** Place in the order of the plan. */
  readonly order: number;
  readonly assignment: HostAssignment;
  ticket: Ticket | null;
}

export interface HostAgents extends OutsideAgents {
  /** Everybody who was given work so far. */
  assignments(): readonly HostAssignment[];
  /** Conversations that are open, in the order of the plan. */
  open(): readonly Ticket[];
  find(id: string): Ticket | null;
  /** Resolves when the engine can do nothing more without the host; the caller bounds the wait. */
  settled(signal: AbortSignal): Promise<void>;
}

/** So long nothing may change before everybody is taken to be waiting: agents of a wave are dispatched one after the other. */
const QUIET_MS = 15;

/** A second conversation about the same assignment has half of its files (protocol of the reviewer on a model). */
const halve = (assignment: HostAssignment): HostAssignment => ({
  ...assignment,
  isRetry: true,
  files: assignment.files.slice(0, Math.ceil(assignment.files.length / 2)),
});

export interface HostAgentsTerms {
  /** `host/` and the name of the program. */
  readonly modelName: string;
  /** What the tickets of this run begin with. */
  readonly prefix: () => string;
  readonly answerBytes: number;
}

export function createHostAgents({ modelName, prefix, answerBytes }: HostAgentsTerms): HostAgents {
  const place = new AsyncLocalStorage<Work>();
  const working = new Set<Work>();
  const assignments: HostAssignment[] = [];
  const tickets = new Map<string, Ticket>();
  const listeners = new Set<() => void>();
  const onChange = (): void => {
    for (const listener of listeners) listener();
  };

  const ticketFor = (work: Work, conversation: string, isReduced: boolean): Ticket => {
    const id = `${prefix()}-${hashConversation(conversation)}`;
    if (work.ticket?.id === id) return work.ticket;
    const assignment = isReduced ? halve(work.assignment) : work.assignment;
    work.ticket?.close();
    const ticket = new Ticket({ id, order: work.order, nonce: conversation, assignment, onChange });
    work.ticket = ticket;
    tickets.set(id, ticket);
    return ticket;
  };

  const isQuiet = (): boolean => working.size > 0 && [...working].every(({ ticket }) => ticket?.isWaiting === true);

  return {
    model: {
      name: modelName,
      provider: HOST_PROVIDER,
      isPaidElsewhere: true,
      async turn(request, signal) {
        const work = place.getStore();
        if (work === undefined || request.conversation === undefined)
          return { ...NOTHING_RECEIVED, kind: 'failed', reason: 'defect', message: 'nobody asks', advice: '' };
        return ticketFor(work, request.conversation, request.isReduced === true).ask(request, signal);
      },
    },
    host: {
      async run(task, here) {
        const work: Work = { order: assignments.length, assignment: describeTask(task), ticket: null };
        assignments.push(work.assignment);
        working.add(work);
        try {
          return await place.run(work, here);
        } finally {
          work.ticket?.close();
          working.delete(work);
          onChange();
        }
      },
    },
    answerBytes,
    assignments: () => assignments,
    open: () => [...tickets.values()].filter(({ isClosed }) => !isClosed).toSorted((a, b) => a.order - b.order),
    find: (id) => tickets.get(id) ?? null,
    settled: (signal) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | null = null;
        const end = (): void => {
          if (timer !== null) clearTimeout(timer);
          listeners.delete(look);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const look = (): void => {
          if (timer !== null) clearTimeout(timer);
          timer = isQuiet() ? setTimeout(end, QUIET_MS) : null;
        };
        if (signal.aborted) return end();
        signal.addEventListener('abort', end, { once: true });
        listeners.add(look);
        look();
      }),
  };
}
