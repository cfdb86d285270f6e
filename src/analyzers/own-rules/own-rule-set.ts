/**
 * Defines OwnRuleSet, the compiled rules of a reviewed project with their faults, hash and languages, as text that can be sent to another
 * process, and formats, parses and creates it. Used by compile-own-rules.ts, own-rules.ts, wiring/own-rules.ts and the commands `rules`
 * and `explain`.
 */
import { createHash } from 'node:crypto';
import type { SettingsFile } from '../../ports/repository.ts';
import type { Rule } from '../ast-grep/rule-schema.ts';
import { formatWithExpressions, parseWithExpressions } from '../rule-tables/expressions.ts';
import { RULE_FAMILIES } from '../syntax/rule-families.ts';

/** A rule that cannot be applied: what is wrong, where, and whose files it leaves unchecked. */
export interface RuleFault {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
  readonly reviewer: string;
  readonly languages: readonly string[];
}

/** A rule with the places that a message about it names. */
export interface OwnRule {
  readonly rule: Rule;
  readonly path: string;
  /** Lines of the keys `rule` and `taint`. */
  readonly ruleLine: number;
  readonly taintLine: number;
}

export interface CompiledOwnRules {
  readonly rules: readonly OwnRule[];
  readonly faults: readonly RuleFault[];
}

export interface OwnRuleSet {
  /** Changes with every file. */
  readonly hash: string;
  /** As they were found, so that another machine can compile them itself. */
  readonly files: readonly SettingsFile[];
  /** `CompiledOwnRules` as text: it goes to processes. */
  readonly compiled: string;
  /** Languages that have a rule, broken ones included, by reviewer. */
  readonly languages: Readonly<Record<string, readonly string[]>>;
}

export const formatOwnRules = (compiled: CompiledOwnRules): string => formatWithExpressions(compiled);

export const parseOwnRules = (text: string): CompiledOwnRules => parseWithExpressions(text) as CompiledOwnRules;

export const hashFiles = (files: readonly SettingsFile[], version: string): string =>
  createHash('sha256')
    .update(JSON.stringify([version, files]))
    .digest('hex');

/** What a message says of a rule that cannot be applied. */
export const describeFault = ({ path, line, message }: RuleFault): string => `${path}:${line}: ${message}`;

export function createRuleSet(files: readonly SettingsFile[], hash: string, compiled: CompiledOwnRules): OwnRuleSet {
  const spoken = [
    ...compiled.rules.map(({ rule }) => ({ reviewer: rule.reviewer, languages: rule.language })),
    ...compiled.faults,
  ];
  const byReviewer = Map.groupBy(spoken, ({ reviewer }) => reviewer);
  return {
    hash,
    files,
    compiled: formatOwnRules(compiled),
    languages: Object.fromEntries(
      [...byReviewer].map(([reviewer, own]) => [reviewer, [...new Set(own.flatMap(({ languages }) => languages))]]),
    ),
  };
}

/** A rule whose language nobody could read may be about any. */
export const EVERY_LANGUAGE: readonly string[] = Object.keys(RULE_FAMILIES);
