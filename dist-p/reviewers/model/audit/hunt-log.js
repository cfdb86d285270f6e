export const openHuntLog = () => ({
    searches: [],
    findings: [],
    falsePositives: [],
    documents: [],
    toolCalls: {},
    refusals: 0,
    rereads: 0,
});
