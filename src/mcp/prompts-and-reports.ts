/**
 * Registers what the server offers beside tools: the workflows of a review and an audit as MCP prompts, and reports of stored runs as
 * MCP resources. Called by create-mcp-server.ts.
 */
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { ReviewError } from '../errors.ts';
import { formatHostPrompt, PROMPTS } from '../prompts/host-files.ts';
import { PROMPT_ARGUMENTS, REPORT_RESOURCE } from '../prompts/mcp-tools.ts';
import { HOST_COMMAND_VARIABLE } from '../prompts/plugin/host.ts';
import { renderReport } from '../report/formats.ts';
import type { HostRuns } from './host/host-runs.ts';

const REPORTS = 'consensus-review://reports/';
const MARKDOWN = 'text/markdown';

/** Where a host reads the report of a run. */
export const reportUri = (runId: string): string => `${REPORTS}${runId}`;

/** Not where the host has a command of the same name: Gemini CLI renames both then, and what the user was told to type is gone. */
export function addPrompts(server: McpServer, environment: Readonly<Record<string, string | undefined>>): void {
  if (PROMPTS.some(({ name }) => environment[HOST_COMMAND_VARIABLE] === `/${name}`)) return;
  for (const { name, playbook, title, description } of PROMPTS)
    server.registerPrompt(
      name,
      {
        title,
        description,
        argsSchema: PROMPT_ARGUMENTS,
      },
      ({ scope = '' }) => ({
        messages: [{ role: 'user', content: { type: 'text', text: formatHostPrompt(playbook, scope) } }],
      }),
    );
}

export function addReports(server: McpServer, { hostRuns, version }: { hostRuns: HostRuns; version: string }): void {
  server.registerResource(
    'report',
    new ResourceTemplate(`${REPORTS}{run_id}`, { list: undefined }),
    { ...REPORT_RESOURCE, mimeType: MARKDOWN },
    async (uri, { run_id: id }) => {
      const found = await hostRuns.find(String(id));
      const report = found.kind === 'stored' ? found.report : found.run.report;
      if (report === null)
        throw new ReviewError('no-run', `${String(id)} still goes on.`, { advice: 'Call review_status.' });
      const options = { color: false, width: 100, verbose: false, toolVersion: version };
      return {
        contents: [{ uri: uri.href, mimeType: MARKDOWN, text: await renderReport('markdown', report, options) }],
      };
    },
  );
}
