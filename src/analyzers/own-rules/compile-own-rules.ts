/**
 * Compiles the YAML rules that a reviewed project keeps in `.consensus-review/rules` into an OwnRuleSet. A rule that does not fit becomes
 * a fault with its line and the others stand; nothing throws. Whether matchers are valid is checked later (own-rules.ts). Called by
 * wiring/own-rules.ts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { SettingsFile } from '../../ports/repository.ts';
import { BUILT_IN_REVIEWERS } from '../../protocol/reviewers/reviewer-roster.ts';
import { findClosestName } from '../../protocol/text/closest-name.ts';
import { parseYamlData, type YamlData } from '../../repository/yaml-data.ts';
import { ruleKeys, ruleSchema } from '../ast-grep/rule-schema.ts';
import { COMPILED_RULES } from '../rule-tables/rules-folder.ts';
import {
  type CompiledOwnRules,
  createRuleSet,
  EVERY_LANGUAGE,
  hashFiles,
  type OwnRule,
  type OwnRuleSet,
  type RuleFault,
} from './own-rule-set.ts';

const MAX_FILES = 500;
const MAX_CHARACTERS = 65_536;

/** Where a rule does not say whose it is. */
const FALLBACK_REVIEWER = 'code-quality-reviewer';

export function compileOwnRules(files: readonly SettingsFile[], version: string): OwnRuleSet {
  const known = listShippedIds();
  const rules: OwnRule[] = [];
  const faults: RuleFault[] = [];
  for (const [at, file] of files.entries()) {
    const read = at < MAX_FILES ? readRule(file) : faultIn(file, 1, `more than ${MAX_FILES} rules; remove some`);
    if (!('rule' in read)) {
      faults.push(read);
      continue;
    }
    const { id, reviewer, language } = read.rule;
    const other = rules.find((each) => each.rule.id === id);
    const taken = other ? `in ${other.path}` : known.has(id) ? 'among the rules that come with consensus-review' : null;
    if (taken === null) rules.push(read);
    else
      faults.push({
        ...faultIn(file, read.idLine, `id: ${id} is already used ${taken}; choose another id`),
        reviewer,
        languages: language,
      });
  }
  return createRuleSet(files, hashFiles(files, version), { rules, faults } satisfies CompiledOwnRules);
}

const faultIn = ({ path }: SettingsFile, line: number, message: string, value: unknown = null): RuleFault => ({
  path,
  line,
  message,
  ...guessOwner(value),
});

/** Whose files a broken rule leaves unchecked, as far as it can be read. */
function guessOwner(value: unknown): Pick<RuleFault, 'reviewer' | 'languages'> {
  const { reviewer, language } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const named = [language].flat().filter((each): each is string => EVERY_LANGUAGE.includes(String(each)));
  const isKnown = BUILT_IN_REVIEWERS.some(({ name }) => name === reviewer);
  return {
    reviewer: isKnown ? String(reviewer) : FALLBACK_REVIEWER,
    languages: named.length > 0 ? named : EVERY_LANGUAGE,
  };
}

function readRule(file: SettingsFile): (OwnRule & { readonly idLine: number }) | RuleFault {
  if (file.fault !== undefined) return faultIn(file, 1, file.fault);
  if (file.text.length > MAX_CHARACTERS) return faultIn(file, 1, `longer than ${MAX_CHARACTERS} characters`);
  const data = parseYamlData(file.text);
  if (data.kind === 'fault') return faultIn(file, data.line, data.message);
  const result = ruleSchema.safeParse(data.value);
  if (!result.success) {
    const { line, message } = describeIssues(result.error, data);
    return faultIn(file, line, message, data.value);
  }
  const { data: rule } = result;
  const unbound = (rule.taint?.focus ?? []).find((name) => !isBound(data, name));
  if (unbound !== undefined)
    return faultIn(file, data.lineOf(['taint', 'focus']), `taint.focus: no matcher binds $${unbound}`, data.value);
  return {
    rule,
    path: file.path,
    idLine: data.lineOf(['id']),
    ruleLine: data.lineOf(['rule']),
    taintLine: data.lineOf(['taint', 'sources']),
  };
}

const isBound = ({ value }: YamlData, name: string): boolean => {
  const { rule, constraints, utils } = value as Readonly<Record<string, unknown>>;
  return new RegExp(`\\$${name.replace(/\W/gu, '\\$&')}\\b`, 'u').test(JSON.stringify([rule, constraints, utils]));
};

/** Faults of a rule that are told one by one; the others are counted. */
const MOST_TOLD = 4;

/** What is wrong with a rule, each with its line, and the keys it lacks; the first decides which line the fault has. */
function describeIssues(error: z.ZodError, data: YamlData): { readonly line: number; readonly message: string } {
  const held = Object(data.value) as Readonly<Record<PropertyKey, unknown>>;
  const isMissing = ({ path, code }: z.core.$ZodIssue): boolean =>
    code !== 'unrecognized_keys' && path.length === 1 && held[path[0] ?? ''] === undefined;
  const missing = error.issues.filter(isMissing).map(({ path }) => String(path[0]));
  const wrong = error.issues.filter((issue) => !isMissing(issue)).map((issue) => describeIssue(issue, data));
  // A key that is not known is mostly one that is missing, misspelt.
  const told = [
    ...wrong.filter(({ isUnknown }) => isUnknown),
    ...wrong.filter(({ isUnknown }) => !isUnknown),
    ...(missing.length === 0 ? [] : [{ line: 1, message: `missing: ${[...new Set(missing)].join(', ')}` }]),
  ];
  const [first, ...others] = told.slice(0, MOST_TOLD);
  if (first === undefined) return { line: 1, message: 'not a rule' };
  const rest = others.map(({ line, message }) => `; ${line === 1 ? '' : `line ${line}: `}${message}`).join('');
  const more = told.length > MOST_TOLD ? ` (and ${told.length - MOST_TOLD} more)` : '';
  return { line: first.line, message: `${first.message}${rest}${more}` };
}

function describeIssue(issue: z.core.$ZodIssue, data: YamlData) {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...unknown];
  const [name] = unknown;
  const closest = name === undefined ? null : findClosestName(name, Object.keys(ruleKeys));
  const meant = closest === null ? '' : `; did you mean \`${closest}\`?`;
  const said = name === undefined ? issue.message : `a rule has no such key${meant}`;
  const message = `${path.length === 0 ? '' : `${path.map(String).join('.')}: `}${said}`;
  return { line: data.lineOf(path), message, isUnknown: name !== undefined };
}

/** Ids of every rule of the pack and of the tables. */
function listShippedIds(): ReadonlySet<string> {
  const texts = readdirSync(COMPILED_RULES).map((name) => readFileSync(new URL(name, COMPILED_RULES), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/"id":"([^"]+)"/gu)].map(([, id]) => id ?? '')));
}
