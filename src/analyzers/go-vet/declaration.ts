/** Declares the analyzer `go-vet`, entered in external-list.ts: Go correctness, by `go vet`. */
import type { ExternalDeclaration } from '../declaration.ts';

export const goVet: ExternalDeclaration = {
  name: 'go-vet',
  reads: 'Go',
  reviewers: { 'go-reviewer': ['go'] },
  program: 'go',
  leavesOut: '–',
  runsOn: 'main',
  vouches: true,
  versionArgs: ['version'],
  timeoutMs: 180_000,
  load: async () => (await import('./go-vet.ts')).createGoVetScan(),
};
