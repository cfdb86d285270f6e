/**
 * Reads from a finding's CWE, file and words what it offers to an attack chain (upload, traversal, stored, code execution …;
 * FACT-07). Called by engine/audit/audit-state.ts; attack-chains.ts pairs findings by these traits.
 */

import type { ClaimedFinding } from '../findings/finding.ts';
import type { ChainTrait } from './attack-chains.ts';

const BY_CWE: Readonly<Record<string, readonly ChainTrait[]>> = {
  'CWE-918': ['internal-service'],
  'CWE-441': ['internal-service'],
  'CWE-434': ['upload'],
  'CWE-22': ['traversal'],
  'CWE-23': ['traversal'],
  'CWE-36': ['traversal'],
  'CWE-73': ['traversal'],
  'CWE-78': ['code-execution'],
  'CWE-77': ['code-execution'],
  'CWE-88': ['code-execution'],
  'CWE-94': ['code-execution'],
  'CWE-95': ['code-execution'],
  'CWE-96': ['code-execution'],
  'CWE-502': ['code-execution'],
  'CWE-1336': ['code-execution'],
  'CWE-1427': ['prompt-injection'],
};

const BY_PLACE: readonly (readonly [RegExp, ChainTrait])[] = [
  [/(?:^|[/_.-])(?:pay|payment|payments|checkout|billing|invoice|refund|wallet|transfer)s?(?=[/_.-]|$)/iu, 'payment'],
  [/(?:^|[/_.-])(?:admin|backoffice|dashboard)(?=[/_.-]|$)/iu, 'admin-trigger'],
  [/(?:^|[/_.-])(?:internal|metadata)(?=[/_.-]|$)/iu, 'internal-service'],
];

const BY_TEXT: readonly (readonly [RegExp, ChainTrait])[] = [
  [/\bupload(?:s|ed|ing)?\b/iu, 'upload'],
  [/\bstored (?:xss|cross-site|injection|script)/iu, 'stored'],
  [/\bprompt injection\b/iu, 'prompt-injection'],
  [/\btool (?:call|use|invocation)s?\b/iu, 'tool-use'],
];

export function findTraits({ cwe, file, title, issue }: ClaimedFinding): readonly ChainTrait[] {
  const text = `${title}\n${issue}`;
  const traits = [
    ...(BY_CWE[cwe ?? ''] ?? []),
    ...BY_PLACE.filter(([pattern]) => pattern.test(file ?? '')).map(([, trait]) => trait),
    ...BY_TEXT.filter(([pattern]) => pattern.test(text)).map(([, trait]) => trait),
  ];
  return [...new Set(traits)];
}
