/**
 * Every table of rules: `rules/<name>/*.yml` holds its rows, which fit this schema. A new table is entered here and nowhere
 * else. Loaded when rules are compiled, never by a review.
 */
import { ruffRule } from '../ruff/ruff-rule.ts';

export const TABLES = {
  ruff: ruffRule,
} as const;
