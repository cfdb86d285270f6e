/** Declares the analyzer `staticcheck`, entered in external-list.ts: Go correctness, by staticcheck. */
import type { ExternalDeclaration } from '../declaration.ts';

export const staticcheck: ExternalDeclaration = {
  name: 'staticcheck',
  reads: 'Go',
  reviewers: { 'go-reviewer': ['go'] },
  program: 'staticcheck',
  leavesOut: 'style (ST, QF, S) and deprecations; only the SA group is used',
  runsOn: 'main',
  vouches: true,
  needs: 'go',
  versionArgs: ['-version'],
  timeoutMs: 180_000,
  load: async () => (await import('./staticcheck.ts')).createStaticcheckScan(),
};
