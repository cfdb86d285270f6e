/**
 * Declares the analyzer `semgrep`, entered in external-list.ts: Semgrep with our rules for Kotlin, Scala, Rust and Swift, and with rules
 * that the user configures.
 */
import type { ExternalDeclaration } from '../declaration.ts';
import { findMissingRules, isForSemgrep, listRuleHosts, SEMGREP_LANGUAGES } from './semgrep-configs.ts';

export const semgrep: ExternalDeclaration = {
  name: 'semgrep',
  reads: 'Kotlin, Scala, Rust and Swift; with `semgrep_rules` everything but prose',
  reviewers: { 'security-reviewer': SEMGREP_LANGUAGES, 'code-quality-reviewer': SEMGREP_LANGUAGES },
  program: 'semgrep',
  leavesOut: 'severities below WARNING; minified, vendored and built files',
  runsOn: 'main',
  vouches: true,
  versionArgs: ['--version', '--disable-version-check'],
  timeoutMs: 240_000,
  accepts: (path, language, _reviewer, host) => isForSemgrep(path, language, host),
  findAbsence: findMissingRules,
  contacts: (host) => listRuleHosts(host).map((each) => ({ host: each, gets: 'names of rules to load; no files' })),
  load: async (host) => (await import('./semgrep.ts')).createSemgrepScan(host),
};
