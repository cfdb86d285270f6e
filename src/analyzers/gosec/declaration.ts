/** Go security, by gosec. */
import type { ExternalDeclaration } from '../declaration.ts';

export const gosec: ExternalDeclaration = {
  name: 'gosec',
  reads: 'Go',
  reviewers: { 'security-reviewer': ['go'] },
  program: 'gosec',
  leavesOut: 'low severity or confidence; credentials, unhandled errors, number conversions, files named by a variable',
  runsOn: 'main',
  vouches: true,
  open: async (host) => (await import('./gosec.ts')).createGosecAnalyzer(host),
};
