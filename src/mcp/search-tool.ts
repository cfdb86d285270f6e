/**
 * Registers the MCP tool `semantic_search` over the stored index; where that has no answer, it searches for the words themselves in
 * the files (FACT-16). What it finds for a branch (an isolated context) is charged to the branch before it is given out. Called by
 * create-mcp-server.ts.
 */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { BranchTree } from '../context/branch-tree.ts';
import { createLineTable, sliceLines } from '../context/chunks/line-table.ts';
import type { MeasuringCounter } from '../context/measure-text.ts';
import { redactSnapshot } from '../context/redacted-snapshot.ts';
import { type Embedder, type HybridOptions, isInProcess, searchHybrid } from '../context/search/hybrid-search.ts';
import { findLines } from '../context/tools/ripgrep.ts';
import { streamTexts } from '../context/tools/stream-texts.ts';
import type { SearchAnswer, VectorModel } from '../ports/context-store.ts';
import type { TokenCounter } from '../ports/file-index.ts';
import type { Snapshot } from '../ports/repository.ts';
import { INDEX_NOTES, MAX_RESULTS, MCP_TOOLS } from '../prompts/mcp-tools.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';
import { callWithTicket } from './agent-tools.ts';
import { shownBytes } from './host/answer-parts.ts';
import type { HostRuns } from './host/host-runs.ts';
import { refreshProject } from './index-tool.ts';
import { type Project, type ProjectAccess, withProject } from './open-project.ts';
import { refuse, reply, replySafely } from './tool-reply.ts';

const DEFAULT_LIMIT = 10;
const MAX_LINE_CHARS = 500;

const TOOL = MCP_TOOLS.semantic_search;
type SearchArguments = z.infer<typeof TOOL.inputSchema>;

const resultSchema = z.object({
  file_path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  score: z.number(),
  branch: z.string().nullable(),
  content: z.string(),
  metadata: z.object({ start_line: z.int(), end_line: z.int() }).optional(),
  line_number: z.int().optional(),
});

type Result = z.infer<typeof resultSchema>;

const searchResult = z.object({
  query: z.string(),
  /** With a ticket: the passages as the agent's own search shows them, instead of what follows. */
  text: z.string().optional(),
  source: z.enum(['hybrid', 'keyword', 'grep']).optional(),
  count: z.int().optional(),
  results: z.array(resultSchema).optional(),
  /** Results that were found and did not fit into the budget of the branch. */
  results_omitted: z.int().optional(),
  /** What the caller should know of how the answer came about. */
  note: z.string().optional(),
  budget_used: z.int().optional(),
  budget_remaining: z.int().optional(),
  warning: z.string().optional(),
});

async function* listScope(snapshot: Snapshot, signal: AbortSignal): AsyncGenerator<string> {
  for await (const entry of snapshot.entries()) {
    signal.throwIfAborted();
    if (entry.kind === 'file') yield entry.path;
  }
}

async function readLine(snapshot: Snapshot, path: string, line: number): Promise<string> {
  const outcome = await snapshot.read(path);
  if (outcome.kind !== 'text') return '';
  const text = sliceLines(createLineTable(outcome.text), line - 1, line).replace(/\r?\n$/u, '');
  return text.length <= MAX_LINE_CHARS ? text : `${text.slice(0, MAX_LINE_CHARS).toWellFormed()} [cut]`;
}

/** The words as they stand, in any case, in the files as they are now. */
async function grepProject(
  { openSnapshot }: Project,
  query: string,
  limit: number,
  { redactor, signal }: Pick<HybridOptions, 'redactor' | 'signal'>,
): Promise<readonly Result[]> {
  const snapshot = redactSnapshot(await openSnapshot(), redactor);
  const line = query.trim().split(/\r?\n/u, 1)[0] ?? '';
  const wanted = { pattern: line, isLiteral: true, ignoresCase: true, limit };
  const outcome = await findLines(wanted, streamTexts(listScope(snapshot, signal), snapshot.read));
  if (outcome.kind === 'failed') return [];
  return Promise.all(
    outcome.matches.map(async ({ path, line: number }) => ({
      file_path: path,
      start_line: number,
      end_line: number,
      score: 1,
      branch: snapshot.branch,
      content: await readLine(snapshot, path, number),
      line_number: number,
    })),
  );
}

