/** A rule by its id with its examples, for `explain` and for editors: of the product, else of a program that it runs. */
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
