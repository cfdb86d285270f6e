/**
 * Reads the rows of a compiled rule table by its name, without validating again; reads the file at each call, so callers keep the rows.
 * Used by the analyzers with tables, rule-catalogue.ts and wiring/redaction.ts.
 */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { parseWithExpressions } from './expressions.ts';
import { COMPILED_RULES } from './rules-folder.ts';
import type { EXTRACTS, TABLES } from './tables.ts';

type Tables = { readonly [Name in keyof typeof TABLES]: readonly z.output<(typeof TABLES)[Name]>[] } & {
  readonly [Name in keyof typeof EXTRACTS]: ReturnType<(typeof EXTRACTS)[Name]['extract']>;
};

/** The rows of a table in the order in which they are written. Read anew at each call: keep them. */
export const readTable = <Name extends keyof Tables>(name: Name): Tables[Name] =>
  parseWithExpressions(readFileSync(new URL(`${name}.json`, COMPILED_RULES), 'utf8')) as Tables[Name];
