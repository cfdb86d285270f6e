/**
 * Says whether a file of a language counts as reviewed by a given reviewer when no model is used, from the declarations in list.ts alone,
 * so that a plan loads no analyzer. Called by wiring/review-ports.ts.
 */
import { isSourceLanguage } from '../protocol/source/language.ts';
import { type AnalyzerDeclaration, knowsLanguage } from './declaration.ts';
import { ANALYZERS } from './list.ts';

/**
 * False where the file would be skipped with `no-analyzer`. A custom reviewer has nothing to see with at all (`no-model`).
 * `isUsed` says whether an external program is there; it is asked only where nothing of ours knows the language.
 */
export function isUnderstood(
  reviewer: string,
  language: string | null,
  isUsed: (declaration: AnalyzerDeclaration) => boolean,
): boolean {
  const own = ANALYZERS.filter(({ reviewers }) => reviewers[reviewer] !== undefined);
  if (own.length === 0) return false;
  if (!isSourceLanguage(language)) return true;
  const knowing = own.filter(({ vouches, reviewers }) => vouches && knowsLanguage(reviewers[reviewer] ?? [], language));
  return knowing.some(({ program }) => program === null) || knowing.some(isUsed);
}
