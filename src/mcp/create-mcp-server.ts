/**
 * Creates the MCP server and registers all its tools, prompts and reports. Names and arguments of the search, index and branch tools
 * are those of contextd, another MCP server, so that agents written for it work unchanged (REV-21). Called by
 * cli/commands/mcp-command.ts.
 */
import { McpServer } from '@modelcontextprotocol/server';
import type { ReturnPorts } from '../context/branch-return.ts';
import { MCP_INSTRUCTIONS } from '../prompts/mcp-tools.ts';
import { addAgentTools } from './agent-tools.ts';
import { addBranchTools } from './branch-tools.ts';
import type { CallsUnderWay } from './calls-under-way.ts';
import type { HostRuns } from './host/host-runs.ts';
import { addIndexTool } from './index-tool.ts';
import type { ProjectAccess } from './open-project.ts';
import { addPrompts, addReports } from './prompts-and-reports.ts';
import { redactReplies } from './redacted-replies.ts';
import { addReviewTools } from './review-tools.ts';
import { addRunTool } from './run-tool.ts';
import { addSearchTool, type SearchPorts } from './search-tool.ts';

export interface McpPorts extends ReturnPorts, SearchPorts {
  readonly counter: SearchPorts['counter'];
  readonly access: ProjectAccess;
  readonly version: string;
  /** Runs whose agents are the host's; they live as long as the ports. */
  readonly hostRuns: HostRuns;
  readonly calls: CallsUnderWay;
}

/** Servers of one connection may come and go; branches belong to the ports and stay. */
export function createMcpServer(ports: McpPorts): McpServer {
  const server = redactReplies(
    new McpServer(
      { name: 'consensus-review', version: ports.version },
      { instructions: MCP_INSTRUCTIONS, capabilities: { tools: {} } },
    ),
    ports.redactor,
    ports.calls,
  );
  addIndexTool(server, ports.access, ports.counter);
  addSearchTool(server, ports.access, ports);
  addBranchTools(server, ports);
  addReviewTools(server, ports);
  addAgentTools(server, ports.hostRuns);
  addRunTool(server, ports.access);
  addPrompts(server, ports.access.environment);
  addReports(server, ports);
  return server;
}
