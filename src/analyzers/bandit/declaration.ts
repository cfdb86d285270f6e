/** Declares the analyzer `bandit`, entered in external-list.ts: Python security, by bandit. */
import type { ExternalDeclaration } from '../declaration.ts';

export const bandit: ExternalDeclaration = {
  name: 'bandit',
  reads: 'Python',
  reviewers: { 'security-reviewer': ['python'] },
  program: 'bandit',
  leavesOut:
    'low severity or confidence; assertions, bare imports, calls without a shell; passwords, which secretlint finds and masks',
  runsOn: 'main',
  vouches: true,
  versionArgs: ['--version'],
  timeoutMs: 180_000,
  load: async () => (await import('./bandit.ts')).scanWithBandit,
};
