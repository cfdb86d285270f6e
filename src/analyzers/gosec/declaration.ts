/** Declares the analyzer `gosec`, entered in external-list.ts: Go security, by gosec. */
import type { ExternalDeclaration } from '../declaration.ts';

export const gosec: ExternalDeclaration = {
  name: 'gosec',
  reads: 'Go',
  reviewers: { 'security-reviewer': ['go'] },
  program: 'gosec',
  leavesOut: 'low severity or confidence; credentials, unhandled errors, number conversions, files named by a variable',
  runsOn: 'main',
  vouches: true,
  needs: 'go',
  versionArgs: ['-version'],
  // What Go wrote into it when it was built: `go install` leaves no other trace of a version.
  versionFrom: {
    program: 'go',
    args: (tool) => ['version', '-m', tool],
    pattern: /^\s*mod\s+\S+\s+v(\d\S*)/mu,
  },
  timeoutMs: 180_000,
  load: async (host) => (await import('./gosec.ts')).createGosecScan(host),
};
