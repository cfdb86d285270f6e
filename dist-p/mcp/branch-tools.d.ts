/** `branch_create`, `branch_return` and `branch_status`: isolated contexts with the defaults and caps of FACT-16. */
import type { McpServer } from '@modelcontextprotocol/server';
import { type ReturnPorts } from '../context/branch-return.ts';
export declare const MAX_OPEN_BRANCHES = 10;
export declare function addBranchTools(server: McpServer, ports: ReturnPorts): void;
