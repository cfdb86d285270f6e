/**
 * Declares the analyzer `own-rules`, entered in list.ts: rules that the reviewed project keeps itself, in the format of our rule pack.
 * Without such rules it reads no file.
 */
import { BUILT_IN_REVIEWERS } from '../../protocol/reviewers/reviewer-roster.ts';
import { findInnerLanguage } from '../ast-grep/ruled-languages.ts';
import type { OwnDeclaration } from '../declaration.ts';

export const ownRules: OwnDeclaration = {
  name: 'own-rules',
  reads: 'the languages of the rules in `.consensus-review/rules`',
  reviewers: Object.fromEntries(BUILT_IN_REVIEWERS.map(({ name }) => [name, []])),
  program: null,
  package: null,
  runsOn: 'process',
  vouches: false,
  isApart: true,
  accepts: (path, language, reviewer, { ownRules: own }) =>
    own?.languages[reviewer]?.includes(findInnerLanguage(path, language) ?? language ?? '') === true,
  load: async ({ ownRules: own, relieve }) => {
    const { createOwnRuleScan } = await import('./own-rules.ts');
    if (own === null) throw new Error('there are no rules');
    return createOwnRuleScan(own, relieve);
  },
};
