const DUTIES = {
    full: 'report everything',
    high_severity_only: 'report CRITICAL and HIGH only, as file:line with brief advice',
    force_return: 'stop now and return what you have',
};
export const formatModeNotice = (usage) => `[budget] used: ${usage.usedTokens}, budget: ${usage.budgetTokens}, mode: ${usage.mode} (${DUTIES[usage.mode]})`;
/** A tool result with its notice as the last line. */
export const endWithNotice = (result, usage) => `${result}${result === '' || result.endsWith('\n') ? '' : '\n'}${formatModeNotice(usage)}`;
