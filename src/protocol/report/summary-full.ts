/**
 * Constants: the seven headings of the full summary in their order and the tokens each is meant to take (REDUCE-03). Read by
 * report/summary.ts.
 */

export const SUMMARY_SECTIONS = [
  { heading: 'Work Status', nominalTokens: 300 },
  { heading: 'Artifacts Created', nominalTokens: 600 },
  { heading: 'Work Remaining', nominalTokens: 400 },
  { heading: 'Testing Strategy', nominalTokens: 200 },
  { heading: 'Performance Metrics', nominalTokens: 200 },
  { heading: 'Key Achievements', nominalTokens: 200 },
  { heading: 'Next Steps', nominalTokens: 100 },
] as const;
