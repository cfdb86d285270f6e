/** How a weakness shows in code, by its CWE: the rows of `rules/audit/`, read when somebody first asks. */
import { readTable } from '../../../analyzers/rule-tables/read-table.ts';

type Signs = ReturnType<typeof readTable<'audit'>>[number];

let signs: ReadonlyMap<string, Signs> | null = null;

export function signsOf(cwe: string | null): Signs | null {
  signs ??= new Map(readTable('audit').map((row) => [row.cwe, row]));
  return signs.get(cwe ?? '') ?? null;
}
