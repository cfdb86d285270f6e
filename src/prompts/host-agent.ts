/**
 * Describes what a coding agent's own agents are given over MCP: their tools as its model sees them, the text around a reviewer's
 * prompt with the ticket, and refusals (HOST-17, HOST-20). Used by mcp/agent-tools.ts, mcp/host/ticket.ts and
 * prompts/plugin/host.ts.
 */
import { z } from 'zod';
import { CONTEXT_TOOLS } from './context-tools.ts';
import { LOAD_DOCUMENT, REPORT_AUDIT_FINDING, RULE_OUT, withRuleArguments } from './hunt-tools.ts';
import { FILE_DONE, NEXT_FILE } from './review-tools.ts';
import { TEXT, type ToolPrompt } from './tool-prompt.ts';

const TICKET = { ...TEXT, description: 'your ticket, as it was given to you' } as const;

/** Every property stays; only the ticket is asked for here, since the reviewer's own tool says best what else is missing. */
const withTicket = ({ parameters }: ToolPrompt) => {
  const { properties } = parameters as { readonly properties?: Readonly<Record<string, unknown>> };
  return { type: 'object', required: ['ticket'], properties: { ticket: TICKET, ...properties } };
};

const contextTool = (name: keyof typeof CONTEXT_TOOLS): ToolPrompt => {
  const { description, schema } = CONTEXT_TOOLS[name];
  const { $schema: _schema, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
  return withRuleArguments({ name, description, parameters });
};

interface AgentToolPrompt {
  readonly name: string;
  /** As the reviewer on a model knows it. */
  readonly engineName: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema. */
  readonly parameters: Record<string, unknown>;
  /** It delivers lines, and records nothing but that. */
  readonly isReading: boolean;
}

const agentTool = (tool: ToolPrompt, more: Pick<AgentToolPrompt, 'title' | 'isReading'> & { name?: string }) => ({
  engineName: tool.name,
  name: tool.name,
  description: `${tool.description} For agents with a ticket.`,
  parameters: withTicket(tool),
  ...more,
});

/** `semantic_search` is not here: it is a tool of the server, and takes a ticket. */
export const AGENT_TOOLS: readonly AgentToolPrompt[] = [
  agentTool(NEXT_FILE, { title: 'Your next file', isReading: true }),
  agentTool(contextTool('read_file'), { name: 'read_lines', title: 'Read lines of a file', isReading: true }),
  agentTool(contextTool('grep'), { title: 'Find lines', isReading: true }),
  agentTool(contextTool('outline'), { title: 'Outline of a file', isReading: true }),
  agentTool(contextTool('list_files'), { title: 'List files', isReading: true }),
  agentTool(LOAD_DOCUMENT, { title: 'Load a document', isReading: true }),
  agentTool(REPORT_AUDIT_FINDING, { title: 'Record a finding', isReading: false }),
  agentTool(FILE_DONE, { title: 'A file is finished', isReading: false }),
  agentTool(RULE_OUT, { title: 'Rule a place out', isReading: false }),
];

/** Names of everything an agent may call with its ticket. */
export const AGENT_TOOL_NAMES: readonly string[] = [
  'review_task',
  ...AGENT_TOOLS.map(({ name }) => name),
  'semantic_search',
  'review_submit',
];

export const TICKET_ANSWERS = {
  notOpen: (ticket: string): string =>
    `refused: ticket ${ticket} is not open. Its output was taken, or its budget or turns are used up. Nothing was recorded now; review_status says which tickets are open.`,
  closed:
    'This ticket is closed: its budget or turns are used up, or its output was taken. What was recorded is kept. Stop here.',
  notOffered: (names: readonly string[]): string =>
    names.length === 0
      ? 'refused: there is nothing left to call. Hand in your output now with review_submit.'
      : `refused: with this ticket you can call ${names.join(', ')} now. Hand in your output with review_submit.`,
  more: (parts: number): string =>
    `[${parts} more ${parts === 1 ? 'part' : 'parts'}: call review_task with your ticket for the next one, before anything else]`,
  /** Above a part; calls that were made at once are answered in turn. */
  continued: (firstLine: string): string => `[continued: ${firstLine.slice(0, 120).toWellFormed()}]`,
  moreFirst: (parts: number): string =>
    `refused: ${parts} ${parts === 1 ? 'part' : 'parts'} of earlier answers were not given to you yet. Call review_task with your ticket until there is none left, then do this again.`,
} as const;

export interface TaskPromptInput {
  readonly ticket: string;
  readonly agent: string;
  readonly prompt: string;
}

export const formatTaskPrompt = ({ ticket, agent, prompt }: TaskPromptInput): string =>
  `You are ${agent}. Your ticket is \`${ticket}\`: pass it as \`ticket\` in every call to the tools of this server (next_file, read_lines, grep, outline, list_files, semantic_search, report_finding, file_done; in an audit also load_document and rule_out). What the text below calls \`read_file\` is \`read_lines\` here. Read code with these tools only: they deliver it on your budget, and only lines they delivered count as reviewed. When you are done, or told to return, hand in your whole result once with review_submit (\`ticket\`, \`output\`), end marker included, and stop.

${prompt}`;
