/**
 * Reads and validates the YAML rules and vocabularies of the folder rules/ and compiles them into JSON texts, one per language family and
 * an index, because reading the YAML takes a hundred times as long. Throws with the file name of a rule that does not fit. Called by
 * scripts/compile-rules.ts.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { RULES_FOLDER } from '../rule-tables/rules-folder.ts';
import { RULE_FAMILIES, type RuleFamily } from '../syntax/rule-families.ts';
import { extendVocabulary, fillFromJava } from './kotlin-rules.ts';
import { type FamilyRules, formatFamily, type RuleIndex } from './rule-pack.ts';
import { type Rule, ruleSchema, type Vocabulary, vocabularySchema } from './rule-schema.ts';

/** The pack as it is written. */
export type RuleSource = ReadonlyMap<RuleFamily, FamilyRules>;

const isRule = (name: string): boolean =>
  name.endsWith('.yml') && !name.endsWith('.cases.yml') && !name.endsWith('/vocabulary.yml');

/** Reads and validates every rule of a folder. Throws with file and fault. */
export async function readRuleSource(folder: URL = RULES_FOLDER): Promise<RuleSource> {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.split(sep).join('/'));
  const read = async (name: string): Promise<Record<string, unknown>> => {
    const own = parse(await readFile(new URL(name, folder), 'utf8')) as Record<string, unknown>;
    const like = typeof own?.like === 'string' ? own.like : null;
    const java = like === null ? undefined : names.find((each) => each.endsWith(`/${like}.yml`));
    if (java !== undefined) return fillFromJava(own, await read(java));
    if (name === 'kotlin/vocabulary.yml') return extendVocabulary(own, await read('java/vocabulary.yml'));
    return own;
  };
  const load = async <T>(name: string, schema: z.ZodType<T>): Promise<T> => {
    const result = schema.safeParse(await read(name));
    if (result.success) return result.data;
    const path = fileURLToPath(new URL(name, folder));
    throw new Error(`${path}: ${z.prettifyError(result.error)}`, { cause: result.error });
  };
  const loadFamily = async (family: RuleFamily): Promise<FamilyRules> => {
    const own = names.filter((name) => name.startsWith(`${family}/`));
    const rules = await Promise.all(own.filter(isRule).map((name) => load<Rule>(name, ruleSchema)));
    const vocabulary = own.find((name) => name === `${family}/vocabulary.yml`);
    return {
      rules: rules.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      vocabulary: vocabulary === undefined ? null : await load<Vocabulary>(vocabulary, vocabularySchema),
    };
  };
  const families = [...new Set(Object.values(RULE_FAMILIES))];
  return new Map(await Promise.all(families.map(async (family) => [family, await loadFamily(family)] as const)));
}

/** The compiled files by their names. */
export function compileRules(source: RuleSource): ReadonlyMap<string, string> {
  const families = [...source].map(([family, rules]) => [`${family}.json`, formatFamily(rules)] as const);
  const index: RuleIndex = {
    hash: createHash('sha256').update(JSON.stringify(families)).digest('hex'),
    reviewers: listReviewers([...source.values()].flatMap(({ rules }) => rules)),
  };
  return new Map([['index.json', `${JSON.stringify(index, null, 2)}\n`], ...families]);
}

const listReviewers = (rules: readonly Rule[]): RuleIndex['reviewers'] =>
  Object.fromEntries(
    Object.keys(RULE_FAMILIES).map((language) => {
      const own = rules.filter((rule) => rule.language.some((name) => name === language));
      return [language, [...new Set(own.map(({ reviewer }) => reviewer))].sort()];
    }),
  );
