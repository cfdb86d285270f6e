/**
 * Registers the MCP tool `repository_index`: measures a folder and makes it searchable; the reply lists tokens per file (REV-05).
 * Called by create-mcp-server.ts; search-tool.ts takes `refreshProject`, which brings an index up to date.
 */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { createIndex } from '../context/file-index.ts';
import type { MeasuringCounter } from '../context/measure-text.ts';
import type { IndexedFile } from '../ports/file-index.ts';
import { MCP_TOOLS } from '../prompts/mcp-tools.ts';
import { type Project, type ProjectAccess, withProject } from './open-project.ts';
import { refuse, reply, replySafely } from './tool-reply.ts';

/** Files listed in one reply, and their JSON: an agent has to read it. The totals are of all. */
const MAX_LISTED = 2000;
const MAX_LISTED_CHARS = 64_000;

const TOOL = MCP_TOOLS.repository_index;
type IndexArguments = z.infer<typeof TOOL.inputSchema>;

const indexResult = z.object({
  path: z.string(),
  branch: z.string().nullable(),
  collection_name: z.string(),
  files_indexed: z.int(),
  total_tokens: z.int(),
  files_ignored: z.int(),
  /** How many of the indexed files are not listed in `files`. */
  files_omitted: z.int(),
  files: z.array(
    z.object({
      path: z.string(),
      tokens: z.int(),
      loc: z.int(),
      language: z.string().nullable(),
      estimated: z.boolean(),
    }),
  ),
});

type ListedFile = z.infer<typeof indexResult>['files'][number];

function listFiles(files: readonly IndexedFile[]): readonly ListedFile[] {
  const listed: ListedFile[] = [];
  let chars = 0;
  for (const { path, tokens, loc, language, estimated } of files.slice(0, MAX_LISTED)) {
    const file = { path, tokens, loc, language, estimated };
    chars += JSON.stringify(file).length + 1;
    if (chars > MAX_LISTED_CHARS) break;
    listed.push(file);
  }
  return listed;
}

const nameCollection = (root: string): string =>
  `${basename(root)}_${createHash('sha256').update(root).digest('hex').slice(0, 8)}_codebase`;

async function indexProject(
  { root, store, openSnapshot }: Project,
  counter: MeasuringCounter,
  isWhole: boolean,
  signal: AbortSignal,
): Promise<z.infer<typeof indexResult>> {
  const snapshot = await openSnapshot();
  const index = createIndex(counter, { store, search: true, whole: isWhole });
  const files: IndexedFile[] = [];
  let ignored = 0;
  for await (const entry of index.measure(snapshot, snapshot.entries())) {
    signal.throwIfAborted();
    if (entry.kind === 'file') files.push(entry);
    else ignored += 1;
  }
  const listed = listFiles(files);
  return {
    path: root,
    branch: snapshot.branch,
    collection_name: nameCollection(root),
    files_indexed: files.length,
    total_tokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
    files_ignored: ignored,
    files_omitted: files.length - listed.length,
    files: [...listed],
  };
}

const isOtherBranch = (asked: string | undefined, branch: string | null): boolean =>
  asked !== undefined && asked !== '' && asked !== branch;

/** Brings the index of a project up to date; `isWhole` forgets files it no longer has. */
export const refreshProject = async (
  project: Project,
  counter: MeasuringCounter,
  signal: AbortSignal,
): Promise<void> => {
  await indexProject(project, counter, true, signal);
};

function runIndex(
  access: ProjectAccess,
  counter: MeasuringCounter,
  args: IndexArguments,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { path, branch, include_patterns: include, exclude_patterns: exclude, max_file_size: maxFileBytes } = args;
  const isWhole = !include?.length && !exclude?.length && maxFileBytes === undefined;
  return withProject(access, path, { include, exclude, maxFileBytes }, async (project) => {
    const { branch: current } = project;
    if (isOtherBranch(branch, current)) {
      return refuse(`branch ${branch} is not checked out in ${project.root}: it is on ${current ?? 'no branch'}.`);
    }
    return reply(await indexProject(project, counter, isWhole, signal));
  });
}

export function addIndexTool(server: McpServer, access: ProjectAccess, counter: MeasuringCounter): void {
  server.registerTool(
    'repository_index',
    {
      ...TOOL,
      outputSchema: indexResult,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    (args, { mcpReq }) => replySafely(() => runIndex(access, counter, args, mcpReq.signal)),
  );
}
