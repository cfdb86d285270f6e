/**
 * Describes the tools with which every agent reads code (read_file, grep …) as its model sees them: name, description, arguments
 * as a zod schema, and the sentences of their answers. Used by context/tools/ and host-agent.ts.
 */
import { z } from 'zod';

export const MAX_MATCHES = 200;
export const DEFAULT_MATCHES = 50;
const MAX_PASSAGES = 20;
export const DEFAULT_PASSAGES = 5;

const FILE_PATH = z.string().describe('path relative to the root, as list_files shows it');
const ONLY_PATH = z.string().optional().describe('only this file or folder');

export const CONTEXT_TOOLS = {
  semantic_search: {
    description: 'Find the passages that matter for a question. Ask here before you read whole files: it costs less.',
    schema: z.object({
      query: z.string().min(1).max(1000).describe('what to look for: words, names or parts of names'),
      path: ONLY_PATH,
      limit: z
        .int()
        .min(1)
        .max(MAX_PASSAGES)
        .optional()
        .describe(`passages at most; ${DEFAULT_PASSAGES} where it is left out`),
    }),
  },
  outline: {
    description: 'The declarations or headings of a file with their lines.',
    schema: z.object({ path: FILE_PATH }),
  },
  grep: {
    description: 'Lines that match a regular expression or a plain text.',
    schema: z.object({
      pattern: z.string().describe('a regular expression as ripgrep has them (no look-around, no back-references)'),
      path: ONLY_PATH,
      literal: z.boolean().optional().describe('take the pattern as plain text'),
      ignore_case: z.boolean().optional(),
      limit: z
        .int()
        .min(1)
        .max(MAX_MATCHES)
        .optional()
        .describe(`lines at most; ${DEFAULT_MATCHES} where it is left out`),
    }),
  },
  read_file: {
    description: 'Numbered lines of a file, all or a range.',
    schema: z.object({
      path: FILE_PATH,
      start_line: z.int().min(1).optional().describe('first line, from 1'),
      end_line: z.int().min(1).optional().describe('last line, inclusive'),
    }),
  },
  list_files: {
    description: 'Files that can be read, and which are in scope.',
    schema: z.object({
      path: z.string().optional().describe('only this folder; nothing = everything'),
      contains: z.string().max(200).optional().describe('only paths with this text in them, in any case'),
      offset: z.int().min(0).optional().describe('leave out so many from the beginning'),
    }),
  },
} as const;

export type ContextToolName = keyof typeof CONTEXT_TOOLS;

/** The arguments of a call, as its tool gets them. */
export type ToolArguments<Name extends ContextToolName> = z.infer<(typeof CONTEXT_TOOLS)[Name]['schema']>;

/** The frame around every answer. */
export const ANSWERS = {
  unknownTool: `there is no tool of that name; there are ${Object.keys(CONTEXT_TOOLS).join(', ')}`,
  wrongArguments: (why: string): string => `wrong arguments: ${why}`,
  toolFailed: (name: string, why: string): string => `${name} failed: ${why}`,
  cutLines: (lines: number): string => `[cut: ${lines} more lines did not fit]`,
  cutLine: (characters: number): string => `[cut: ${characters} more characters]`,
} as const;

export const GREP_ANSWERS = {
  failed: (why: string): string => `the search failed: ${why}`,
  none: 'no line matches',
  cut: '[cut: there may be more; narrow the pattern or the path]',
  wrongPattern: (maxChars: number): string => `a pattern is one line of 1 to ${maxChars} characters`,
} as const;

export const LIST_ANSWERS = {
  head: (files: number): string => `${files} ${files === 1 ? 'file' : 'files'}`,
  inScope: (path: string, language: string | null): string => `${path}  ${language ?? 'other'}`,
  outOfScope: (path: string): string => `${path}  (not in scope)`,
  cut: (rest: number, offset: number): string => `[cut: ${rest} more; go on with offset ${offset}]`,
  resume: (offset: number): string => `[go on with offset ${offset}]`,
} as const;

export const OUTLINE_ANSWERS = {
  head: (path: string, lines: number, declarations: number): string =>
    `${path}, ${lines} lines, ${declarations} declarations`,
  cut: (lines: number): string => `[cut: only the first ${lines} lines were looked at]`,
} as const;

export const READ_ANSWERS = {
  head: (path: string, first: number, last: number, lines: number): string =>
    `${path}, lines ${first}-${last} of ${lines}`,
  empty: (path: string): string => `${path} is empty`,
  noSuchLines: (path: string, lines: number, first: number, last: number): string =>
    `${path} has ${lines} lines; there is nothing from line ${first} to ${last}`,
  cut: (next: number): string => `[cut: read on with start_line ${next}]`,
  resume: (next: number): string => `[read on with start_line ${next}]`,
  unreadable: (path: string, why: string): string => `${path} cannot be read: ${why}`,
  unknownPath: 'no such file; list_files shows what there is',
} as const;

export const SEARCH_ANSWERS = {
  none: 'nothing found',
  outsideRoot: (path: string): string => `${path} is not a path in the root`,
} as const;