/** Of a passage that holds the words as they stand, the line that does. */
function narrowToLine(query: string, result: Result): Result {
  const lines = result.content.split('\n');
  const at = lines.findIndex((line) => line.toLowerCase().includes(query.trim().toLowerCase()));
  if (at < 0 || result.content.startsWith('[cut]')) return result;
  const line = result.start_line + at;
  return { ...result, start_line: line, end_line: line, line_number: line, content: lines[at] ?? '' };
}

const toResult =
  (branch: string | null, source: SearchAnswer['source']) =>
  ({ filePath, startLine, endLine, score, content }: SearchAnswer['results'][number]): Result => ({
    file_path: filePath,
    start_line: startLine,
    end_line: endLine,
    score,
    branch,
    content,
    ...(source === 'grep' ? { line_number: startLine } : { metadata: { start_line: startLine, end_line: endLine } }),
  });

interface Answer {
  readonly source: SearchAnswer['source'];
  readonly results: readonly Result[];
  readonly note: string | null;
}

async function askIndex(
  { store }: Project,
  { query }: SearchArguments,
  view: string | null,
  options: HybridOptions & { readonly limit: number },
): Promise<Answer> {
  const { limit } = options;
  const { source, results } = await searchHybrid(store, { query, limit, branch: view }, options);
  const shown = results.map(toResult(view, source));
  const isGrep = source === 'grep';
  return { source, results: isGrep ? shown.map((result) => narrowToLine(query, result)) : shown, note: null };
}

/** A branch other than the one checked out: only the index knows it, and nothing else may answer for it. */
function findOtherBranch({ branch: current }: Project, { branch }: SearchArguments): string | null {
  return branch === undefined || branch === '' || branch === current ? null : branch;
}

async function findResults(project: Project, args: SearchArguments, options: HybridOptions): Promise<Answer> {
  const limit = Math.min(args.limit || DEFAULT_LIMIT, MAX_RESULTS);
  const other = findOtherBranch(project, args);
  // The files at hand are not those of another branch.
  if (other !== null) return askIndex(project, args, other, { ...options, read: null, limit });
  const { root, branch, store } = project;
  let note: string | null = null;
  try {
    const answer = await askIndex(project, args, branch, { ...options, limit });
    const extent = store.extentOf(branch);
    if (extent === 'part') note = INDEX_NOTES.part(root);
    if (answer.results.length > 0) return { ...answer, note };
    if (extent !== 'whole') note = INDEX_NOTES.none(root);
  } catch {
    note = INDEX_NOTES.unreadable;
  }
  return { source: 'grep', results: await grepProject(project, args.query, limit, options), note };
}

const describe = (query: string, { source, results, note }: Answer, kept: readonly Result[]) => ({
  query,
  source,
  count: kept.length,
  results: kept,
  results_omitted: results.length - kept.length,
  ...(note === null ? {} : { note }),
});

/** As many of the results as the branch can pay for; none at all ends its reading. */
function chargeBranch(query: string, answer: Answer, branchId: string, ports: SearchPorts): CallToolResult {
  const { tree, counter } = ports;
  const found = tree.findActive(branchId);
  if (found.kind === 'refused') return refuse(found.reason);
  const room = found.branch.budgetTokens - found.branch.usedTokens;
  let kept = answer.results;
  const cost = (): number => counter.count(JSON.stringify(describe(query, answer, kept)));
  while (kept.length > 1 && cost() > room) kept = kept.slice(0, -1);
  const charged = tree.charge(branchId, cost());
  if (charged.kind === 'refused') return refuse(charged.reason);
  const { usedTokens, budgetTokens } = charged.branch;
  return reply({
    ...describe(query, answer, kept),
    budget_used: usedTokens,
    budget_remaining: budgetTokens - usedTokens,
    ...(charged.warns ? { warning: `80 % of the budget is used: ${usedTokens} of ${budgetTokens} tokens` } : {}),
  });
}

