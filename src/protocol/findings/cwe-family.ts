/**
 * Weaknesses that mean the same to a reader, under one number. External tools name children and parents of the CWE that our
 * own rules use; brought to the family's number, two tools on one line are one finding. Also says what a family is about.
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
