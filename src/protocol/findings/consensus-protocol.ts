/**
 * Names the ways in which several opinions become one (`veto`, `aad`, `ci`, `vote`; FACT-14; consensus.ts does it), and says in
 * which round of `ci` agents see each other's findings. Read by protocol/config/config-schema.ts and engine/review/.
 */
export const CONSENSUS_PROTOCOLS = ['veto', 'aad', 'ci', 'vote'] as const;
export type ConsensusProtocol = (typeof CONSENSUS_PROTOCOLS)[number];

/** `ci`: drafts, then one more look at what the others found. */
const MAX_SHARING_ROUNDS = 2;

/** Whether agents see each other's findings once more: only in `ci`, and only in its second round. */
export const sharesFindings = (protocol: ConsensusProtocol, round: number): boolean =>
  protocol === 'ci' && round > 1 && round <= MAX_SHARING_ROUNDS;
