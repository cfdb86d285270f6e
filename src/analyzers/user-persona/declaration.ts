/**
 * Declares the analyzer `user-persona`, entered in list.ts: problems for people who use, run or update the program (messages, markup,
 * breaking changes).
 */
import { isSourceLanguage } from '../../protocol/source/language.ts';
import type { OwnDeclaration } from '../declaration.ts';
import { isConfigPath, isMarkup } from './shown-files.ts';

export const userPersona: OwnDeclaration = {
  name: 'user-persona',
  reads: 'every source language, markup, shipped configuration',
  reviewers: { 'user-persona-reviewer': 'every' },
  program: null,
  package: null,
  runsOn: 'process',
  vouches: true,
  accepts: (path, language) => isSourceLanguage(language) || isMarkup(path, language) || isConfigPath(path),
  load: async () => (await import('./user-persona.ts')).scanForUsers,
};
