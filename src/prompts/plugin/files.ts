/** Every file of the coding-agent plugin, path → text. Nothing in `plugin/` is written by hand (PLUGIN-01..10). */
import { REVIEWERS } from '../../protocol/reviewers/reviewer.ts';
import { formatAgent } from './agent.ts';
import { formatManifest, formatMcpServers, type Release } from './host.ts';
import { formatBudgetInclude, formatProgressiveInclude } from './includes.ts';
import { formatCommand, formatSkill } from './workflow.ts';

export const pluginFiles = (release: Release): ReadonlyMap<string, string> =>
  new Map([
    ['.claude-plugin/plugin.json', formatManifest(release)],
    ['.mcp.json', formatMcpServers(release)],
    ['commands/consensus-review.md', formatCommand(release)],
    ['skills/consensus-review/SKILL.md', formatSkill(release)],
    ...REVIEWERS.map((reviewer) => [`agents/${reviewer.name}.md`, formatAgent(reviewer)] as const),
    ['includes/consensus-review/budget.md', formatBudgetInclude()],
    ['includes/consensus-review/progressive.md', formatProgressiveInclude()],
  ]);
