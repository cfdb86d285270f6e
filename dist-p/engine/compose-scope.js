export const composeScope = (survey) => ({
    selection: survey.snapshot.selection,
    files: survey.files.length,
    tokens: survey.totalTokens,
    loc: survey.loc,
    languages: survey.languages,
    ignored: survey.ignored.map(({ path, reason }) => ({ path, reason })),
    change: survey.snapshot.isChange,
});
/** The scale is rounded for display only; budgets use the exact one. */
export const composeBudget = (first) => ({
    total_tokens: first.totalTokens,
    scale: Math.round(first.scale * 10_000) / 10_000,
    isolation: first.isolation,
});
