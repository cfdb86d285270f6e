/**
 * Declares the analyzer `duplication`, entered in list.ts: blocks of code that occur twice. It runs in the main
 * process, because it compares the whole scope at once.
 */
import type { OwnDeclaration } from '../declaration.ts';
import { isCompared, MEASURED_LANGUAGES } from '../source-text/measured-files.ts';

export const duplication: OwnDeclaration = {
  name: 'duplication',
  reads: 'the languages of `code-quality`, the whole scope at once',
  reviewers: { 'code-quality-reviewer': MEASURED_LANGUAGES },
  program: null,
  package: null,
  runsOn: 'main',
  vouches: true,
  accepts: isCompared,
  load: async () => (await import('./duplication.ts')).scanForDuplicates,
};
