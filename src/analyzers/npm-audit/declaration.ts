/** Known vulnerabilities of npm packages, asked from the registry. */
import type { ExternalDeclaration } from '../declaration.ts';

export const npmAudit: ExternalDeclaration = {
  name: 'npm-audit',
  reads: '`package.json` with its lock file',
  reviewers: { 'vulnerability-reviewer': [] },
  program: 'npm',
  leavesOut: 'never runs without `allow_network`',
  runsOn: 'main',
  vouches: true,
  open: async (host) =>
    (await import('./npm-audit.ts')).createNpmAuditAnalyzer(host, { mayUseNetwork: host.mayUseNetwork }),
};
