/**
 * Creates the tools that one agent on a model may call: semantic_search, outline, grep, read_file, list_files (CONTEXT-02,
 * ISOLATION-03), and the view of a changed file. Checks arguments, charges the answer to the agent's budget (meter.ts) and records
 * which lines it was given. No tool throws. Opened by wiring/agent-tools.ts; the embedded driver uses none of them.
 */
import { z } from 'zod';
import type { AgentTools, ToolAnswer, ToolDefinition } from '../../ports/agent-tools.ts';
import { VIEW_LEVELS, type ViewChange } from '../../ports/change-view.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { ANSWERS, CONTEXT_TOOLS, type ContextToolName, type ToolArguments } from '../../prompts/context-tools.ts';
import { mergeRanges } from '../../protocol/coverage/coverage.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';
import { grep } from './grep.ts';
import { listFiles } from './list-files.ts';
import { createMeter, type MeterPorts } from './meter.ts';
import { outlineFile } from './outline.ts';
import { readFile, readLines } from './read-file.ts';
import { createReadableFiles, normalizePath, type ReadableFiles } from './readable-files.ts';
import { type ContextSearch, searchPassages } from './semantic-search.ts';
import { formatView, showChange } from './show-change.ts';
import { type Found, MAX_LINE_CHARS, say } from './tool-answer.ts';

export interface AgentToolsOptions extends MeterPorts {
  readonly snapshot: Snapshot;
  /** Null where there is no index: then the words themselves are looked for. */
  readonly search: ContextSearch | null;
  /** How changed files are shown; absent where they are read line by line. */
  readonly viewChange?: ViewChange;
  /** Paths the project keeps from its reviewers, in scope or not. */
  readonly isExcluded?: (path: string) => boolean;
}

/** What one agent's tools look in. */
interface Sources {
  readonly files: ReadableFiles;
  readonly search: ContextSearch | null;
}

/** What a tool found, or in words why it could not look. */
type RunTool<Name extends ContextToolName> = (sources: Sources, args: ToolArguments<Name>) => Promise<Found | string>;

const TOOLS: { readonly [Name in ContextToolName]: RunTool<Name> } = {
  semantic_search: ({ files, search }, args) => searchPassages(files, search, args),
  outline: ({ files }, args) => outlineFile(files, args),
  grep: ({ files }, args) => grep(files, args),
  read_file: ({ files }, args) => readFile(files, args),
  list_files: ({ files }, args) => listFiles(files, args),
};

const isTool = (name: string): name is ContextToolName => Object.hasOwn(CONTEXT_TOOLS, name);

async function runTool(sources: Sources, name: string, args: unknown): Promise<Found | string> {
  if (!isTool(name)) return ANSWERS.unknownTool;
  const parsed = CONTEXT_TOOLS[name].schema.safeParse(args ?? {});
  if (!parsed.success) return ANSWERS.wrongArguments(z.prettifyError(parsed.error));
  try {
    return await (TOOLS[name] as RunTool<ContextToolName>)(sources, parsed.data as never);
  } catch (error) {
    return ANSWERS.toolFailed(name, error instanceof Error ? error.message : String(error));
  }
}

/** The file or folder a call names; also where it does not exist, which is an answer too. */
function pathOf(args: unknown): string | null {
  const path = typeof args === 'object' && args !== null && 'path' in args ? args.path : null;
  return typeof path === 'string' ? normalizePath(path) : null;
}

/** Answers that come inside of JSON, which is longer: how much of the room their text may take. */
const IN_JSON: Readonly<Record<string, number>> = { semantic_search: 0.5 };

/** Of every agent. */
export const TOOL_DEFINITIONS: readonly ToolDefinition[] = Object.entries(CONTEXT_TOOLS).map(
  ([name, { description, schema }]) => {
    const { $schema: _schema, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
    return { name, description, parameters };
  },
);

interface WholeView {
  /** Null where the file is to be given as it is. */
  readonly text: string | null;
  readonly ranges: readonly LineRange[];
  readonly related: readonly string[];
}

async function showWhole(
  files: ReadableFiles,
  viewChange: ViewChange | undefined,
  { path, language, changed }: Parameters<AgentTools['preload']>[0],
): Promise<WholeView> {
  const view = changed === null ? null : await viewChange?.({ path, language, changed }, 'full');
  const isCut = view?.lines.some((line) => line.length > MAX_LINE_CHARS) ?? true;
  if (view !== null && view !== undefined && !isCut)
    return { text: formatView(view), ranges: view.shown, related: view.related.map((each) => each.path) };
  const table = await readLines(files, path);
  return { text: null, ranges: typeof table === 'string' ? [] : [{ start: 1, end: table.count }], related: [] };
}

export function createAgentTools(options: AgentToolsOptions): AgentTools {
  const { snapshot, search, maxBytes = Number.POSITIVE_INFINITY, isExcluded = () => false } = options;
  const sources: Sources = { files: createReadableFiles(snapshot, isExcluded), search };
  const meter = createMeter(options);
  const delivered = new Map<string, readonly LineRange[]>();
  const looked = new Set<string>();
  const preloaded = new Map<string, readonly LineRange[]>();
  const viewed = new Set<string>();
  let confirmed: ReadonlyMap<string, readonly LineRange[]> | null = null;
  let isTaskLost = false;
  const record = (answer: ToolAnswer): ToolAnswer => {
    for (const { path, ranges } of answer.delivered) {
      delivered.set(path, mergeRanges([...(delivered.get(path) ?? []), ...ranges]));
      looked.add(path);
    }
    return answer;
  };
  return {
    definitions: TOOL_DEFINITIONS,
    async call(name, args, isInTask = false) {
      // A spent agent gets nothing more, so nothing is looked for.
      if (options.account.mode === 'force_return') return meter.deliver({ lines: [], note: null }, 'whole');
      const found = await runTool(sources, name, args);
      const answer =
        typeof found === 'string'
          ? meter.deliver({ lines: [say(found.slice(0, 1000))], note: null }, 'failed')
          : meter.deliver(found, 'whole', isInTask ? Number.POSITIVE_INFINITY : maxBytes * (IN_JSON[name] ?? 1));
      const named = pathOf(args);
      if (named !== null) looked.add(named);
      return record(answer);
    },
    async showChange(file, roomTokens = Number.POSITIVE_INFINITY) {
      if (options.viewChange === undefined || options.account.mode === 'force_return' || viewed.has(file.path))
        return null;
      for (const level of VIEW_LEVELS) {
        const view = await options.viewChange(file, level);
        if (view === null) return null;
        const found = showChange(view);
        if (!meter.fits(found, roomTokens)) continue;
        viewed.add(file.path);
        return record(meter.deliver(found, 'whole'));
      }
      return null;
    },
    async preload(file) {
      isTaskLost = false;
      const { text, ranges, related } = await showWhole(sources.files, options.viewChange, file);
      preloaded.set(file.path, ranges);
      for (const path of related) looked.add(path);
      return text;
    },
    preloaded: () => new Map(preloaded),
    delivered: () => new Map(delivered),
    confirm() {
      confirmed = new Map(delivered);
    },
    confirmed: () => new Map(confirmed ?? delivered),
    looked: () => new Set(looked),
    takeBack(since) {
      delivered.clear();
      viewed.clear();
      for (const [path, ranges] of since) delivered.set(path, ranges);
      if (confirmed !== null) confirmed = new Map(since);
    },
    takeBackTask() {
      for (const path of preloaded.keys()) preloaded.set(path, []);
      isTaskLost = true;
    },
    isTaskLost: () => isTaskLost,
  };
}
