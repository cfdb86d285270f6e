/** The words that may stand first on the command line. */
export const COMMAND_NAMES: readonly string[] = [
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
