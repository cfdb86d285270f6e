/** Who may do what: routes without the checks that they need. In the main process: it compares the routes of the whole project. */
import type { OwnDeclaration } from '../declaration.ts';
import { ROUTED_LANGUAGES } from './route-hints.ts';

export const access: OwnDeclaration = {
  name: 'access',
  reads:
    'files that declare or answer routes, and what they import: JavaScript, TypeScript, Python, Go, Java, Ruby, PHP, C#',
  reviewers: { 'security-reviewer': ROUTED_LANGUAGES },
  program: null,
  package: null,
  runsOn: 'main',
  vouches: false,
  load: async (host) => (await import('./access.ts')).createAccessScan(host),
};
