/**
 * Our rule pack as a review reads it: one JSON file per language family, compiled from the YAML by compile-rules.ts and
 * read when a file of that family is first scanned. Nothing is validated here: what was compiled is valid.
 */
import { readFileSync } from 'node:fs';
import type { RuleFamily } from '../syntax/rule-families.ts';
import type { Rule, Vocabulary } from './rule-schema.ts';
import { COMPILED_RULES } from './rules-folder.ts';

/** The rules of one language family, sorted by id, and its words of data flow. */
export interface FamilyRules {
  readonly rules: readonly Rule[];
  /** Null for a family without data flow. */
  readonly vocabulary: Vocabulary | null;
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
  return (family) => {
    const known = families.get(family) ?? parseFamily(readFileSync(new URL(`${family}.json`, folder), 'utf8'));
    families.set(family, known);
    return known;
  };
}

/** JSON has no expressions: one is an object with its source under this key. All of the pack have the flag `u`. */
const EXPRESSION = '$regex';

/** One rule per line, so that a change of a rule is a change of a line. */
export function formatFamily({ rules, vocabulary }: FamilyRules): string {
  const format = (value: unknown): string =>
    JSON.stringify(value, (_, inner) => (inner instanceof RegExp ? { [EXPRESSION]: inner.source } : inner));
  return `{"vocabulary":${format(vocabulary)},\n"rules":[\n${rules.map(format).join(',\n')}\n]}\n`;
}

export const parseFamily = (text: string): FamilyRules => revive(JSON.parse(text)) as FamilyRules;

/** Puts the expressions back, in place. */
function revive(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const fields = value as Record<string, unknown>;
  if (typeof fields[EXPRESSION] === 'string') return new RegExp(fields[EXPRESSION], 'u');
  for (const key in fields) {
    const inner = fields[key];
    if (inner !== null && typeof inner === 'object') fields[key] = revive(inner);
  }
  return value;
}
