/**
 * Registers the MCP tools for an agent of the host (coding agent), called with its ticket: each call goes to the engine's agent that
 * the ticket stands for, whose budget pays for the lines it is given, which are recorded (HOST-17). Names are those of the prompts;
 * `read_lines` is their `read_file`. Called by create-mcp-server.ts.
 */
import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { AGENT_TOOLS, TICKET_ANSWERS } from '../prompts/host-agent.ts';
import { describeUnknownArguments, MCP_TOOLS } from '../prompts/mcp-tools.ts';
import type { JsonValue } from '../protocol/calls/turn-outcome.ts';
import { divideAnswer, shownBytes } from './host/answer-parts.ts';
import type { HostRuns } from './host/host-runs.ts';
import type { Ticket } from './host/ticket.ts';
import { INLINE, refuse, replySafely } from './tool-reply.ts';

interface TicketArguments {
  readonly ticket: string;
  readonly [name: string]: JsonValue;
}

export async function findOpenTicket(runs: HostRuns, id: string): Promise<Ticket | string> {
  const { ticket } = await runs.findTicket(id);
  return ticket === null || ticket.isClosed ? TICKET_ANSWERS.notOpen(id) : ticket;
}

const say = (text: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(isError ? { isError } : {}),
});

/** With a word of the parts that wait, those of a call that was made at the same time too. */
const sayPart = ({ rest }: Ticket, part: string, isError = false): CallToolResult =>
  say(rest.length === 0 ? part : `${part}\n${TICKET_ANSWERS.more(rest.length)}`, isError);

/** As much as the program shows at once; the rest waits for review_task. */
function sayInParts(ticket: Ticket, text: string, shown: number, isError = false): CallToolResult {
  const { first, rest } = divideAnswer(text, shown);
  ticket.rest = [...ticket.rest, ...rest];
  return sayPart(ticket, first, isError);
}

const endTask = (ticket: Ticket): void => {
  if (ticket.taskGiven === 'begun' && ticket.rest.length === 0) ticket.taskGiven = 'whole';
};

function sayNextPart(ticket: Ticket): CallToolResult {
  const [next = '', ...rest] = ticket.rest;
  ticket.rest = rest;
  endTask(ticket);
  return sayPart(ticket, next);
}

/** A call of one of the agent's tools under the name that the engine knows; `shown`: bytes that its program shows at once. */
export async function callWithTicket(
  runs: HostRuns,
  name: string,
  { ticket: id, ...args }: TicketArguments,
  shown: number,
): Promise<CallToolResult> {
  const ticket = await findOpenTicket(runs, id);
  if (typeof ticket === 'string') return refuse(ticket);
  const waiting = ticket.rest.length > 0 ? ticket.rest.length : ticket.countTaskParts(shown);
  if (waiting > 0) return refuse(TICKET_ANSWERS.moreFirst(waiting));
  ticket.isTaken = true;
  const { text, isError } = await ticket.call(name, args);
  return sayInParts(ticket, text, shown, isError);
}

async function giveTask(runs: HostRuns, id: string, shown: number): Promise<CallToolResult> {
  const ticket = await findOpenTicket(runs, id);
  if (typeof ticket === 'string') return refuse(ticket);
  if (ticket.rest.length > 0) return sayNextPart(ticket);
  const { task } = ticket;
  if (task === null) return refuse(TICKET_ANSWERS.notOpen(id));
  ticket.isTaken = true;
  ticket.taskGiven = 'begun';
  const first = sayInParts(ticket, task, shown);
  endTask(ticket);
  return first;
}

const namesOf = ({ properties }: { readonly properties?: unknown }): readonly string[] => Object.keys(properties ?? {});

/** What delivers lines refuses arguments that it does not have; what records takes a finding also with more than it asks for. */
export function addAgentTools(server: McpServer, runs: HostRuns): void {
  const annotations = { readOnlyHint: true, openWorldHint: false } as const;
  const shown = (): number => shownBytes(server.server.getClientVersion()?.name);
  server.registerTool('review_task', { ...MCP_TOOLS.review_task, annotations, _meta: INLINE }, ({ ticket }) =>
    replySafely(() => giveTask(runs, ticket, shown())),
  );
  for (const { name, engineName, title, description, parameters, isReading } of AGENT_TOOLS) {
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: fromJsonSchema<TicketArguments>(parameters),
        annotations: { readOnlyHint: isReading, destructiveHint: false, openWorldHint: false },
        ...(isReading ? { _meta: INLINE } : {}),
      },
      (args) => {
        const unknown = isReading ? describeUnknownArguments(Object.keys(args), namesOf(parameters)) : null;
        return unknown === null ? replySafely(() => callWithTicket(runs, engineName, args, shown())) : refuse(unknown);
      },
    );
  }
}
