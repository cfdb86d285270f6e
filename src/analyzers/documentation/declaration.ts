/**
 * Declares the analyzer `documentation`, entered in list.ts: it compares Markdown pages and code
 * comments with what the repository holds.
 */
import { isSourceLanguage } from '../../protocol/source/language.ts';
import type { OwnDeclaration } from '../declaration.ts';

export const documentation: OwnDeclaration = {
  name: 'documentation',
  reads: 'Markdown, comments of every source language',
  reviewers: { 'documentation-reviewer': 'every' },
  program: null,
  package: null,
  runsOn: 'process',
  vouches: true,
  accepts: (_path, language) => isSourceLanguage(language) || language === 'markdown',
  load: async () => (await import('./documentation.ts')).scanDocumentation,
};
