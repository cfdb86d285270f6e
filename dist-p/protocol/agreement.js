import { consensusConfidence } from './merge.js';
/** With a panel every model of a reviewer is a voice of its own; waves and rounds of one model are one voice. */
export const voiceOf = ({ agent, model }) => model === null ? agent : `${agent} (${model})`;
/** So many of those asked say so; whoever reports counts as asked. */
export function countAgreement(reporting, asked) {
    const voices = new Set(reporting);
    return { k: voices.size, n: new Set([...asked, ...voices]).size };
}
/** What the host's own check leaves of it. What is suppressed was not refuted. */
const VALIDATION = {
    confirmed: 1,
    suppressed: 1,
    needs_manual: 0.75,
    unverified: 0.5,
    rejected: 0,
};
/** What is left of a word that everybody else who looked did not say. */
const ALONE = 0.5;
/**
 * Agreement × coverage × validation, 0..1. `share` is the part of those asked that agrees: a lone report among many keeps at
 * least half of its sureness. Orders findings; never touches severity, veto or presence.
 */
export const weighConfidence = (votes, status, share = 1) => consensusConfidence(votes) * (ALONE + (1 - ALONE) * share) * VALIDATION[status];
