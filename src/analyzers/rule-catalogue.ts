/**
 * Lists every rule that ships with the product as RuleEntry, sorted by id: the rule pack, the rule tables, checks written in code
 * (rules/checks/) and secrets. Also describes a rule of another tool by its id, as in `gosec/G204`. Rules of the reviewed project are
 * only converted here (toRuleEntry). Used by `rules list`, `explain`, describe-rule.ts and scripts/rule-pages.ts.
 */
import type { RuleEntry } from '../protocol/findings/rule-entry.ts';
import { ownRulePack } from './ast-grep/rule-pack.ts';
import type { Rule } from './ast-grep/rule-schema.ts';
import type { ConfigurationRule } from './configuration/configuration-rule.ts';
import { listLeftOut } from './left-out-paths.ts';
import { linkWeakness } from './rule-tables/claim-rule.ts';
import { readTable } from './rule-tables/read-table.ts';
import type { RuleText } from './rule-tables/rule-text.ts';
import { BUILT_SECRETS, SECRET_TEXT, titleSecret } from './secretlint/secret-text.ts';
import { RULE_FAMILIES, type RuleFamily } from './syntax/rule-families.ts';

/** Of a rule of the pack, or of one in the same format. */
export const toRuleEntry = (rule: Rule, analyzer: string): RuleEntry => {
  const { id, language, reviewer, category, severity, cwe, title, message, fix, references } = rule;
  const leftOut = listLeftOut(rule.exclude);
  const where = leftOut.length === 0 ? {} : { leaves_out: leftOut };
  return {
    id,
    analyzer,
    languages: language,
    reviewer,
    category,
    severity,
    cwe,
    title,
    message,
    fix,
    references,
    ...where,
  };
};

const ofTable = (
  { category, severity, cwe, title, message, fix }: Omit<RuleText, 'id'>,
  named: Pick<RuleEntry, 'id' | 'analyzer' | 'languages' | 'reviewer'>,
): RuleEntry => ({ ...named, category, severity, cwe, title, message, fix, references: linkWeakness(cwe) });

/** The words of a rule without what a finding puts into them: `noun` stands for it, where the sentence needs one. */
const generalize = ({
  title,
  message,
  fix,
  noun = '',
}: ConfigurationRule): Pick<RuleText, 'title' | 'message' | 'fix'> => {
  const write = (words: string): string =>
    words
      .replace(/ ?[A-Z]\w*: `\{what\}`\./u, '')
      .replace(/: \{what\}$/u, '')
      .replaceAll('`{what}`', noun || 'it')
      .replaceAll('{what}', noun)
      .replaceAll(/ {2,}/gu, ' ')
      .trim();
  return { title: write(title), message: write(message), fix: write(fix) };
};

const FAMILIES = [...new Set(Object.values(RULE_FAMILIES))] as readonly RuleFamily[];

/** Sorted by id. */
export function listShippedRules(): readonly RuleEntry[] {
  const entries = [
    ...FAMILIES.flatMap((family) => ownRulePack(family).rules.map((rule) => toRuleEntry(rule, 'ast-grep'))),
    ...readTable('configuration').map((row) =>
      ofTable(
        { ...row, ...generalize(row) },
        { id: row.id, analyzer: 'configuration', languages: [], reviewer: 'security-reviewer' },
      ),
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
    ...readTable('oxlint').map((row) =>
      ofTable(row, {
        id: `oxlint/${row.code.split('/')[1] ?? row.code}`,
        analyzer: 'oxlint',
        languages: ['javascript', 'typescript'],
        reviewer: 'typescript-reviewer',
      }),
    ),
    ...readTable('checks').map((row) =>
      ofTable(row, { id: row.id, analyzer: row.analyzer, languages: [], reviewer: row.reviewer }),
    ),
    ...[...readTable('secretlint'), ...BUILT_SECRETS].map(toSecretEntry),
  ];
  // Several shapes of one credential share an id: the first speaks for it.
  const byId = new Map(entries.toReversed().map((entry) => [entry.id, entry]));
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const toSecretEntry = ({ id, label, severity }: (typeof BUILT_SECRETS)[number]): RuleEntry => ({
  id,
  analyzer: 'secretlint',
  languages: [],
  reviewer: 'security-reviewer',
  ...SECRET_TEXT,
  severity,
  title: titleSecret(label),
  references: linkWeakness(SECRET_TEXT.cwe),
});

interface ForeignRules {
  readonly reviewer: string;
  readonly category: string;
  readonly languages: readonly string[];
  /** Where the program explains its rule. */
  readonly page: (rule: string) => string;
}

/** Programs whose rules are theirs: what a rule means is said by the finding and by their own page. */
const FOREIGN: Readonly<Record<string, ForeignRules>> = {
  semgrep: {
    reviewer: 'security-reviewer',
    category: 'owasp',
    languages: [],
    page: (rule) => `https://semgrep.dev/r/${rule}`,
  },
  bandit: {
    reviewer: 'security-reviewer',
    category: 'owasp',
    languages: ['python'],
    page: () => 'https://bandit.readthedocs.io/en/latest/plugins/',
  },
  gosec: {
    reviewer: 'security-reviewer',
    category: 'owasp',
    languages: ['go'],
    page: () => 'https://github.com/securego/gosec#available-rules',
  },
  staticcheck: {
    reviewer: 'go-reviewer',
    category: 'control-flow',
    languages: ['go'],
    page: (rule) => `https://staticcheck.dev/docs/checks/#${rule}`,
  },
  'go-vet': {
    reviewer: 'go-reviewer',
    category: 'control-flow',
    languages: ['go'],
    page: () => 'https://pkg.go.dev/cmd/vet',
  },
  shellcheck: {
    reviewer: 'code-quality-reviewer',
    category: 'patterns',
    languages: ['shell'],
    page: (rule) => `https://www.shellcheck.net/wiki/${rule}`,
  },
};

/** A rule of a program of others, `gosec/G204`; null where no such program is known. */
export function describeForeignRule(id: string): RuleEntry | null {
  const [tool = '', ...rest] = id.split('/');
  const rule = rest.join('/');
  const foreign = Object.hasOwn(FOREIGN, tool) ? FOREIGN[tool] : undefined;
  if (foreign === undefined || rule === '') return null;
  const group = tool === 'staticcheck' ? readTable('staticcheck').find(({ prefix }) => rule.startsWith(prefix)) : null;
  return {
    id,
    analyzer: tool,
    languages: foreign.languages,
    reviewer: foreign.reviewer,
    category: group?.category ?? foreign.category,
    severity: group?.severity ?? 'MEDIUM',
    cwe: null,
    title: `Rule ${rule} of ${tool}`,
    message:
      group?.message ??
      `${tool} found it. The finding quotes what ${tool} says and has the severity that ${tool} gives; the page below explains the rule.`,
    fix: group?.fix ?? 'Follow the advice in the finding and on the page of the rule.',
    references: [foreign.page(rule)],
  };
}
