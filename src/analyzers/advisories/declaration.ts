/**
 * Declares the analyzer `advisories`, entered in list.ts: known vulnerabilities of exact versions, from a copy of the
 * OSV database.
 */
import type { OwnDeclaration } from '../declaration.ts';
import { isVersionedManifest } from '../packages/manifest-path.ts';

export const advisories: OwnDeclaration = {
  name: 'advisories',
  reads: 'manifests and lock files of npm, PyPI, Go, RubyGems, Maven and Cargo',
  reviewers: { 'vulnerability-reviewer': [] },
  program: null,
  package: null,
  runsOn: 'main',
  vouches: false,
  accepts: isVersionedManifest,
  findAbsence: ({ advisoryDatabase }) =>
    advisoryDatabase === null ? 'advisories not checked: no source configured' : null,
  checkSettings: async ({ advisoryDatabase }) => {
    if (advisoryDatabase !== null) await (await import('./osv-database.ts')).requireDatabase(advisoryDatabase);
  },
  describe: ({ advisoryDatabase }) => `known vulnerabilities from ${advisoryDatabase}`,
  load: async ({ advisoryDatabase }) => (await import('./advisories.ts')).createAdvisoriesScan(advisoryDatabase ?? ''),
};
