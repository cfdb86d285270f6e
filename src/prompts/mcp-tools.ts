/**
 * Describes the tools of the MCP server as the model of a coding agent sees them: titles, descriptions, arguments, and the
 * server's own instructions. Also words the answer to unknown arguments. Used by the tools of mcp/.
 */
import { z } from 'zod';
import type { FormatName } from '../protocol/config/config-names.ts';
import { findClosestName } from '../protocol/text/closest-name.ts';

const MAX_FILE_BYTES = 32_000_000;
export const MAX_RESULTS = 100;
/** Characters of one output: far more than an agent can write. */
const MAX_OUTPUT_CHARS = 2_000_000;

/** Formats that a model or its host can read; the others are for a screen or a stream. */
export const REPORT_FORMATS = [
  'markdown',
  'json',
  'sarif',
  'summary',
  'signal',
] as const satisfies readonly FormatName[];

const REVIEWED_FOLDER = z.string().min(1).describe('folder to review, absolute');
const SCOPE = z.array(z.string()).optional().describe('paths, folders or globs; default: what the branch changed');
const BASE = z.string().optional().describe('everything since the merge base with this revision');
const REVIEW_ID = z.string().min(1);

const TICKET = z.string().min(1).max(100).describe('ticket of the agent, as review_plan gave it');

/** Every scope of the command line. */
const RUN_SCOPE = {
  path: REVIEWED_FOLDER,
  playbook: z.enum(['review', 'audit']).optional().describe('default: review'),
  mode: z.enum(['quick', 'standard', 'deep']).optional().describe('depth of an audit; default: standard'),
  scope: SCOPE,
  all: z.boolean().optional().describe('the whole folder'),
  staged: z.boolean().optional().describe('what is staged in git'),
  commit: z.string().optional().describe('what this commit changed'),
  base: BASE,
  head: z.string().optional().describe('with base: up to this revision instead of the files on disk'),
  diff: z.string().max(MAX_OUTPUT_CHARS).optional().describe('the text of a patch against the files on disk'),
  include: z.array(z.string()).optional().describe('only files that match'),
  exclude: z.array(z.string()).optional().describe('leave out files that match'),
  context: z
    .string()
    .max(1_000_000)
    .optional()
    .describe('of a review: text of the linked issue or pull request; an agent says point by point what is met'),
} as const;

/** What is said of arguments that a tool does not have; null where it has all of them. */
export function describeUnknownArguments(given: readonly string[], known: readonly string[]): string | null {
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length === 0) return null;
  const named = unknown.slice(0, 5).map((name) => {
    const meant = findClosestName(name.slice(0, 100), known);
    return `${JSON.stringify(name.slice(0, 100))}${meant === null ? '' : ` (did you mean ${meant}?)`}`;
  });
  return `unknown argument ${named.join(', ')}; there are: ${known.join(', ')}`;
}

/** A misspelt argument must not do something else than was asked for: what is unknown is refused, with what is known. */
const strictArguments = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? (describeUnknownArguments(issue.keys, Object.keys(shape)) ?? undefined)
        : undefined,
  });

/** Agents written for contextd send them; nothing here needs them. */
const IGNORED = {
  tenant_id: z.string().optional().describe('ignored'),
  project_id: z.string().optional().describe('ignored'),
} as const;

export const MCP_INSTRUCTIONS =
  'review_run reviews or audits with the analyzers of this server and needs no agent. To review with your own agents as well: review_plan runs the analyzers and returns one assignment per agent, each with a ticket. Start one agent per ticket; it calls review_task for its prompt, reads code with next_file, read_lines, grep, outline, list_files and semantic_search (always with its ticket) and hands in its result with review_submit. Only lines these tools delivered count as reviewed. review_status returns the next assignments until next.action is report; review_report returns the report. repository_index measures and indexes a folder; semantic_search finds passages; branch_create, branch_return and branch_status meter contexts of your own.';

export const INDEX_NOTES = {
  part: (root: string) =>
    `only a part of ${root} is indexed, and only that was searched. Search with refresh: true to index all of it.`,
  none: (root: string) =>
    `${root} is not fully indexed: only lines that contain exactly these words were searched. Search with refresh: true to index it.`,
  unreadable: 'the index could not be read: only lines that contain exactly these words were searched.',
} as const;

