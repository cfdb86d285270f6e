/** Every file of the coding-agent plugin, path → text. Nothing in `plugin/` is written by hand (PLUGIN-01..10). */
import { REVIEWERS } from '../../protocol/reviewer.js';
import { formatAgent } from './agent.js';
import { formatManifest, formatMcpServers } from './host.js';
import { formatBudgetInclude, formatProgressiveInclude } from './includes.js';
import { formatCommand, formatSkill } from './workflow.js';
export const pluginFiles = (release) => new Map([
    ['.claude-plugin/plugin.json', formatManifest(release)],
    ['.mcp.json', formatMcpServers(release)],
    ['commands/consensus-review.md', formatCommand(release)],
    ['skills/consensus-review/SKILL.md', formatSkill(release)],
    ...REVIEWERS.map((reviewer) => [`agents/${reviewer.name}.md`, formatAgent(reviewer)]),
    ['includes/consensus-review/budget.md', formatBudgetInclude()],
    ['includes/consensus-review/progressive.md', formatProgressiveInclude()],
]);
