/** The words that may stand first on the command line. */
export const COMMAND_NAMES = [
    'review',
    'audit',
    'resume',
    'plan',
    'index',
    'search',
    'collect',
    'runs',
    'report',
    'signal',
    'mcp',
    'worker',
    'init',
    'doctor',
    'completion',
];
