/**
 * Declares in zod a row of `knowledge/weaknesses.yml` (a CWE, its synonyms, dimension, category, texts) and that no number stands
 * twice. Loaded by scripts/generate-knowledge.ts, which writes cwe-families.json; cwe-family.ts uses the type.
 */
import { z } from 'zod';
import { DIMENSIONS } from './dimension.ts';

const cwe = z.string().regex(/^CWE-[1-9]\d*$/u);
const words = z.string().min(1);

const cweFamilyRow = z.strictObject({
  /** The number our own rules use. */
  cwe,
  /** Other numbers that mean the same to a reader. */
  also: z.array(cwe),
  dimension: z.enum(DIMENSIONS),
  /** Category of security-reviewer (FACT-12). */
  category: words,
  title: words,
  why: words,
  fix: words,
});

export type CweFamilyRow = Readonly<z.output<typeof cweFamilyRow>>;

const numbersOf = (rows: readonly CweFamilyRow[]): readonly string[] => rows.flatMap((row) => [row.cwe, ...row.also]);

export const cweFamilies = z
  .array(cweFamilyRow)
  .refine((rows) => new Set(numbersOf(rows)).size === numbersOf(rows).length, 'a number belongs to two families');
