/**
 * Looks up the text patterns of a weakness by its CWE in the table `rules/audit/`, which is read at the first call. Called by
 * second-look.ts, deepen.ts and compose-proof.ts.
 */
import { readTable } from '../../../analyzers/rule-tables/read-table.ts';

type Signs = ReturnType<typeof readTable<'audit'>>[number];

let signs: ReadonlyMap<string, Signs> | null = null;

export function signsOf(cwe: string | null): Signs | null {
  signs ??= new Map(readTable('audit').map((row) => [row.cwe, row]));
  return signs.get(cwe ?? '') ?? null;
}
