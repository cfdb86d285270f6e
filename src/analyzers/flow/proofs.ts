/**
 * Defines Proof, a set of bits of what checks have proven of a value (NOTHING, PROVEN, parts such as NO_PARENT), and combines them: both
 * for checks in a row, either for branches that meet, complete for parts that prove enough together. Used by guards.ts and the checks.
 */
import type { Sink } from './sinks.ts';

export type Proof = number;

export const NOTHING: Proof = 0;
/** Harmless in the sink at hand. */
const HARMLESS = 1;
export const NO_PARENT: Proof = 2;
export const NOT_ABSOLUTE: Proof = 4;
export const ROOTED: Proof = 8;
export const ONE_SLASH: Proof = 16;
/** A predicate whose body is not in the file says so by its name. */
export const CLAIMED: Proof = 32;
/** Everything: harmless, or a branch that is never left this way. */
export const PROVEN: Proof = 63;

export const both = (a: Proof, b: Proof): Proof => a | b;
export const either = (a: Proof, b: Proof): Proof => a & b;
export const isProven = (proof: Proof): boolean => (proof & HARMLESS) !== 0;
export const isClaimed = (proof: Proof): boolean => (proof & CLAIMED) !== 0;

/** Halves of a proof that are whole together. */
export function complete(proof: Proof, sink: Sink, dropsRoot: boolean): Proof {
  const has = (bits: Proof): boolean => (proof & bits) === bits;
  if (isProven(proof)) return PROVEN;
  if (sink === 'path' && has(dropsRoot ? NO_PARENT | NOT_ABSOLUTE : NO_PARENT)) return PROVEN;
  return sink === 'url' && has(ROOTED | ONE_SLASH) ? PROVEN : proof;
}
