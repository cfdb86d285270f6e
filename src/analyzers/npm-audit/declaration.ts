/**
 * Declares the analyzer `npm-audit`, entered in external-list.ts: known vulnerabilities of npm
 * packages, looked up in the npm registry.
 */
import type { ExternalDeclaration } from '../declaration.ts';

export const npmAudit: ExternalDeclaration = {
  name: 'npm-audit',
  reads: '`package.json` with its lock file',
  reviewers: { 'vulnerability-reviewer': [] },
  program: 'npm',
  leavesOut: 'never runs without `allow_network`',
  runsOn: 'main',
  vouches: true,
  versionArgs: ['--version'],
  timeoutMs: 120_000,
  accepts: (path) => path === 'package.json' || path.endsWith('/package.json'),
  findAbsence: ({ mayUseNetwork }) =>
    mayUseNetwork ? null : 'it needs the network, which is not allowed (allow_network)',
  // The registry is npm's own setting.
  contacts: () => [{ host: null, gets: 'names and versions of npm packages' }],
  load: async () => (await import('./npm-audit.ts')).scanManifests,
};
