import { findCweFamily } from './cwe-family.js';
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
const IMPACT_WORDS = {
    total: 'code of the attacker runs, or all data is open',
    'partial-sensitive': 'data or accounts of others are read or changed',
    local: 'a protection of one place falls',
};
const rateImpact = (cwe) => TOTAL_IMPACT.has(cwe ?? '') ? 'total' : SENSITIVE_IMPACT.has(cwe ?? '') ? 'partial-sensitive' : 'local';
/** Flaws that no way leads to, so that they are never scored; their worth is known all the same. */
const UNSCORED_IMPACT = {
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
export function describeImpact(cwe) {
    const impact = UNSCORED_IMPACT[cwe ?? ''] ?? rateImpact(cwe);
    return impact === 'local' && findCweFamily(cwe) === null ? null : IMPACT_WORDS[impact];
}
const ADMIN = /admin|superuser|staff|root/iu;
export function estimateFactors({ cwe, guards, steps, chain }) {
    if (guards === null)
        return null;
    return {
        reach: guards.length === 0 ? 'no-login' : guards.some((guard) => ADMIN.test(guard)) ? 'admin' : 'low-privilege',
        impact: rateImpact(cwe),
        complexity: steps > 6 ? 'multi-step' : 'simple',
        stringentConditions: 0,
        environment: 'default',
        chain,
    };
}
const AUTHENTICATION = { 'no-login': 3, 'low-privilege': 2, admin: 0 };
const REQUEST = { simple: 3, 'multi-step': 2, 'special-environment': 1 };
/** Flaws that need a victim to look at something. */
const NEEDS_VICTIM = new Set(['CWE-79', 'CWE-80', 'CWE-352', 'CWE-601', 'CWE-1021']);
export function scorePath(factors, cwe) {
    const authentication = AUTHENTICATION[factors.reach];
    const request = REQUEST[factors.complexity];
    const interaction = NEEDS_VICTIM.has(cwe ?? '') ? 1 : 3;
    const threshold = Math.max(0, 3 - Math.max(0, factors.stringentConditions) - (factors.environment === 'custom' ? 1 : 0));
    return { authentication, request, interaction, threshold, total: authentication + request + interaction + threshold };
}
