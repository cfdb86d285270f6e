/**
 * Finds for a CWE number the family of weaknesses it belongs to (cwe-families.json: one number, title, why, fix), so that two
 * tools that name a parent and a child CWE mean the same. Also normalizes `cwe-078` to `CWE-78`. Called by analyzers/,
 * report/sarif/ and protocol/findings/.
 */
import families from './cwe-families.json' with { type: 'json' };
import type { CweFamilyRow } from './cwe-family-row.ts';

export type CweFamily = Omit<CweFamilyRow, 'also'>;

const FAMILIES = new Map<string, CweFamily>(
  (families as readonly CweFamilyRow[]).flatMap(({ also, ...family }) =>
    [family.cwe, ...also].map((cwe) => [cwe, family] as const),
  ),
);

/** Reads `CWE-78`, `cwe-078`, `78`; null for anything else. */
export function normalizeCwe(text: string): string | null {
  const [, id] = /^(?:CWE-)?0*(\d{1,5})$/iu.exec(text.trim()) ?? [];
  return id === undefined ? null : `CWE-${id}`;
}

/** The family a weakness belongs to, or null where we have none. */
export const findCweFamily = (cwe: string | null): CweFamily | null =>
  cwe === null ? null : (FAMILIES.get(normalizeCwe(cwe) ?? '') ?? null);
