/**
 * Lists every rule table with the schema of its rows, which stand in rules/<name>/*.yml; a new table is entered here only. Used by
 * compile-tables.ts when rules are compiled; read-table.ts takes its types.
 */
import { configurationRule, listSettingsPaths } from '../configuration/configuration-rule.ts';
import { remoteRule } from '../dependencies/remote-rule.ts';
import { pageRule } from '../markdownlint/page-rule.ts';
import { oxlintRule } from '../oxlint/oxlint-rule.ts';
import { ruffRule } from '../ruff/ruff-rule.ts';
import { secretShape } from '../secretlint/secret-shape.ts';
import { checkGroup } from '../staticcheck/check-group.ts';
import { checkText } from './check-text.ts';
import { weaknessSigns } from './weakness-signs-row.ts';

export const TABLES = {
  audit: weaknessSigns,
  checks: checkText,
  configuration: configurationRule,
  dependencies: remoteRule,
  markdownlint: pageRule,
  oxlint: oxlintRule,
  ruff: ruffRule,
  secretlint: secretShape,
  staticcheck: checkGroup,
} as const;

/** What is read of a table before it is known whether the table is needed. */
export const EXTRACTS = {
  'configuration-paths': { table: 'configuration', extract: listSettingsPaths },
} as const;
