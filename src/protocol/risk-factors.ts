/**
 * What is known of a finding's risk from the code alone: who reaches it, what it gives away, how hard it is (FACT-10), and
 * the four scores of its attack path (FACT-11). Null where the way to it is unknown: then nothing is scored.
 */
import type { RiskFactors } from './calibration.ts';
import { findCweFamily } from './cwe-family.ts';

const TOTAL_IMPACT = new Set([
  'CWE-78',
  'CWE-77',
  'CWE-94',
  'CWE-95',
  'CWE-502',
  'CWE-89',
  'CWE-1336',
  'CWE-917',
  'CWE-287',
  'CWE-306',
]);
const SENSITIVE_IMPACT = new Set([
  'CWE-22',
  'CWE-23',
  'CWE-36',
  'CWE-73',
  'CWE-611',
  'CWE-918',
  'CWE-639',
  'CWE-862',
  'CWE-863',
  'CWE-285',
  'CWE-798',
  'CWE-79',
  'CWE-90',
  'CWE-643',
  'CWE-943',
  'CWE-434',
  'CWE-200',
  'CWE-352',
  'CWE-384',
  'CWE-347',
]);

const IMPACT_WORDS: Readonly<Record<RiskFactors['impact'], string>> = {
  total: 'code of the attacker runs, or all data is open',
  'partial-sensitive': 'data or accounts of others are read or changed',
  local: 'a protection of one place falls',
};

const rateImpact = (cwe: string | null): RiskFactors['impact'] =>
  TOTAL_IMPACT.has(cwe ?? '') ? 'total' : SENSITIVE_IMPACT.has(cwe ?? '') ? 'partial-sensitive' : 'local';

/** Flaws that no way leads to, so that they are never scored; their worth is known all the same. */
const UNSCORED_IMPACT: Readonly<Record<string, RiskFactors['impact']>> = {
  'CWE-494': 'total',
  'CWE-829': 'total',
  'CWE-1104': 'total',
  'CWE-1357': 'total',
  'CWE-295': 'partial-sensitive',
  'CWE-321': 'partial-sensitive',
  'CWE-327': 'partial-sensitive',
  'CWE-328': 'partial-sensitive',
  'CWE-330': 'partial-sensitive',
  'CWE-338': 'partial-sensitive',
  'CWE-472': 'partial-sensitive',
  'CWE-916': 'partial-sensitive',
};

/** What the weakness gives away, in words; null for a class that is not known. */
export function describeImpact(cwe: string | null): string | null {
  const impact = UNSCORED_IMPACT[cwe ?? ''] ?? rateImpact(cwe);
  return impact === 'local' && findCweFamily(cwe) === null ? null : IMPACT_WORDS[impact];
}

export interface RiskFacts {
  readonly cwe: string | null;
  /** Guards on the way from the entry point; null where no entry point is known to lead there. */
  readonly guards: readonly string[] | null;
  /** Calls between the entry point and the flaw. */
  readonly steps: number;
  readonly chain: RiskFactors['chain'];
}

const ADMIN = /admin|superuser|staff|root/iu;

export function estimateFactors({ cwe, guards, steps, chain }: RiskFacts): RiskFactors | null {
  if (guards === null) return null;
  return {
    reach: guards.length === 0 ? 'no-login' : guards.some((guard) => ADMIN.test(guard)) ? 'admin' : 'low-privilege',
    impact: rateImpact(cwe),
    complexity: steps > 6 ? 'multi-step' : 'simple',
    stringentConditions: 0,
    environment: 'default',
    chain,
  };
}

/** Four scores of 0..3, higher = easier for the attacker; the sum is of 12. */
export interface PathScore {
  readonly authentication: number;
  readonly request: number;
  readonly interaction: number;
  readonly threshold: number;
  readonly total: number;
}

const AUTHENTICATION = { 'no-login': 3, 'low-privilege': 2, admin: 0 } as const;
const REQUEST = { simple: 3, 'multi-step': 2, 'special-environment': 1 } as const;
/** Flaws that need a victim to look at something. */
const NEEDS_VICTIM = new Set(['CWE-79', 'CWE-80', 'CWE-352', 'CWE-601', 'CWE-1021']);

export function scorePath(factors: RiskFactors, cwe: string | null): PathScore {
  const authentication = AUTHENTICATION[factors.reach];
  const request = REQUEST[factors.complexity];
  const interaction = NEEDS_VICTIM.has(cwe ?? '') ? 1 : 3;
  const threshold = Math.max(
    0,
    3 - Math.max(0, factors.stringentConditions) - (factors.environment === 'custom' ? 1 : 0),
  );
  return { authentication, request, interaction, threshold, total: authentication + request + interaction + threshold };
}