export interface SearchPorts {
  readonly tree: BranchTree;
  readonly counter: TokenCounter & MeasuringCounter;
  /** Takes secrets out of what is found. */
  readonly redactor: Redactor;
  /** Who makes vectors; null or absent where words alone rank. */
  readonly embedder?: Embedder | VectorModel | null;
}

type Refresh = (project: Project, signal: AbortSignal) => Promise<void>;

/** Agents that work side by side ask at the same time: one of them brings the index up to date, the others wait for it. */
function createRefresh(counter: MeasuringCounter): Refresh {
  const running = new Map<string, Promise<void>>();
  return async (project, signal) => {
    const { root } = project;
    // Whoever it runs for may go away; then the next one does it.
    while (running.has(root))
      if (
        await running.get(root)?.then(
          () => true,
          () => false,
        )
      )
        return;
    const work = refreshProject(project, counter, signal).finally(() => running.delete(root));
    running.set(root, work);
    await work;
  };
}

async function runSearch(
  project: Project,
  args: SearchArguments,
  ports: SearchPorts & { readonly refresh: Refresh },
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { query, branch_id: branchId } = args;
  const other = findOtherBranch(project, args);
  if (other !== null && project.store.extentOf(other) === 'none') {
    return refuse(
      `branch ${other} of ${project.root} is not indexed. Check it out and call repository_index, or leave \`branch\` out to search ${project.branch ?? 'the files as they are'}.`,
    );
  }
  if (args.refresh) await ports.refresh(project, signal);
  const answer = await findResults(project, args, {
    embedder: ports.embedder ?? null,
    redactor: ports.redactor,
    read: async (path) => (await project.openSnapshot()).read(path),
    signal,
  });
  if (branchId !== undefined) return chargeBranch(query, answer, branchId, ports);
  return reply(describe(query, answer, answer.results));
}

/** An agent searches with the tools of its ticket, on its own budget. */
async function searchForTicket(
  hostRuns: HostRuns,
  args: SearchArguments & { ticket: string },
  shown: number,
): Promise<CallToolResult> {
  const { query, ticket, path, limit, dimension, traces } = args;
  const own = {
    ticket,
    query,
    ...(path === undefined ? {} : { path }),
    ...(limit ? { limit } : {}),
    ...(dimension === undefined ? {} : { dimension }),
    ...(traces === undefined ? {} : { traces }),
  };
  // Inside JSON it is longer, and the query stands beside it.
  const answer = await callWithTicket(hostRuns, TOOL_NAME, own, shown / 2);
  const [first] = answer.content;
  if (answer.isError === true || first?.type !== 'text') return answer;
  return reply({ query, text: first.text });
}

const TOOL_NAME = 'semantic_search';

export function addSearchTool(
  server: McpServer,
  access: ProjectAccess,
  ports: SearchPorts & { readonly hostRuns: HostRuns },
): void {
  const refresh = createRefresh(ports.counter);
  server.registerTool(
    TOOL_NAME,
    {
      ...TOOL,
      outputSchema: searchResult,
      // Not read-only: it may bring the index up to date. A configured embedder is asked over the network.
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: ports.embedder != null && !isInProcess(ports.embedder),
      },
    },
    (args, { mcpReq }) =>
      replySafely(async () => {
        const { ticket, project_path: path } = args;
        if (ticket !== undefined)
          return searchForTicket(
            ports.hostRuns,
            { ...args, ticket },
            shownBytes(server.server.getClientVersion()?.name),
          );
        if (path === undefined) return refuse('semantic_search needs project_path, or the ticket of an agent');
        return withProject(access, path, {}, (project) =>
          runSearch(project, args, { ...ports, refresh }, mcpReq.signal),
        );
      }),
  );
}
