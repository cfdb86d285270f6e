/** Names of the ways in which several opinions become one (FACT-14); what each does is in consensus.ts. */
export declare const CONSENSUS_PROTOCOLS: readonly ['veto', 'aad', 'ci', 'vote'];
export type ConsensusProtocol = (typeof CONSENSUS_PROTOCOLS)[number];
