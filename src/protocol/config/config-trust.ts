/**
 * Says for every configuration key whether a reviewed repository may set it: always, only from the revision a change begins at,
 * or only if the user trusts it. Splits the values of its file into those that count and those that do not. Called by
 * wiring/settings.ts; a new key does not compile until the table has it.
 */
import type { ConfigKey, ConfigValues } from './config-schema.ts';

/**
 * Whose word is enough for a key:
 * - `anyone`: what it leaves out is counted in the report or makes the run incomplete, or it only concerns how the report looks.
 * - `base`: it decides the exit code, who reviews or what a review costs. A change does not set it for its own review; the revision
 *   that the change begins at does. Where no change is reviewed, the repository has to be trusted.
 * - `user`: it sends something out, starts or reads something on the user's machine, or says what money is worth. The repository
 *   has to be trusted, always.
 */
type Word = 'anyone' | 'base' | 'user';

export const KEY_TRUST: Readonly<Record<ConfigKey, Word>> = {
  $schema: 'anyone',
  reviewers: 'base',
  model: 'user',
  reviewer_models: 'user',
  panel: 'user',
  fallback: 'user',
  protocol: 'base',
  min_agreement: 'base',
  verify: 'base',
  models_without_tools: 'base',
  reasoning: 'base',
  checklists: 'base',
  context_windows: 'base',
  context_files: 'base',
  complexity: 'base',
  embedding_model: 'user',
  commands: 'user',
  prices: 'user',
  waves: 'anyone',
  concurrency: 'anyone',
  max_tokens: 'anyone',
  max_cost: 'anyone',
  deadline: 'anyone',
  agent_timeout: 'base',
  call_timeout: 'base',
  fail_on: 'base',
  allow_partial: 'base',
  accept_not_assessed: 'base',
  allow_empty: 'base',
  journal: 'base',
  ignore_vetoes: 'base',
  include: 'base',
  exclude: 'anyone',
  max_file_bytes: 'anyone',
  progressive_summarization: 'anyone',
  veto: 'base',
  base_budgets: 'base',
  external_analyzers: 'base',
  project_kind: 'base',
  semgrep_rules: 'user',
  advisory_database: 'user',
  allow_network: 'user',
  suppressions: 'anyone',
  severity_overrides: 'base',
  format: 'anyone',
};

/** How much the settings of a repository are worth: of any folder, of the revision a change begins at, of one the user trusts. */
export type Standing = 'untrusted' | 'base' | 'trusted';

const COUNTS: Readonly<Record<Standing, ReadonlySet<Word>>> = {
  untrusted: new Set<Word>(['anyone']),
  base: new Set<Word>(['anyone', 'base']),
  trusted: new Set<Word>(['anyone', 'base', 'user']),
};

export const mayRepositorySet = (key: ConfigKey, standing: Standing): boolean => COUNTS[standing].has(KEY_TRUST[key]);

export interface SortedValues {
  readonly kept: ConfigValues;
  /** In the order of the file. */
  readonly disregarded: readonly ConfigKey[];
}

/** What counts of the values of a repository's file, and what does not. */
export function sortByTrust(values: ConfigValues, standing: Standing): SortedValues {
  const keys = Object.keys(values) as readonly ConfigKey[];
  return {
    kept: Object.fromEntries(
      keys.filter((key) => mayRepositorySet(key, standing)).map((key) => [key, values[key]]),
    ) as ConfigValues,
    disregarded: keys.filter((key) => !mayRepositorySet(key, standing)),
  };
}
