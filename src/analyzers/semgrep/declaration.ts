/** Semgrep, with our rules for languages that nothing else here reads, and with rules of the user. */
import type { ExternalDeclaration } from '../declaration.ts';
import { SEMGREP_LANGUAGES } from './semgrep-languages.ts';

export const semgrep: ExternalDeclaration = {
  name: 'semgrep',
  reads: 'Kotlin, Scala, Rust and Swift; with `semgrep_rules` everything but prose',
  reviewers: { 'security-reviewer': SEMGREP_LANGUAGES, 'code-quality-reviewer': SEMGREP_LANGUAGES },
  program: 'semgrep',
  leavesOut: 'severities below WARNING; minified, vendored and built files',
  runsOn: 'main',
  vouches: true,
  open: async (host) =>
    (await import('./semgrep.ts')).createSemgrepAnalyzer(host, {
      rules: host.semgrepRules,
      mayUseNetwork: host.mayUseNetwork,
    }),
};
