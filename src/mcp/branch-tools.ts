/**
 * Registers the MCP tools `branch_create`, `branch_return` and `branch_status`: isolated contexts with token budget and time limit,
 * with the defaults and caps of FACT-16 (context/branch-tree.ts). Called by create-mcp-server.ts.
 */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type ReturnPorts, returnBranch } from '../context/branch-return.ts';
import type { BranchTree } from '../context/branch-tree.ts';
import { MCP_TOOLS } from '../prompts/mcp-tools.ts';
import { refuse, reply, replySafely } from './tool-reply.ts';

export const MAX_OPEN_BRANCHES = 10;
const DEFAULT_BUDGET_TOKENS = 8192;
const MAX_BUDGET_TOKENS = 32_768;
const DEFAULT_TIMEOUT_SECONDS = 300;
const MAX_TIMEOUT_SECONDS = 600;

const createResult = z.object({ branch_id: z.string(), budget_allocated: z.int(), depth: z.int() });

const returnResult = z.object({
  success: z.boolean(),
  tokens_used: z.int(),
  message: z.string(),
  /** Open branches beneath it that were ended first. */
  children_ended: z.array(z.string()),
});

const statusResult = z.object({
  branch_id: z.string().nullable(),
  session_id: z.string().nullable(),
  status: z.enum(['created', 'active', 'completed', 'timeout', 'failed', 'none']),
  depth: z.int(),
  budget_used: z.int(),
  budget_total: z.int(),
  budget_remaining: z.int(),
  must_return: z.boolean(),
  reason: z.string().nullable(),
});

/** Nothing or 0 is the default; more than the most is the most. */
const cap = (asked: number | undefined, usual: number, most: number): number => Math.min(asked || usual, most);

function createBranch(tree: BranchTree, args: z.infer<typeof MCP_TOOLS.branch_create.inputSchema>): CallToolResult {
  const created = tree.create({
    sessionId: args.session_id,
    parentId: args.parent_branch_id || null,
    budgetTokens: cap(args.budget, DEFAULT_BUDGET_TOKENS, MAX_BUDGET_TOKENS),
    timeoutMs: 1000 * cap(args.timeout_seconds, DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS),
  });
  if (created.kind === 'refused') return refuse(created.reason);
  const begun = tree.begin(created.branch.branchId);
  if (begun.kind === 'refused') return refuse(begun.reason);
  const { branchId, budgetTokens, depth } = begun.branch;
  return reply({ branch_id: branchId, budget_allocated: budgetTokens, depth });
}

async function endBranch(
  ports: ReturnPorts,
  args: z.infer<typeof MCP_TOOLS.branch_return.inputSchema>,
): Promise<CallToolResult> {
  const outcome = await returnBranch(args.branch_id, args.message ?? '', ports);
  if (outcome.kind === 'refused') return refuse(outcome.reason);
  const { usedTokens, message, ended } = outcome;
  return reply({ success: true, tokens_used: usedTokens, message, children_ended: ended });
}

function describeBranch(tree: BranchTree, args: z.infer<typeof MCP_TOOLS.branch_status.inputSchema>): CallToolResult {
  const { branch_id: branchId, session_id: sessionId } = args;
  if (!(branchId || sessionId)) return refuse('branch_status needs branch_id or session_id');
  const branch = branchId ? tree.find(branchId) : tree.findOpen(sessionId ?? '');
  if (branch === null && branchId) return refuse(`there is no branch ${branchId}`);
  const used = branch?.usedTokens ?? 0;
  const total = branch?.budgetTokens ?? 0;
  return reply({
    branch_id: branch?.branchId ?? null,
    session_id: branch?.sessionId ?? sessionId ?? null,
    status: branch?.state ?? 'none',
    depth: branch?.depth ?? 0,
    budget_used: used,
    budget_total: total,
    budget_remaining: total - used,
    must_return: branch?.mustReturn ?? false,
    reason: branch?.reason ?? null,
  });
}

export function addBranchTools(server: McpServer, ports: ReturnPorts): void {
  const { tree } = ports;
  server.registerTool(
    'branch_create',
    {
      ...MCP_TOOLS.branch_create,
      outputSchema: createResult,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    (args) => replySafely(async () => createBranch(tree, args)),
  );
  server.registerTool(
    'branch_return',
    {
      ...MCP_TOOLS.branch_return,
      outputSchema: returnResult,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    (args) => replySafely(() => endBranch(ports, args)),
  );
  server.registerTool(
    'branch_status',
    {
      ...MCP_TOOLS.branch_status,
      outputSchema: statusResult,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (args) => replySafely(async () => describeBranch(tree, args)),
  );
}
