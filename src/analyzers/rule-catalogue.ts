/**
 * Every rule that is written as data, whichever analyzer applies it: the rule pack and the tables. `rules list`, `explain` and the
 * pages of docs/rules are made from it. Rules that are checks in code are not in it.
 */
import type { Severity } from '../protocol/findings/severity.ts';
import { ownRulePack } from './ast-grep/rule-pack.ts';
import type { Rule } from './ast-grep/rule-schema.ts';
import { linkWeakness } from './rule-tables/claim-rule.ts';
import { readTable } from './rule-tables/read-table.ts';
import type { RuleText } from './rule-tables/rule-text.ts';
import { SECRET_TEXT, titleSecret } from './secretlint/secret-text.ts';
import { RULE_FAMILIES, type RuleFamily } from './syntax/rule-families.ts';

export interface RuleEntry {
  readonly id: string;
  readonly analyzer: string;
  /** Empty where it depends on the file. */
  readonly languages: readonly string[];
  readonly reviewer: string;
  readonly category: string;
  readonly severity: Severity;
  readonly cwe: string | null;
  readonly title: string;
  /** Why it matters. */
  readonly message: string;
  readonly fix: string;
  readonly references: readonly string[];
}

/** Of a rule of the pack, or of one in the same format. */
export const toRuleEntry = (rule: Rule, analyzer: string): RuleEntry => {
  const { id, language, reviewer, category, severity, cwe, title, message, fix, references } = rule;
  return { id, analyzer, languages: language, reviewer, category, severity, cwe, title, message, fix, references };
};

const ofTable = (
  { category, severity, cwe, title, message, fix }: Omit<RuleText, 'id'>,
  named: Pick<RuleEntry, 'id' | 'analyzer' | 'languages' | 'reviewer'>,
): RuleEntry => ({ ...named, category, severity, cwe, title, message, fix, references: linkWeakness(cwe) });

const FAMILIES = [...new Set(Object.values(RULE_FAMILIES))] as readonly RuleFamily[];

/** Sorted by id. */
export function listShippedRules(): readonly RuleEntry[] {
  const entries = [
    ...FAMILIES.flatMap((family) => ownRulePack(family).rules.map((rule) => toRuleEntry(rule, 'ast-grep'))),
    ...readTable('configuration').map((row) =>
      ofTable(row, { id: row.id, analyzer: 'configuration', languages: [], reviewer: 'security-reviewer' }),
    ),
    ...readTable('dependencies').map((row) =>
      ofTable(row, {
        id: row.id,
        analyzer: 'dependencies',
        languages: row.languages ?? [],
        reviewer: 'vulnerability-reviewer',
      }),
    ),
    ...readTable('ruff').map((row) =>
      ofTable(row, {
        id: `ruff-${row.code.toLowerCase()}`,
        analyzer: 'ruff',
        languages: ['python'],
        reviewer: row.reviewer,
      }),
    ),
    ...readTable('markdownlint').map((row) =>
      ofTable(row, {
        id: `markdown-${row.code.toLowerCase()}`,
        analyzer: 'markdownlint',
        languages: ['markdown'],
        reviewer: 'documentation-reviewer',
      }),
    ),
    ...readTable('secretlint').map(
      ({ id, label, severity }): RuleEntry => ({
        id,
        analyzer: 'secretlint',
        languages: [],
        reviewer: 'security-reviewer',
        ...SECRET_TEXT,
        severity,
        title: titleSecret(label),
        references: linkWeakness(SECRET_TEXT.cwe),
      }),
    ),
  ];
  return entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
