/** Declares the analyzer `markdownlint`, entered in list.ts: Markdown that is rendered otherwise than it was meant. */
import type { OwnDeclaration } from '../declaration.ts';

export const markdownlint: OwnDeclaration = {
  name: 'markdownlint',
  reads: 'Markdown',
  reviewers: { 'documentation-reviewer': [] },
  program: null,
  package: 'markdownlint',
  runsOn: 'process',
  vouches: true,
  accepts: (path, language) => language === 'markdown' && !path.endsWith('.mdx'),
  load: async () => (await import('./markdownlint.ts')).scanMarkdown,
};
