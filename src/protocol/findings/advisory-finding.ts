/**
 * Tells whether a finding is about a package version with a published advisory (it has a CVE or a CVSS score): the
 * advisory alone decides its severity (FACT-10).
 */
export const isAdvisory = ({ cve, cvss }: Readonly<Record<string, unknown>>): boolean =>
  cve !== undefined || cvss !== undefined;
