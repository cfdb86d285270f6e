/**
 * Looks up a rule by its id, in any case of letters, and returns its RuleEntry with a bad and a good example: first among the rules that
 * ship with the product, then among those of other programs (without examples), else null. Called by cli/commands/explain-command.ts and
 * lsp/hover.ts.
 */
import type { RuleEntry } from '../protocol/findings/rule-entry.ts';
import { describeForeignRule, listShippedRules } from './rule-catalogue.ts';
import { openExamples, type RuleExamples } from './rule-examples.ts';

export interface DescribedRule {
  readonly rule: RuleEntry;
  readonly examples: RuleExamples;
}

export const NO_EXAMPLES: RuleExamples = { bad: null, good: null };

/** Looks them up, whatever the case of the letters; null where nobody has such a rule. Reads the catalogue once. */
export function openRules(): (id: string) => DescribedRule | null {
  const shipped = new Map(listShippedRules().map((rule) => [rule.id.toLowerCase(), rule]));
  const examplesOf = openExamples();
  return (id) => {
    const rule = shipped.get(id.toLowerCase());
    if (rule !== undefined) return { rule, examples: examplesOf(rule.id) };
    const foreign = describeForeignRule(id);
    return foreign === null ? null : { rule: foreign, examples: NO_EXAMPLES };
  };
}
