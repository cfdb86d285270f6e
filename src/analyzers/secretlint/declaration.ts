/** Declares the analyzer `secretlint`, entered in list.ts: credentials in any text file. */
import type { OwnDeclaration } from '../declaration.ts';

export const secretlint: OwnDeclaration = {
  name: 'secretlint',
  reads: 'any text',
  reviewers: { 'security-reviewer': 'every' },
  program: null,
  package: '@secretlint/secretlint-rule-preset-recommend',
  runsOn: 'process',
  vouches: false,
  readsSourceMaps: true,
  accepts: () => true,
  load: async () => (await import('./secretlint.ts')).scanForSecrets,
};