export const MCP_TOOLS = {
  repository_index: {
    title: 'Index a repository',
    description:
      'Measure a folder and make it searchable: files, exact token counts per file and in total, languages, git branch. Unchanged files are not read again.',
    inputSchema: strictArguments({
      path: z.string().min(1).describe('folder to index, absolute'),
      branch: z.string().optional().describe('the branch that is checked out; detected if omitted'),
      include_patterns: z.array(z.string()).optional().describe('only files that match: paths, folders or globs'),
      exclude_patterns: z.array(z.string()).optional().describe('leave out files that match'),
      max_file_size: z.int().min(1).max(MAX_FILE_BYTES).optional().describe('in bytes; default 1 MB'),
      ...IGNORED,
    }),
  },
  semantic_search: {
    title: 'Search code',
    description:
      'Find the passages that matter for a question instead of reading whole files. Ranked by the index of repository_index; where it has no answer, lines that contain the words.',
    inputSchema: strictArguments({
      query: z.string().min(1).max(4000).describe('what to look for: words, names or parts of names'),
      project_path: z.string().min(1).optional().describe('folder to search, absolute; not with a ticket'),
      ticket: TICKET.optional().describe('of an agent: searches its project on its budget'),
      path: z.string().optional().describe('with a ticket: only this file or folder'),
      dimension: z.string().optional().describe('with a ticket of an audit: the dimension this is for, as D3'),
      traces: z
        .string()
        .optional()
        .describe('with a ticket of an audit: id of the known finding, or file of the hotspot, that you follow'),
      branch: z.string().optional().describe('an indexed branch; default: the one that is checked out'),
      limit: z.int().min(0).optional().describe(`maximum number of results, up to ${MAX_RESULTS}; default 10`),
      branch_id: z.string().optional().describe('the context branch whose budget is charged'),
      refresh: z.boolean().optional().describe('update the index first'),
      ...IGNORED,
    }),
  },
  branch_create: {
    title: 'Open a context branch',
    description:
      'Open an isolated context with a token budget of its own, one per agent. Branches are independent unless parent_branch_id is given.',
    inputSchema: strictArguments({
      session_id: z
        .string()
        .min(1)
        .max(200)
        .describe('the session that owns the branches; at most 10 branches are open at a time'),
      description: z.string().min(1).max(500).describe('what the branch is for'),
      prompt: z.string().max(10_000).optional().describe('instructions for the agent that works in it'),
      budget: z.int().min(0).optional().describe('tokens; default 8192, at most 32768'),
      timeout_seconds: z.int().min(0).optional().describe('default 300, at most 600'),
      parent_branch_id: z.string().optional().describe('the parent branch; without it the branch is independent'),
      ...IGNORED,
    }),
  },
  branch_return: {
    title: 'Return from a context branch',
    description:
      'Close a branch and return its message to the caller. Secrets are removed from the message; if that fails, nothing is returned. Its child branches are closed first.',
    inputSchema: strictArguments({
      branch_id: z.string().min(1),
      message: z.string().max(50_000).optional().describe('what the branch found; secrets are removed'),
      ...IGNORED,
    }),
  },
  branch_status: {
    title: 'Show a context branch',
    description: 'State, depth and budget of a branch, or of the newest open branch of a session.',
    inputSchema: strictArguments({
      branch_id: z.string().optional(),
      session_id: z.string().optional().describe('instead of branch_id: the newest open branch of this session'),
      ...IGNORED,
    }),
  },
  review_plan: {
    title: 'Review or audit with your own agents',
    description:
      'Begin a review or audit that your own agents do: reads the scope, runs the analyzers as a baseline, and returns an assignment with a ticket for each agent. Start all of them at once.',
    inputSchema: strictArguments({
      ...RUN_SCOPE,
      reviewers: z.array(z.string()).optional().describe('reviewers to run; default: chosen by what is in scope'),
      dimensions: z.array(z.string()).optional().describe('only these audit dimensions, as D1'),
      waves: z.int().min(1).max(100).optional().describe('waves of a review at most; default: until all is reviewed'),
      with_prompts: z
        .boolean()
        .optional()
        .describe(
          'also return the prompt of every agent, unless your program cuts long results; agents get it by review_task',
        ),
    }),
  },
  review_task: {
    title: 'The task of an agent',
    description:
      'What the agent with this ticket has to do: its prompt, its files, the form of its result. Call it first.',
    inputSchema: strictArguments({ ticket: TICKET }),
  },
  review_submit: {
    title: 'Hand in the output of an agent',
    description:
      'Takes the output of an agent by its ticket, complete or cut off, and checks it. Returns a brief signal, what was kept, and the next assignments. Whoever started an agent that ended without handing in submits what it said, or an empty text.',
    inputSchema: strictArguments({
      review_id: REVIEW_ID.optional(),
      ticket: TICKET,
      output: z.string().max(MAX_OUTPUT_CHARS).describe('the output of the agent as it is, complete or cut off'),
      subagent_tokens: z
        .int()
        .min(0)
        .max(1e9)
        .optional()
        .describe('tokens the agent has used, as the host counts them'),
    }),
  },
  review_status: {
    title: 'Progress of a review',
    description:
      'The brief signal, the assignments that nobody has begun, and what to do next. Also goes on with a review that was begun before this server was started.',
    inputSchema: strictArguments({
      review_id: REVIEW_ID,
      all: z.boolean().optional().describe('also the assignments that agents have begun'),
    }),
  },
  review_report: {
    title: 'The report of a review',
    description: 'The full report. Call it only when somebody wants to read it.',
    inputSchema: strictArguments({
      review_id: REVIEW_ID,
      end: z.boolean().optional().describe('end a review that still goes on, with what it has'),
      format: z.enum(REPORT_FORMATS).optional().describe('default: markdown'),
    }),
  },
  review_run: {
    title: 'Review or audit with the analyzers of this server',
    description:
      'A whole review or audit by the embedded reviewers: offline, without a model and without agents of yours. Returns the return signal and the path of the report.',
    inputSchema: strictArguments(RUN_SCOPE),
  },
} as const;

/** Of the prompts that carry a whole workflow. */
export const PROMPT_ARGUMENTS = z.object({
  scope: z.string().max(10_000).optional().describe('paths, globs or flags'),
});

export const REPORT_RESOURCE = {
  title: 'Report of a run',
  description: 'The report of a finished review or audit, by the id of its run',
} as const;
