/** The MCP server: names and arguments of its tools are contextd's, so that agents written for it work unchanged (REV-21). */
import { McpServer } from '@modelcontextprotocol/server';
import type { ReturnPorts } from '../context/branch-return.ts';
import { addBranchTools } from './branch-tools.ts';
import { addIndexTool } from './index-tool.ts';
import type { ProjectAccess } from './open-project.ts';
import type { OpenReviews } from './review-session.ts';
import { addReviewTools } from './review-tools.ts';
import { addSearchTool, type SearchPorts } from './search-tool.ts';

export interface McpPorts extends ReturnPorts, SearchPorts {
  readonly counter: SearchPorts['counter'];
  readonly access: ProjectAccess;
  readonly version: string;
  /** Reviews whose agents are the host's; they live as long as the ports. */
  readonly reviews: OpenReviews;
}

const INSTRUCTIONS =
  'Index a repository once with repository_index: it returns the tokens of every file. Then call semantic_search instead of reading whole files. Give each agent a branch of its own with branch_create, pass its branch_id to semantic_search, and end it with branch_return. To review with your own agents: review_plan plans who reviews what with which budget, review_submit takes the output of each agent, complete or cut off, and says what to do next, review_report returns the report.';

/** Servers of one connection may come and go; branches belong to the ports and stay. */
export function createMcpServer(ports: McpPorts): McpServer {
  const server = new McpServer(
    { name: 'consensus-review', version: ports.version },
    { instructions: INSTRUCTIONS, capabilities: { tools: {} } },
  );
  addIndexTool(server, ports.access, ports.counter);
  addSearchTool(server, ports.access, ports);
  addBranchTools(server, ports);
  addReviewTools(server, ports);
  return server;
}
