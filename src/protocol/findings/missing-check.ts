/**
 * Tells by its CWE whether a finding says that a check is absent (rights, login, limits): a file that was not read may hold the
 * check, so then the finding stays open. Called by engine/audit/find-access-path.ts and reviewers/embedded/audit/judge-reach.ts.
 */
import { normalizeCwe } from './cwe-family.ts';
import type { Finding } from './finding.ts';

/** Missing or wrong rights, no login, no limit of attempts, forged requests, objects of others. */
const MISSING_CHECKS = new Set([284, 285, 306, 307, 352, 639, 862, 863].map((id) => `CWE-${id}`));

export const isMissingCheck = ({ cwe }: Pick<Finding, 'cwe'>): boolean =>
  MISSING_CHECKS.has(normalizeCwe(cwe ?? '') ?? '');
