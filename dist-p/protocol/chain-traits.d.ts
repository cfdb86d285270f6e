/** What a finding offers to an attack chain beyond its dimension, read from its CWE and its place (FACT-07). */
import type { ChainTrait } from './attack-chains.ts';
import type { ClaimedFinding } from './finding.ts';
export declare function findTraits({ cwe, file, title, issue }: ClaimedFinding): readonly ChainTrait[];
