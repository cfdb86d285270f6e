/**
 * What an agent can look with, the same for every driver (CONTEXT-02, ISOLATION-03): each agent has its own tools, which
 * know its account and what was delivered to it. Nothing is delivered that was not paid for, and no tool throws.
 */
import { z } from 'zod';
import { mergeRanges } from '../../protocol/coverage.js';
import { grep, grepArguments } from './grep.js';
import { listFiles, listFilesArguments } from './list-files.js';
import { createMeter } from './meter.js';
import { outlineArguments, outlineFile } from './outline.js';
import { readFile, readFileArguments } from './read-file.js';
import { createReadableFiles, normalizePath } from './readable-files.js';
import { searchPassages, semanticSearchArguments } from './semantic-search.js';
import { say } from './tool-answer.js';
function defineTool(name, description, schema, run) {
    const { $schema: _schema, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
    return {
        definition: { name, description, parameters },
        run: async (desk, args) => {
            const parsed = schema.safeParse(args ?? {});
            return parsed.success ? run(desk, parsed.data) : `wrong arguments: ${z.prettifyError(parsed.error)}`;
        },
    };
}
const TOOLS = [
    defineTool('semantic_search', 'Find the passages that matter for a question. Ask here before you read whole files: it costs less.', semanticSearchArguments, ({ files, search }, args) => searchPassages(files, search, args)),
    defineTool('outline', 'The declarations or headings of a file with their lines.', outlineArguments, ({ files }, args) => outlineFile(files, args)),
    defineTool('grep', 'Lines that match a regular expression or a plain text.', grepArguments, ({ files }, args) => grep(files, args)),
    defineTool('read_file', 'Numbered lines of a file, all or a range.', readFileArguments, ({ files }, args) => readFile(files, args)),
    defineTool('list_files', 'Files that can be read, and which are in scope.', listFilesArguments, ({ files }, args) => listFiles(files, args)),
];
const NAMES = TOOLS.map(({ definition }) => definition.name).join(', ');
async function runTool(desk, name, args) {
    const tool = TOOLS.find(({ definition }) => definition.name === name);
    if (tool === undefined)
        return `there is no tool of that name; there are ${NAMES}`;
    try {
        return await tool.run(desk, args);
    }
    catch (error) {
        return `${name} failed: ${error instanceof Error ? error.message : String(error)}`;
    }
}
/** The file or folder a call names; also where it does not exist, which is an answer too. */
function pathOf(args) {
    const path = typeof args === 'object' && args !== null && 'path' in args ? args.path : null;
    return typeof path === 'string' ? normalizePath(path) : null;
}
/** Of every agent. */
export const TOOL_DEFINITIONS = TOOLS.map(({ definition }) => definition);
export function createAgentTools(options) {
    const { snapshot, search, isExcluded = () => false } = options;
    const desk = { files: createReadableFiles(snapshot, isExcluded), search };
    const meter = createMeter(options);
    const delivered = new Map();
    const looked = new Set();
    return {
        definitions: TOOL_DEFINITIONS,
        async call(name, args) {
            // A spent agent gets nothing more, so nothing is looked for.
            if (options.account.mode === 'force_return')
                return meter.deliver({ lines: [], note: null }, 'whole');
            const found = await runTool(desk, name, args);
            const answer = typeof found === 'string'
                ? meter.deliver({ lines: [say(found.slice(0, 1000))], note: null }, 'failed')
                : meter.deliver(found, 'whole');
            for (const { path, ranges } of answer.delivered) {
                delivered.set(path, mergeRanges([...(delivered.get(path) ?? []), ...ranges]));
                looked.add(path);
            }
            const named = pathOf(args);
            if (named !== null)
                looked.add(named);
            return answer;
        },
        delivered: () => new Map(delivered),
        looked: () => new Set(looked),
        takeBack(since) {
            delivered.clear();
            for (const [path, ranges] of since)
                delivered.set(path, ranges);
        },
    };
}
