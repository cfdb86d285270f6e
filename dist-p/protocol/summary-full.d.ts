/** The seven sections of the full summary in their order, with the share of tokens each is meant to take (REDUCE-03). */
export declare const SUMMARY_SECTIONS: readonly [{
    readonly heading: 'Work Status';
    readonly nominalTokens: 300;
}, {
    readonly heading: 'Artifacts Created';
    readonly nominalTokens: 600;
}, {
    readonly heading: 'Work Remaining';
    readonly nominalTokens: 400;
}, {
    readonly heading: 'Testing Strategy';
    readonly nominalTokens: 200;
}, {
    readonly heading: 'Performance Metrics';
    readonly nominalTokens: 200;
}, {
    readonly heading: 'Key Achievements';
    readonly nominalTokens: 200;
}, {
    readonly heading: 'Next Steps';
    readonly nominalTokens: 100;
}];
