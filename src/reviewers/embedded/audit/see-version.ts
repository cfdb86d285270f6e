/**
 * Checks a finding about a vulnerable dependency again (FACT-08): whether manifests and lock files, read by recon, hold the package in
 * a version of the range that the advisory names; returns that version in words, or null. It does not ask whether the flawed part is
 * used. Called by validate.ts.
 */
import { findEcosystem, isInRange } from '../../../analyzers/packages/package-version.ts';
import type { Recon } from '../../../recon/recon.ts';

type Extra = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The version that is there; null where none of the range is. */
export function seeVersion(extra: Extra, { dependencies }: Pick<Recon, 'dependencies'>): string | null {
  const [name, range, installed] = [extra.dependency, extra.affected_versions, extra.installed_version].map(textOf);
  const found = dependencies.find(({ name: own, version, isExact, ecosystem }) => {
    const known = findEcosystem(ecosystem);
    if (!isExact || known === null || !isSameName(own, name ?? '')) return false;
    return (installed === '' || installed === version) && isInRange(known, version, range ?? '');
  });
  return found === undefined ? null : `the project uses ${found.name} ${found.version}, of ${range}`;
}

const isSameName = (a: string, b: string): boolean => flatten(a) === flatten(b);
const flatten = (name: string): string => name.toLowerCase().replace(/[-_.]+/gu, '-');

/** `CVE-2019-10744, CVSS 9.8`. */
export function describeAdvisory({ cve, cvss }: Extra): string {
  const score = typeof cvss === 'number' ? `CVSS ${cvss}` : 'rated by its advisory';
  return [textOf(cve), score].filter((part) => part !== '').join(', ');
}
