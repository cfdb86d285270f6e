/** The pages of docs/rules: one per language of the rule pack and per table, with every rule and its examples. */
import { listShippedRules } from '../src/analyzers/rule-catalogue.ts';
import { openExamples } from '../src/analyzers/rule-examples.ts';
import { RULE_FAMILIES, type RuleLanguage } from '../src/analyzers/syntax/rule-families.ts';
import type { RuleEntry } from '../src/protocol/findings/rule-entry.ts';
import { renderMarkdown } from '../src/report/markdown/render.ts';
import { buildRuleList } from '../src/report/pages/rule-page.ts';

const topicOf = ({ analyzer, languages }: RuleEntry): string =>
  analyzer === 'ast-grep' ? RULE_FAMILIES[languages[0] as RuleLanguage] : analyzer;

/** Path in docs/rules → text. */
export function listRulePages(): ReadonlyMap<string, string> {
  const examplesOf = openExamples();
  const topics = [...Map.groupBy(listShippedRules(), topicOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return new Map(
    topics.map(([topic, rules]) => {
      const purpose = `The ${rules.length} rules of ${topic} with their examples, as \`consensus-review explain RULE\` shows each. Written by \`npm run rules\`.`;
      const shown = rules.map((rule) => ({ ...rule, ...examplesOf(rule.id) }));
      const page = renderMarkdown(buildRuleList(purpose, shown)).trim();
      return [`${topic}.md`, `# Rules: ${topic}\n\n${page}\n`] as const;
    }),
  );
}
