/**
 * Wraps every tool that is registered with the server, so that its reply leaves without secrets, whatever it was made from, and its
 * call is counted as under way. Called by create-mcp-server.ts.
 */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { Redactor } from '../protocol/redaction/redactor.ts';
import type { CallsUnderWay } from './calls-under-way.ts';

/** What names a thing or a place and has to be said again as it is. */
const NAMES: ReadonlySet<string> = new Set([
  'review_id',
  'branch_id',
  'session_id',
  'ticket',
  'fingerprint',
  'file_path',
  'path',
  'file',
  'report_path',
]);

function redactReply(result: CallToolResult, redactor: Redactor): CallToolResult {
  const { structuredContent, content, ...rest } = result;
  if (structuredContent === undefined)
    return { ...rest, content: content.map((part) => redactor.redactWithin(part, TYPES)) };
  const redacted = redactor.redactWithin(structuredContent, NAMES);
  return { ...rest, content: [{ type: 'text', text: JSON.stringify(redacted) }], structuredContent: redacted };
}

const TYPES: ReadonlySet<string> = new Set(['type', 'mimeType', 'uri']);

/** The server, every tool that is registered with it wrapped. */
export function redactReplies(server: McpServer, redactor: Redactor, calls: CallsUnderWay): McpServer {
  const register = server.registerTool.bind(server) as (...args: unknown[]) => unknown;
  server.registerTool = ((name: unknown, options: unknown, answer: (...args: unknown[]) => Promise<CallToolResult>) =>
    register(name, options, async (...args: unknown[]) =>
      redactReply(await calls.follow(() => answer(...args)), redactor),
    )) as typeof server.registerTool;
  return server;
}
