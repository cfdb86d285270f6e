/**
 * Patterns of a weakness in code by its CWE: looks up the rows of `rules/audit/`, which are read when first asked for.
 */
import { readTable } from '../../../analyzers/rule-tables/read-table.ts';

type Signs = ReturnType<typeof readTable<'audit'>>[number];

let signs: ReadonlyMap<string, Signs> | null = null;

export function signsOf(cwe: string | null): Signs | null {
  signs ??= new Map(readTable('audit').map((row) => [row.cwe, row]));
  return signs.get(cwe ?? '') ?? null;
}
