/** The MCP server: names and arguments of its tools are contextd's, so that agents written for it work unchanged (REV-21). */
import { McpServer } from '@modelcontextprotocol/server';
import type { ReturnPorts } from '../context/branch-return.ts';
import type { ProjectDoor } from './open-project.ts';
import type { ReviewDesk } from './review-desk.ts';
import { type SearchPorts } from './search-tool.ts';
export interface McpPorts extends ReturnPorts, SearchPorts {
    readonly counter: SearchPorts['counter'];
    readonly door: ProjectDoor;
    readonly version: string;
    /** Reviews whose agents are the host's; they live as long as the ports. */
    readonly reviews: ReviewDesk;
}
/** Servers of one connection may come and go; branches belong to the ports and stay. */
export declare function createMcpServer(ports: McpPorts): McpServer;
