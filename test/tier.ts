/** Two tiers: `npm test` is what a contributor waits for, `npm run soak` does the same things far more often. */
export const isSoak: boolean = process.env.CONSENSUS_REVIEW_SOAK === '1';

/** How often something is tried. */
export const times = (inTest: number, inSoak: number): number => (isSoak ? inSoak : inTest);

/** Programs of others (Claude Code, Semgrep, bandit) are run where `.ci/run` asks for it, and not in `npm test`. */
export const runsInstalled: boolean = process.env.CONSENSUS_REVIEW_INSTALLED === '1';
