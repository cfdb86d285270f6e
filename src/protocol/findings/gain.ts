/**
 * Maps a finding (CWE, else category) to what an attacker or user gets out of it (`takeover`, `data` … `upkeep`), with a label
 * and a weight. protocol/report/problems.ts ranks problems of one severity by it; report/html/problem-cards.ts shows the label.
 */
import { findCweFamily } from './cwe-family.ts';

export const GAINS = ['takeover', 'data', 'session', 'outage', 'hardening', 'failure', 'upkeep'] as const;
export type Gain = (typeof GAINS)[number];

/** As a sentence goes on: `lets an attacker …`, `users meet …`. */
export const GAIN_LABELS: Readonly<Record<Gain, string>> = {
  takeover: 'runs code, or signs in as somebody else',
  data: 'reads or changes data of others',
  session: "acts in a visitor's session",
  failure: 'the program does something wrong',
  outage: 'stops or slows the service',
  hardening: 'a protection is missing or weak',
  upkeep: 'the code is harder to keep right',
};

/** By the number of the family, as in `knowledge/weaknesses.yml`. */
const BY_WEAKNESS: Readonly<Record<string, Gain>> = {
  'CWE-78': 'takeover',
  'CWE-95': 'takeover',
  'CWE-1336': 'takeover',
  'CWE-502': 'takeover',
  'CWE-98': 'takeover',
  'CWE-434': 'takeover',
  'CWE-494': 'takeover',
  'CWE-120': 'takeover',
  'CWE-134': 'takeover',
  'CWE-287': 'takeover',
  'CWE-347': 'takeover',
  'CWE-798': 'takeover',
  'CWE-1392': 'takeover',
  'CWE-89': 'data',
  'CWE-943': 'data',
  'CWE-90': 'data',
  'CWE-643': 'data',
  'CWE-22': 'data',
  'CWE-295': 'data',
  'CWE-611': 'data',
  'CWE-918': 'data',
  'CWE-862': 'data',
  'CWE-915': 'data',
  'CWE-1321': 'data',
  'CWE-79': 'session',
  'CWE-352': 'session',
  'CWE-384': 'session',
  'CWE-942': 'session',
  'CWE-113': 'session',
  'CWE-601': 'session',
  'CWE-1333': 'outage',
  'CWE-400': 'outage',
  'CWE-409': 'outage',
  'CWE-190': 'failure',
};

const BY_CATEGORY: Readonly<Record<string, Gain>> = {
  secrets: 'takeover',
  injection: 'data',
  auth: 'data',
  authorization: 'data',
  cve: 'data',
  'control-flow': 'failure',
  concurrency: 'failure',
  'error-handling': 'failure',
  interfaces: 'failure',
  types: 'failure',
  resources: 'failure',
  owasp: 'hardening',
  'supply-chain': 'hardening',
};

export const gainOf = ({ cwe, category }: { readonly cwe: string | null; readonly category: string }): Gain => {
  // A dependency that is not pinned is of the family of code without a check, but nobody has taken anything over yet.
  if (cwe === 'CWE-1357') return 'hardening';
  const family = findCweFamily(cwe)?.cwe ?? cwe ?? '';
  const known = Object.hasOwn(BY_WEAKNESS, family) ? BY_WEAKNESS[family] : undefined;
  if (known !== undefined) return known;
  if (cwe !== null) return 'hardening';
  return (Object.hasOwn(BY_CATEGORY, category) ? BY_CATEGORY[category] : undefined) ?? 'upkeep';
};

const WEIGHTS: Readonly<Record<Gain, number>> = {
  takeover: 6,
  data: 5,
  session: 4,
  outage: 2.5,
  hardening: 2,
  failure: 1.9,
  upkeep: 1,
};

export const weighGain = (gain: Gain): number => WEIGHTS[gain];
