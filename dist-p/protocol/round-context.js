export const MAX_FILES_READ = 100;
export const MAX_SEARCHES = 30;
export const MAX_SUMMARIES = 30;
/** How far a finding of an earlier round has come (AUD-29). */
export const SUMMARY_STATUSES = [
    'unvalidated',
    'pre_validated',
    'originally_truncated',
    'needs_reaudit',
    'rejected',
];
/** The data block of a system prompt. Its fence is longer than any run of backticks inside, so content cannot close it. */
export function formatTransferBlock(context) {
    const json = JSON.stringify(context);
    const longest = [...json.matchAll(/`+/gu)].reduce((most, [run]) => Math.max(most, run.length), 2);
    const fence = '`'.repeat(longest + 1);
    return `${fence}json\n${json}\n${fence}`;
}
