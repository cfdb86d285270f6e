export const CONFIDENCE = { high: 0.9, medium: 0.6, low: 0.3 };
const EMPTY_CLAIM = {
    id: null,
    category: null,
    dimension: null,
    cwe: null,
    file: null,
    line: null,
    endLine: null,
    evidence: null,
    recommendation: null,
    references: [],
    related: [],
    source: null,
    sink: null,
    flow: null,
    impact: null,
    confidence: CONFIDENCE.medium,
    originallyTruncated: false,
    rule: null,
    extra: {},
};
/** Fills the fields an agent or analyzer left out; the three that make a finding are required. */
export const claimFinding = (said) => ({ ...EMPTY_CLAIM, ...said });
