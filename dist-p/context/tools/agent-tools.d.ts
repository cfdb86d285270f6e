import type { AgentTools, Snapshot, ToolDefinition } from '../../ports.ts';
import { type MeterPorts } from './meter.ts';
import { type ContextSearch } from './semantic-search.ts';
export interface AgentToolsOptions extends MeterPorts {
    readonly snapshot: Snapshot;
    /** Null where there is no index: then the words themselves are looked for. */
    readonly search: ContextSearch | null;
    /** Paths the project keeps from its reviewers, in scope or not. */
    readonly isExcluded?: (path: string) => boolean;
}
/** Of every agent. */
export declare const TOOL_DEFINITIONS: readonly ToolDefinition[];
export declare function createAgentTools(options: AgentToolsOptions): AgentTools;
