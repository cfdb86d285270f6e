/**
 * Returns every generated file of the coding-agent plugin as a map from path to text (PLUGIN-01..10). Called by
 * scripts/generate-plugin.ts, which writes them to `plugin/`.
 */
import { BUILT_IN_REVIEWERS } from '../../protocol/reviewers/reviewer-roster.ts';
import { formatAgent, formatGenericAgent } from './agent.ts';
import { formatHooks, formatManifest, formatMcpServers, GENERIC_AGENT, type Release, STARTER } from './host.ts';
import { formatBudgetInclude, formatProgressiveInclude } from './includes.ts';
import { formatStarter } from './starter.ts';
import { formatCommand, formatSkill } from './workflow.ts';

export const pluginFiles = (release: Release): ReadonlyMap<string, string> =>
  new Map([
    ['.claude-plugin/plugin.json', formatManifest(release)],
    ['.mcp.json', formatMcpServers(release)],
    [STARTER, formatStarter()],
    ['hooks/hooks.json', formatHooks()],
    ['commands/consensus-review.md', formatCommand('review')],
    ['commands/consensus-audit.md', formatCommand('audit')],
    ['skills/consensus-review/SKILL.md', formatSkill()],
    ...BUILT_IN_REVIEWERS.map((reviewer) => [`agents/${reviewer.name}.md`, formatAgent(reviewer)] as const),
    [`agents/${GENERIC_AGENT}.md`, formatGenericAgent()],
    ['includes/consensus-review/budget.md', formatBudgetInclude()],
    ['includes/consensus-review/progressive.md', formatProgressiveInclude()],
  ]);
