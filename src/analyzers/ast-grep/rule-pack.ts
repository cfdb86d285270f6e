/**
 * Reads the compiled rule pack: its index, and one JSON file per language family when the family is first asked for, without validating
 * again. Also formats such a file, for compile-rules.ts. Used by ast-grep.ts, own-rules, rule-catalogue.ts and the caches in wiring/.
 */
import { readFileSync } from 'node:fs';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { formatWithExpressions, parseWithExpressions } from '../rule-tables/expressions.ts';
import { COMPILED_RULES } from '../rule-tables/rules-folder.ts';
import type { RuleFamily } from '../syntax/rule-families.ts';
import { type RequiredWords, readRequiredWords } from './required-words.ts';
import type { Rule, Vocabulary } from './rule-schema.ts';

/** The rules of one language family, sorted by id, and its words of data flow. */
export interface FamilyRules {
  readonly rules: readonly Rule[];
  /** Null for a family without data flow. */
  readonly vocabulary: Vocabulary | null;
  /** By rule: words that its `requires` needs, looked for before it is made and tried. */
  readonly words?: Readonly<Record<string, RequiredWords>>;
}

export interface RuleIndex {
  /** Changes with every rule and vocabulary. */
  readonly hash: string;
  /** Reviewers that have rules, by language. */
  readonly reviewers: Readonly<Record<string, readonly string[]>>;
}

/** Who has rules for what, without the rules. */
export const readRuleIndex = (folder: URL = COMPILED_RULES): RuleIndex =>
  JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as RuleIndex;

/** Reads each family once, when it is first asked for. */
export type RulePack = (family: RuleFamily) => FamilyRules;

export function openRulePack(folder: URL = COMPILED_RULES): RulePack {
  const families = new Map<RuleFamily, FamilyRules>();
  return (family) =>
    getOrAdd(families, family, () => parseFamily(readFileSync(new URL(`${family}.json`, folder), 'utf8')));
}

/** Our own, once for all runs of a process: what was compiled does not change while it runs. */
export const ownRulePack: RulePack = openRulePack();

/** One rule per line, so that a change of a rule is a change of a line. */
export function formatFamily({ rules, vocabulary }: FamilyRules): string {
  const lines = rules.map(formatWithExpressions);
  const words = rules
    .map(({ id, requires }) => [id, requires === undefined ? [] : readRequiredWords(requires.source)] as const)
    .filter(([, asked]) => asked.length > 0);
  return [
    `{"vocabulary":${formatWithExpressions(vocabulary)},`,
    `"words":{\n${words.map((entry) => entry.map((part) => JSON.stringify(part)).join(':')).join(',\n')}\n},`,
    `"rules":[\n${lines.join(',\n')}\n]}\n`,
  ].join('\n');
}

export const parseFamily = (text: string): FamilyRules => parseWithExpressions(text) as FamilyRules;
