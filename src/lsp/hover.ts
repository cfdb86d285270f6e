/**
 * Writes the Markdown that an editor shows over the findings of a line: why each is one, how to fix it, and the examples that
 * `explain` shows. `createFindRule` looks rules up, those of the project first. Called by serve-lsp.ts and open-projects.ts.
 */
import { type DescribedRule, NO_EXAMPLES, openRules } from '../analyzers/describe-rule.ts';
import { type OwnRuleSet, parseOwnRules } from '../analyzers/own-rules/own-rule-set.ts';
import { toRuleEntry } from '../analyzers/rule-catalogue.ts';
import type { ReportFinding } from '../protocol/report/report-document.ts';
import { code, facts, link, list, type Page, paragraph, strong } from '../report/blocks.ts';
import { renderMarkdown } from '../report/markdown/render.ts';
import { rulesOf } from './diagnostics.ts';

/** Rules of the project first, then those of the product. */
export type FindRule = (id: string) => DescribedRule | null;

export function createFindRule(own: OwnRuleSet | null): FindRule {
  const known = openRules();
  const mine = own === null ? [] : parseOwnRules(own.compiled).rules.map(({ rule }) => toRuleEntry(rule, 'own-rules'));
  return (id) => {
    const rule = mine.find((each) => each.id === id);
    return rule === undefined ? known(id) : { rule, examples: NO_EXAMPLES };
  };
}

/** Findings of one line that are told in full. */
const MOST = 3;

const example = (name: string, text: string | null | undefined): Page =>
  text == null ? [] : [...paragraph(name), { kind: 'code', text }];

const describe = (finding: ReportFinding, findRule: FindRule): Page => {
  const ids = rulesOf(finding);
  const described = ids.map((id) => findRule(id)).find((each) => each !== null);
  const message = described?.rule.message ?? finding.issue;
  const fix = finding.recommendation ?? described?.rule.fix ?? null;
  return [
    ...paragraph(strong(`${finding.severity}: ${finding.title}`)),
    ...paragraph(finding.issue),
    ...paragraph(message === finding.issue ? null : message),
    ...paragraph(fix === null ? null : ['Fix: ', fix]),
    ...example('Bad:', described?.examples.bad),
    ...example('Good:', described?.examples.good),
    ...facts([
      ['Rule', ids.length === 0 ? null : code(ids.join(', '))],
      ['Weakness', finding.cwe],
    ]),
    ...list(finding.references.slice(0, 1).map(link)),
  ];
};

export function writeHover(findings: readonly ReportFinding[], findRule: FindRule): string {
  const rest = findings.length - MOST;
  const page = [
    ...findings.slice(0, MOST).flatMap((finding) => describe(finding, findRule)),
    ...paragraph(rest > 0 ? `${rest} more ${rest === 1 ? 'finding' : 'findings'} on this line.` : null),
  ];
  return renderMarkdown(page);
}
