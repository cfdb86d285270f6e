export const REPORT_SCHEMA = 'consensus-review/report@1';
export const IGNORE_REASONS = [
    'binary',
    'too-large',
    'ignored',
    'generated',
    'vendored',
    'unreadable',
    'outside-root',
];
