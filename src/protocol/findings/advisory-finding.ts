/**
 * Tells whether a finding is about a package version with a published advisory (it has a CVE or a CVSS score): then the advisory
 * alone decides its severity (FACT-10). Called by engine/audit/rate-findings.ts, engine/audit/find-access-path.ts and
 * reviewers/embedded/audit/validate.ts.
 */
export const isAdvisory = ({ cve, cvss }: Readonly<Record<string, unknown>>): boolean =>
  cve !== undefined || cvss !== undefined;
