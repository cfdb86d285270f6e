/** What the package says of itself. */
export interface Release {
    readonly version: string;
    readonly description: string;
    readonly license: string;
    /** What starts the program instead of the published package: a program and its first arguments. */
    readonly launch?: readonly string[];
}
declare const CONTEXT_TOOLS: readonly ['repository_index', 'semantic_search', 'branch_create', 'branch_return', 'branch_status'];
export type ContextTool = (typeof CONTEXT_TOOLS)[number];
/** The full name under which the host offers a tool of our server. */
export declare const nameTool: (tool: ContextTool) => string;
/** The name under which the host knows an agent or command of the plugin. */
export declare const qualifyName: (name: string) => string;
/** Where the host has put the plugin; it replaces this itself. */
export declare const PLUGIN_ROOT: string;
/** The command line as a shell takes it, also where the plugin lies below a folder with a blank. */
export declare const formatRun: (release: Release, command: string) => string;
/** What the coordinator may do without asking. Shell commands are not among them: the host asks, as it always does. */
export declare const COORDINATOR_TOOLS: readonly string[];
/** A reviewer reads, searches and returns; it changes and runs nothing. */
export declare const REVIEWER_TOOLS: readonly string[];
export declare const formatManifest: ({ version, description, license }: Release) => string;
export declare function formatMcpServers(release: Release): string;
/** YAML front matter; every value is written as JSON, which YAML reads. */
export declare const formatFrontMatter: (fields: Readonly<Record<string, string | boolean>>) => string;
export {};
