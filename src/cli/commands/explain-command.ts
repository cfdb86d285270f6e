/**
 * Runs `explain RULE`: prints why a rule of the project or of the product exists, a bad and a good example, and how to fix what it
 * finds; for `CWE-N` it lists the rules of that weakness. Called by run-command.ts.
 */
import { type DescribedRule, openRules } from '../../analyzers/describe-rule.ts';
import { parseOwnRules } from '../../analyzers/own-rules/own-rule-set.ts';
import { listShippedRules, toRuleEntry } from '../../analyzers/rule-catalogue.ts';
import { EXIT, ReviewError } from '../../errors.ts';
import { findClosestName } from '../../protocol/text/closest-name.ts';
import { writeJson } from '../../report/json-writer.ts';
import { buildRulePage } from '../../report/pages/rule-page.ts';
import { renderPage } from '../../report/render-page.ts';
import type { Flags } from '../command-declaration.ts';
import { openProjectRules } from '../project-rules.ts';
import { choosePage, pageOf } from '../runs-page.ts';
import type { Terminal } from '../streams.ts';

export async function runExplainCommand(
  terminal: Terminal,
  [asked = '']: readonly string[],
  flags: Flags,
): Promise<number> {
  // A weakness has many rules: they are listed, and one of them can be explained.
  if (/^cwe-\d+$/iu.test(asked.trim()))
    return (await import('./rules-command.ts')).runRulesList(terminal, [asked.trim()], flags);
  const { rule, examples } = await findRule(terminal, asked.trim(), flags);
  const shown = { ...rule, ...examples };
  const format = choosePage(terminal, flags);
  terminal.stdout.write(
    format === 'json'
      ? writeJson(shown)
      : await renderPage(buildRulePage(shown), format === 'terminal' ? 'terminal' : 'markdown', {
          ...pageOf(terminal, flags),
          verbose: true,
        }),
  );
  return EXIT.ok;
}

/** Of the project, else of the product. */
async function findRule(terminal: Terminal, id: string, flags: Flags): Promise<DescribedRule> {
  const { rules, files } = await openProjectRules(terminal, flags);
  const own = rules === null ? [] : parseOwnRules(rules.compiled).rules;
  const isAsked = (name: string): boolean => name.toLowerCase() === id.toLowerCase();
  const mine = own.find(({ rule }) => isAsked(rule.id));
  if (mine !== undefined) {
    const { readExamples } = await import('../../wiring/try-own-rules.ts');
    return { rule: toRuleEntry(mine.rule, 'own-rules'), examples: readExamples(mine, files) };
  }
  const known = openRules()(id);
  if (known !== null) return known;
  const names = [...own.map((each) => each.rule.id), ...listShippedRules().map((each) => each.id)];
  const closest = names.find((name) => name.startsWith(id)) ?? findClosestName(id, names);
  throw new ReviewError('unknown-rule', `no rule is called ${JSON.stringify(id)}.`, {
    advice: `${closest === null ? '' : `Did you mean ${closest}? `}\`consensus-review rules list TEXT\` lists rules.`,
  });
}
