/**
 * What an agent can look with, the same for every driver (CONTEXT-02, ISOLATION-03): each agent has its own tools, which
 * know its account and what was delivered to it. Nothing is delivered that was not paid for, and no tool throws.
 */
import { z } from 'zod';
import type { AgentTools, ToolDefinition } from '../../ports/agent-tools.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { mergeRanges } from '../../protocol/coverage/coverage.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';
import { grep, grepArguments } from './grep.ts';
import { listFiles, listFilesArguments } from './list-files.ts';
import { createMeter, type MeterPorts } from './meter.ts';
import { outlineArguments, outlineFile } from './outline.ts';
import { readFile, readFileArguments } from './read-file.ts';
import { createReadableFiles, normalizePath, type ReadableFiles } from './readable-files.ts';
import { type ContextSearch, searchPassages, semanticSearchArguments } from './semantic-search.ts';
import { type Found, say } from './tool-answer.ts';

export interface AgentToolsOptions extends MeterPorts {
  readonly snapshot: Snapshot;
  /** Null where there is no index: then the words themselves are looked for. */
  readonly search: ContextSearch | null;
  /** Paths the project keeps from its reviewers, in scope or not. */
  readonly isExcluded?: (path: string) => boolean;
}

interface Desk {
  readonly files: ReadableFiles;
  readonly search: ContextSearch | null;
}

interface Tool {
  readonly definition: ToolDefinition;
  /** What it found, or in words why it could not look. */
  readonly run: (desk: Desk, args: unknown) => Promise<Found | string>;
}

function defineTool<T extends z.ZodType>(
  name: string,
  description: string,
  schema: T,
  run: (desk: Desk, args: z.infer<T>) => Promise<Found | string>,
): Tool {
  const { $schema: _schema, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
  return {
    definition: { name, description, parameters },
    run: async (desk, args) => {
      const parsed = schema.safeParse(args ?? {});
      return parsed.success ? run(desk, parsed.data) : `wrong arguments: ${z.prettifyError(parsed.error)}`;
    },
  };
}

const TOOLS: readonly Tool[] = [
  defineTool(
    'semantic_search',
    'Find the passages that matter for a question. Ask here before you read whole files: it costs less.',
    semanticSearchArguments,
    ({ files, search }, args) => searchPassages(files, search, args),
  ),
  defineTool(
    'outline',
    'The declarations or headings of a file with their lines.',
    outlineArguments,
    ({ files }, args) => outlineFile(files, args),
  ),
  defineTool('grep', 'Lines that match a regular expression or a plain text.', grepArguments, ({ files }, args) =>
    grep(files, args),
  ),
  defineTool('read_file', 'Numbered lines of a file, all or a range.', readFileArguments, ({ files }, args) =>
    readFile(files, args),
  ),
  defineTool('list_files', 'Files that can be read, and which are in scope.', listFilesArguments, ({ files }, args) =>
    listFiles(files, args),
  ),
];

const NAMES = TOOLS.map(({ definition }) => definition.name).join(', ');

async function runTool(desk: Desk, name: string, args: unknown): Promise<Found | string> {
  const tool = TOOLS.find(({ definition }) => definition.name === name);
  if (tool === undefined) return `there is no tool of that name; there are ${NAMES}`;
  try {
    return await tool.run(desk, args);
  } catch (error) {
    return `${name} failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The file or folder a call names; also where it does not exist, which is an answer too. */
function pathOf(args: unknown): string | null {
  const path = typeof args === 'object' && args !== null && 'path' in args ? args.path : null;
  return typeof path === 'string' ? normalizePath(path) : null;
}

/** Of every agent. */
export const TOOL_DEFINITIONS: readonly ToolDefinition[] = TOOLS.map(({ definition }) => definition);

export function createAgentTools(options: AgentToolsOptions): AgentTools {
  const { snapshot, search, isExcluded = () => false } = options;
  const desk: Desk = { files: createReadableFiles(snapshot, isExcluded), search };
  const meter = createMeter(options);
  const delivered = new Map<string, readonly LineRange[]>();
  const looked = new Set<string>();
  let confirmed: ReadonlyMap<string, readonly LineRange[]> | null = null;
  return {
    definitions: TOOL_DEFINITIONS,
    async call(name, args) {
      // A spent agent gets nothing more, so nothing is looked for.
      if (options.account.mode === 'force_return') return meter.deliver({ lines: [], note: null }, 'whole');
      const found = await runTool(desk, name, args);
      const answer =
        typeof found === 'string'
          ? meter.deliver({ lines: [say(found.slice(0, 1000))], note: null }, 'failed')
          : meter.deliver(found, 'whole');
      for (const { path, ranges } of answer.delivered) {
        delivered.set(path, mergeRanges([...(delivered.get(path) ?? []), ...ranges]));
        looked.add(path);
      }
      const named = pathOf(args);
      if (named !== null) looked.add(named);
      return answer;
    },
    delivered: () => new Map(delivered),
    confirm() {
      confirmed = new Map(delivered);
    },
    confirmed: () => new Map(confirmed ?? delivered),
    looked: () => new Set(looked),
    takeBack(since) {
      delivered.clear();
      for (const [path, ranges] of since) delivered.set(path, ranges);
      if (confirmed !== null) confirmed = new Map(since);
    },
  };
}
