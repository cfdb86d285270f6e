/**
 * Makes the replies of the server's tools: an object as structured content and as text, or a refusal in words, also for errors that
 * are thrown. Called by every tool of this folder.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { ReviewError } from '../errors.ts';

/** Claude Code shows results up to so many characters inline instead of writing them to a file. */
export const INLINE = { 'anthropic/maxResultSizeChars': 200_000 } as const;

export const reply = (output: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(output) }],
  structuredContent: output,
});

export const refuse = (reason: string): CallToolResult => ({
  content: [{ type: 'text', text: reason }],
  isError: true,
});

/** What the caller has to mend comes with advice; anything else is said as it is. No failure ends the server. */
export async function replySafely(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ReviewError) return refuse(`${error.message} ${error.advice}`);
    return refuse(error instanceof Error ? error.message : String(error));
  }
}
