/**
 * Parses the JSON that `npm audit --json` prints (report version 2) into affected packages with their advisories. Never throws. Called by
 * npm-audit.ts.
 */

import { severityOfScore, severityOfWord } from '../../protocol/findings/cvss.ts';
import { normalizeCwe } from '../../protocol/findings/cwe-family.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import { asFields, asList, asText, isJsonObject, readJson } from '../../protocol/text/json-object.ts';

export interface AuditedPackage {
  readonly name: string;
  readonly isDirect: boolean;
  /** Installed versions that are affected, as npm writes ranges. */
  readonly range: string;
  readonly severity: Severity;
  /** Worst first. */
  readonly advisories: readonly AuditAdvisory[];
  /** Version to install, or null where npm knows none. */
  readonly fixedBy: string | null;
}

export interface AuditAdvisory {
  readonly title: string;
  readonly url: string;
  readonly range: string;
  readonly cvss: number | null;
  readonly cwe: string | null;
  readonly severity: Severity;
}

export type AuditOutput =
  | { readonly kind: 'parsed'; readonly packages: readonly AuditedPackage[]; readonly malformed: number }
  | { readonly kind: 'unusable'; readonly reason: string };

export function parseNpmAudit(text: string): AuditOutput {
  const document = asFields(readJson(text));
  const { vulnerabilities } = document;
  if (!isJsonObject(vulnerabilities)) {
    const reason = asText(document.message) || asText(asFields(document.error).summary);
    return { kind: 'unusable', reason: reason || 'no table of vulnerabilities' };
  }
  const read = Object.values(vulnerabilities).map(readPackage);
  const packages = read.filter((entry) => entry !== null);
  // A package that is affected only through another is told there.
  return {
    kind: 'parsed',
    packages: packages.filter(({ advisories }) => advisories.length > 0),
    malformed: read.length - packages.length,
  };
}

function readPackage(value: unknown): AuditedPackage | null {
  const entry = asFields(value);
  const name = asText(entry.name);
  const severity = severityOfWord(asText(entry.severity));
  if (name === '' || severity === null) return null;
  const advisories = asList(entry.via).flatMap(readAdvisory);
  return {
    name,
    isDirect: entry.isDirect === true,
    range: asText(entry.range),
    severity,
    advisories: advisories.toSorted((a, b) => (b.cvss ?? 0) - (a.cvss ?? 0) || (a.url < b.url ? -1 : 1)),
    fixedBy: asText(asFields(entry.fixAvailable).version) || null,
  };
}

/** `via` holds advisories, and names of packages that have their own entry. */
function readAdvisory(value: unknown): readonly AuditAdvisory[] {
  const advisory = asFields(value);
  const title = asText(advisory.title);
  if (title === '') return [];
  const { score } = asFields(advisory.cvss);
  const cvss = typeof score === 'number' && score > 0 && score <= 10 ? score : null;
  return [
    {
      title,
      url: asText(advisory.url),
      range: asText(advisory.range),
      cvss,
      cwe: asList(advisory.cwe).flatMap((cwe) => normalizeCwe(asText(cwe)) ?? [])[0] ?? null,
      severity: cvss === null ? (severityOfWord(asText(advisory.severity)) ?? 'MEDIUM') : severityOfScore(cvss),
    },
  ];
}
