/** How a tool of the server replies: the same object as structured content and as text, or a refusal in words. */
import type { CallToolResult } from '@modelcontextprotocol/server';
export declare const reply: (output: Record<string, unknown>) => CallToolResult;
export declare const refuse: (reason: string) => CallToolResult;
/** What the caller has to mend comes with advice; anything else is said as it is. No failure ends the server. */
export declare function replySafely(work: () => Promise<CallToolResult>): Promise<CallToolResult>;
