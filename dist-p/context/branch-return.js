const SCRUB_TIMEOUT_MS = 10_000;
async function callScrubber(scrub, text) {
    try {
        return await scrub(text);
    }
    catch {
        return null;
    }
}
/** Null where the scrubber throws, hangs or answers with something else than a text. */
async function scrubInTime(scrub, text, clock) {
    const timeout = clock.timeout(SCRUB_TIMEOUT_MS);
    const late = new Promise((resolve) => timeout.addEventListener('abort', () => resolve(null), { once: true }));
    const scrubbed = await Promise.race([callScrubber(scrub, text), late]);
    return typeof scrubbed === 'string' ? scrubbed : null;
}
export async function returnBranch(branchId, message, ports) {
    const { tree, scrub, counter, clock } = ports;
    const found = tree.findActive(branchId);
    if (found.kind === 'refused')
        return found;
    const scrubbed = await scrubInTime(scrub, message, clock);
    if (scrubbed === null) {
        return { kind: 'refused', reason: 'the message could not be scrubbed of secrets and was not returned; try again' };
    }
    // It may have ended meanwhile: then this message is refused too.
    const outcome = tree.end(branchId, { state: 'completed', reason: null, lastTokens: counter.count(scrubbed) });
    if (outcome.kind === 'refused')
        return outcome;
    return { kind: 'returned', message: scrubbed, usedTokens: outcome.branch.usedTokens, ended: outcome.ended };
}
