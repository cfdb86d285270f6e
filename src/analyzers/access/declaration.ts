/**
 * Declares the analyzer `access`, entered in list.ts: routes without the access checks that they need. It runs in the
 * main process, because it compares the routes of the whole project.
 */
import type { OwnDeclaration } from '../declaration.ts';
import { ROUTED_LANGUAGES } from './route-hints.ts';

export const access: OwnDeclaration = {
  name: 'access',
  reads:
    'files that declare or answer routes, and what they import: JavaScript, TypeScript, Python, Go, Java, Ruby, PHP, C#, Kotlin, Rust',
  reviewers: { 'security-reviewer': ROUTED_LANGUAGES },
  program: null,
  package: null,
  runsOn: 'main',
  vouches: false,
  load: async (host) => (await import('./access.ts')).createAccessScan(host),
};
