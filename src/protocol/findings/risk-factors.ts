/**
 * Estimates the risk factors of an audit finding from its CWE, how it is reached and its flow (FACT-10), null where that is
 * unknown; also words its impact and gives the four scores of its attack path (FACT-11). Called by engine/audit/rate-findings.ts
 * and engine/audit/compose-audit-document.ts.
 */
import type { RiskFactors } from './calibration.ts';
import { findCweFamily } from './cwe-family.ts';
import type { DataOrigin } from './data-origin.ts';

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
  'CWE-494',
  'CWE-829',
  'CWE-1104',
  'CWE-1357',
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
  'CWE-256',
  'CWE-352',
  'CWE-384',
  'CWE-347',
  'CWE-295',
  'CWE-321',
  'CWE-327',
  'CWE-328',
  'CWE-330',
  'CWE-338',
  'CWE-472',
  'CWE-552',
  'CWE-916',
  'CWE-1392',
]);

const IMPACT_LABELS: Readonly<Record<RiskFactors['impact'], string>> = {
  total: 'attacker code runs, or all data is exposed',
  'partial-sensitive': 'data or accounts of others are read or changed',
  local: 'this disables a protection',
};

/** A version left open is no attack yet; what lies behind a missing check weighs as much as it does without one. */
const CWE_IMPACT_LABELS: Readonly<Record<string, string>> = {
  'CWE-306': 'no account is needed for what it does',
  'CWE-1104': 'a flaw that nobody fixes any more stays in the program',
  'CWE-1357': 'an untested release is installed, broken or hijacked',
};

const rateImpact = (cwe: string | null): RiskFactors['impact'] =>
  TOTAL_IMPACT.has(cwe ?? '') ? 'total' : SENSITIVE_IMPACT.has(cwe ?? '') ? 'partial-sensitive' : 'local';

/** What the weakness gives away, in words; null for a class that is not known. */
export function describeImpact(cwe: string | null): string | null {
  const impact = rateImpact(cwe);
  return impact === 'local' && findCweFamily(cwe) === null
    ? null
    : (CWE_IMPACT_LABELS[cwe ?? ''] ?? IMPACT_LABELS[impact]);
}

/** A request is told by its endpoint and the guards there. */
type ForeignOrigin = Exclude<DataOrigin['kind'], 'request'>;

/** How a program is entered. */
export type EntryKind = 'http' | 'cli' | 'message' | 'rpc' | 'job' | 'exported-api';

/** How somebody gets to a flaw. */
export type AccessPath =
  | { readonly kind: 'http'; readonly guards: readonly string[] }
  /** An entry point of another kind. */
  | { readonly kind: Exclude<EntryKind, 'http'> }
  /** No entry point is known, but where the data comes from. */
  | { readonly kind: 'data'; readonly origin: ForeignOrigin }
  /** Whoever can read the repository or its history. */
  | { readonly kind: 'repository' }
  /** Whoever publishes what is fetched, or takes their place. */
  | { readonly kind: 'supplier' }
  /** Whoever sits on the line. */
  | { readonly kind: 'network' }
  /** In force wherever the file is used; what it protects must be reached first. */
  | { readonly kind: 'setting' };

export interface RiskFacts {
  readonly cwe: string | null;
  /** Null where nobody knows who gets there. */
  readonly way: AccessPath | null;
  /** Calls between the entry point and the flaw. */
  readonly steps: number;
  readonly chain: RiskFactors['chain'];
  /** It lies where only developers or tests come by. */
  readonly isForDevelopment?: boolean;
}

type Reach = Pick<RiskFactors, 'reach' | 'stringentConditions' | 'environment'>;

const openTo = (
  reach: Reach['reach'],
  stringentConditions = 0,
  environment: Reach['environment'] = 'default',
): Reach => ({
  reach,
  stringentConditions,
  environment,
});

/** Who starts commands, sends messages or calls procedures has an account; another program must first hand a library foreign data. */
const BY_KIND: Readonly<Record<Exclude<AccessPath['kind'], 'http' | 'data'>, Reach>> = {
  cli: openTo('low-privilege'),
  message: openTo('low-privilege'),
  rpc: openTo('low-privilege'),
  job: openTo('low-privilege', 1),
  'exported-api': openTo('no-login', 1, 'neutral'),
  repository: openTo('low-privilege'),
  supplier: openTo('no-login', 1),
  network: openTo('no-login', 1),
  setting: openTo('low-privilege', 1),
};

const BY_ORIGIN: Readonly<Record<ForeignOrigin, Reach>> = {
  page: openTo('no-login'),
  server: openTo('no-login', 1),
  argument: openTo('low-privilege'),
  input: openTo('low-privilege'),
  environment: openTo('admin'),
  message: openTo('low-privilege'),
  file: openTo('low-privilege', 1),
};

/** What an attacker must have besides: stolen hashes, luck with numbers, a new version that somebody takes, another flaw to use it. */
const MORE_CONDITIONS: Readonly<Record<string, number>> = {
  'CWE-117': 1,
  'CWE-200': 1,
  'CWE-209': 1,
  'CWE-326': 2,
  'CWE-327': 2,
  'CWE-328': 2,
  'CWE-330': 2,
  'CWE-338': 2,
  'CWE-400': 1,
  'CWE-770': 1,
  'CWE-829': 1,
  'CWE-916': 1,
  'CWE-1104': 1,
  'CWE-1333': 1,
  'CWE-1357': 2,
};

/** Flaws that need a victim to look at something. */
const NEEDS_VICTIM = new Set(['CWE-79', 'CWE-80', 'CWE-352', 'CWE-601', 'CWE-1021']);

const ADMIN = /admin|superuser|staff|root/iu;

function reachBy(way: AccessPath): Reach {
  if (way.kind === 'data') return BY_ORIGIN[way.origin];
  if (way.kind !== 'http') return BY_KIND[way.kind];
  const { guards } = way;
  return openTo(
    guards.length === 0 ? 'no-login' : guards.some((guard) => ADMIN.test(guard)) ? 'admin' : 'low-privilege',
  );
}

/** Null where nobody knows who gets there, or what it gives away: then nothing is scored. */
export function estimateFactors({ cwe, way, steps, chain, isForDevelopment }: RiskFacts): RiskFactors | null {
  if (way === null || describeImpact(cwe) === null) return null;
  const { reach, stringentConditions, environment } = reachBy(way);
  return {
    reach,
    impact: rateImpact(cwe),
    complexity: steps > 6 || way.kind === 'supplier' ? 'multi-step' : 'simple',
    stringentConditions:
      stringentConditions + (MORE_CONDITIONS[cwe ?? ''] ?? 0) + (NEEDS_VICTIM.has(cwe ?? '') ? 1 : 0),
    environment: isForDevelopment === true ? 'custom' : environment,
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
