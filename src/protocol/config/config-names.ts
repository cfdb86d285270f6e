/**
 * Constants that config-schema.ts and the program share: name of the configuration file, report formats, largest file, keys of
 * the thresholds. Apart from the schema, so that the command line loads no zod.
 */

export const CONFIG_FILE_NAME = 'consensus-review.config.json';
export const DEFAULT_MAX_FILE_BYTES = 1_048_576;

export const FORMAT_NAMES = [
  'terminal',
  'markdown',
  'json',
  'jsonl',
  'sarif',
  'html',
  'github',
  'gitlab',
  'junit',
  'csv',
  'rdjson',
  'semgrep-json',
  'agent-json',
  'signal',
  'summary',
] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** How much a model may think before it answers. */
export const REASONING_LEVELS = ['none', 'low', 'medium', 'high'] as const;
export type ReasoningLevel = (typeof REASONING_LEVELS)[number];

/** Whether a reviewer is asked for everything it looks for at once, or point by point. */
export const CHECKLIST_FORMS = ['whole', 'split'] as const;

export const THRESHOLD_KEYS = ['full_analysis_threshold', 'high_severity_threshold', 'force_return_threshold'] as const;
