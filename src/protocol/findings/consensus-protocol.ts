/** Names of the ways in which several opinions become one (FACT-14); what each does is in consensus.ts. */
export const CONSENSUS_PROTOCOLS = ['veto', 'aad', 'ci', 'vote'] as const;
export type ConsensusProtocol = (typeof CONSENSUS_PROTOCOLS)[number];
