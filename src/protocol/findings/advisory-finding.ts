/** Findings about a version with a known flaw: rated by their advisory, by nothing else (FACT-10). */
export const isAdvisory = ({ cve, cvss }: Readonly<Record<string, unknown>>): boolean =>
  cve !== undefined || cvss !== undefined;
