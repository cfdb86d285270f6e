/**
 * Loads the compiled rows of rules/configuration/ once and offers them as a map by id and as lists of line patterns, command patterns and
 * Terraform settings. Used by configuration.ts, line-rules.ts, shell-checks.ts and terraform-checks.ts.
 */
import { readTable } from '../rule-tables/read-table.ts';
import type { ConfigurationRule } from './configuration-rule.ts';

const RULES = readTable('configuration');

/** Every rule of this analyzer with its words. */
export const CONFIGURATION_RULES: ReadonlyMap<string, ConfigurationRule> = new Map(
  RULES.map((rule) => [rule.id, rule]),
);

export const LINE_RULES = RULES.flatMap(({ id, line }) => (line ? [{ rule: id, ...line }] : []));

export const COMMAND_RULES = RULES.flatMap(({ id, command }) => (command ? [{ rule: id, command }] : []));

export const TERRAFORM_SETTINGS = RULES.flatMap(({ id, terraform }) =>
  terraform.map((setting) => ({ rule: id, ...setting })),
);
