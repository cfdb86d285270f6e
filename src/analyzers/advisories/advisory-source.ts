/** Where known vulnerabilities come from: a question about packages, an answer as data. */
import { normalizePackageName, type PackageVersion } from '../packages/package-version.ts';
import type { Advisory } from './osv-advisory.ts';

export type AdvisoryAnswer =
  | {
      readonly kind: 'found';
      /** Those that name one of the packages, whatever the version. */
      readonly advisories: readonly Advisory[];
      /** Entries that could not be read. */
      readonly unread: number;
    }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Never throws. */
export interface AdvisorySource {
  readonly name: string;
  lookUp(packages: readonly Omit<PackageVersion, 'version'>[], signal: AbortSignal): Promise<AdvisoryAnswer>;
}

export const packageKey = ({ ecosystem, name }: Omit<PackageVersion, 'version'>): string =>
  `${ecosystem}\0${normalizePackageName(ecosystem, name)}`;
