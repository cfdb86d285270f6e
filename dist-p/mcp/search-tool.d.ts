/**
 * `semantic_search` over the stored index; where that has no answer, the words themselves in the files (FACT-16). What it
 * finds for a branch is charged to the branch before it is delivered.
 */
import type { McpServer } from '@modelcontextprotocol/server';
import type { BranchTree } from '../context/branch-tree.ts';
import type { MeasuringCounter } from '../context/measure-text.ts';
import { type Embedder } from '../context/search/hybrid-search.ts';
import type { TokenCounter } from '../ports.ts';
import { type ProjectDoor } from './open-project.ts';
export interface SearchPorts {
    readonly tree: BranchTree;
    readonly counter: TokenCounter & MeasuringCounter;
    /** Who makes vectors; null or absent where words alone rank. */
    readonly embedder?: Embedder | null;
}
export declare function addSearchTool(server: McpServer, door: ProjectDoor, ports: SearchPorts): void;
