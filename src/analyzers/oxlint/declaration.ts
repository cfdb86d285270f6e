/** Declares the analyzer `oxlint`, entered in list.ts: lint of JavaScript and TypeScript, by the npm package oxlint. */
import type { OwnDeclaration } from '../declaration.ts';

export const oxlint: OwnDeclaration = {
  name: 'oxlint',
  reads: 'JavaScript, TypeScript',
  reviewers: { 'typescript-reviewer': ['javascript', 'typescript', 'tsx'] },
  program: null,
  package: 'oxlint',
  runsOn: 'process',
  vouches: true,
  load: async (host) => (await import('./oxlint.ts')).createOxlintScan(host),
};
