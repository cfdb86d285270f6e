/**
 * Ranks files by importance for when not all fit the budget: four tiers told by words of the path (`auth` before `api` before the
 * rest before `util`), then by changed lines, then by path (PRIORITY, REV-19). Called by engine/review/review-state.ts.
 */
import { compareText } from '../text/compare-text.ts';

export type Tier = 1 | 2 | 3 | 4;

export const TIER_WORDS: readonly (readonly [Tier, readonly string[]])[] = [
  [1, ['auth', 'login', 'token', 'crypto', 'secret', 'credential', 'password', 'permission']],
  [2, ['handler', 'controller', 'route', 'api', 'endpoint', 'main', 'cli']],
  [4, ['util', 'helper', 'common']],
];

/** Longer spellings of the words above that no plural rule reaches. */
const SPELLINGS: Readonly<Record<string, string>> = {
  authn: 'auth',
  authz: 'auth',
  oauth: 'auth',
  authentication: 'auth',
  authorization: 'auth',
  authorisation: 'auth',
  cryptography: 'crypto',
  utility: 'util',
  utilities: 'util',
};

const TIER_BY_WORD = new Map(TIER_WORDS.flatMap(([tier, words]) => words.map((word) => [word, tier] as const)));
const WORD = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+/gu;

const tierOfWord = (word: string): Tier => {
  const lower = word.toLowerCase();
  const known = SPELLINGS[lower] ?? (TIER_BY_WORD.has(lower) ? lower : lower.replace(/s$/u, ''));
  return TIER_BY_WORD.get(known) ?? 3;
};

/** 1 security-sensitive, 2 entry point, 3 business logic, 4 utility. Of several words a special tier beats the rest, the lowest first. */
export function priorityTier(path: string): Tier {
  const tiers = new Set((path.match(WORD) ?? []).map(tierOfWord));
  if (tiers.has(1)) return 1;
  if (tiers.has(2)) return 2;
  return tiers.has(4) ? 4 : 3;
}

export interface Prioritized {
  readonly path: string;
  readonly tier: number;
  readonly changedLines: number;
}

/** Lowest tier number first; inside a tier the most changed lines, then the path. */
export const comparePriority = (a: Prioritized, b: Prioritized): number =>
  a.tier - b.tier || b.changedLines - a.changedLines || compareText(a.path, b.path);
