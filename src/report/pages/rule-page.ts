/**
 * Builds the page for one rule (`explain`), what it finds, why, code before and after, how to fix and suppress it, and the list of
 * many rules for the documentation. Called by cli/commands/explain-command.ts and scripts/rule-pages.ts.
 */
import type { RuleEntry } from '../../protocol/findings/rule-entry.ts';
import { type Block, code, facts, link, list, type Page, paragraph, section, title } from '../blocks.ts';

export interface ShownRule extends RuleEntry {
  readonly bad: string | null;
  readonly good: string | null;
}

const example = (name: string, text: string | null): Page =>
  text === null ? [] : [...paragraph(name), { kind: 'code', text } satisfies Block];

const describe = (rule: ShownRule): Page => [
  ...facts([
    ['Rule', code(rule.id)],
    ['Severity', rule.severity],
    ['Weakness', rule.cwe],
    ['Reviewer', `${rule.reviewer}, ${rule.category}`],
    ['Languages', rule.languages.join(', ')],
    ['Analyzer', rule.analyzer],
    ['Leaves out', (rule.leaves_out ?? []).join(', ')],
  ]),
  ...paragraph(rule.message),
  ...example('Bad:', rule.bad),
  ...example('Good:', rule.good),
  ...paragraph(['Fix: ', rule.fix]),
];

/** All of it, for whoever asks for one rule. */
export const buildRulePage = (rule: ShownRule): Page => [
  ...title(rule.title),
  ...describe(rule),
  ...section('Suppress it', [
    ...paragraph('For one place, in a comment on the line or the line above, with your reason:'),
    { kind: 'code', text: `consensus-review-ignore ${rule.id}: REASON` },
    ...paragraph('For paths or everywhere, in consensus-review.config.json:'),
    { kind: 'code', text: `"suppressions": [{ "rules": ["${rule.id}"], "paths": ["legacy/**"], "reason": "REASON" }]` },
  ]),
  ...section('Read more', list(rule.references.map(link))),
];

/** One page for many rules; each has a heading with its id, so that it can be linked. */
export const buildRuleList = (purpose: string, rules: readonly ShownRule[]): Page => [
  ...paragraph(purpose),
  ...rules.flatMap((rule) => section(rule.id, [...paragraph(rule.title), ...describe(rule)])),
];
