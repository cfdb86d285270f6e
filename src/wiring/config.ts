/**
 * Defaults, configuration file, environment and flags become one readonly Config; flags win (CONFIG-01..03, REV-17).
 * It opens no file and reads no environment: whoever found them hands them over.
 */
import { EXTERNAL_NAMES } from '../analyzers/list.ts';
import { ReviewError } from '../errors.ts';
import type { Complexity } from '../protocol/budget/budget.ts';
import { checkThresholds, DEFAULT_THRESHOLDS, type Thresholds } from '../protocol/budget/thresholds.ts';
import {
  type ConfigValues,
  DEFAULT_MAX_FILE_BYTES,
  type FormatName,
  THRESHOLD_KEYS,
  type ThresholdValues,
} from '../protocol/config/config-schema.ts';
import { readFlags, readVariables, toVariable } from '../protocol/config/config-text.ts';
import { checkConfigValues } from '../protocol/config/config-values.ts';
import type { ConsensusProtocol } from '../protocol/findings/consensus-protocol.ts';
import type { FailOn } from '../protocol/findings/severity.ts';
import { findClosestName } from '../protocol/text/closest-name.ts';
import { parseDuration } from '../protocol/text/duration.ts';
import { parseJsonText } from '../protocol/text/json-text.ts';

export interface Config {
  /** Names asked for, or null to choose by the languages in scope. */
  readonly reviewers: readonly string[] | null;
  readonly model: string;
  readonly reviewerModels: Readonly<Record<string, string>>;
  /** Models that each review for themselves; empty without a panel. */
  readonly panel: readonly string[];
  readonly fallback: string | null;
  readonly protocol: ConsensusProtocol;
  /** Voices a finding needs, of those that could have reported it. */
  readonly minAgreement: number;
  /** Models that are handed their files instead of tools, by PROVIDER/NAME. */
  readonly modelsWithoutTools: readonly string[];
  /** Multiplies every budget; `standard` leaves them (REV-22). */
  readonly complexity: Complexity;
  /** Who makes vectors for search; null where words alone rank. */
  readonly embeddingModel: string | null;
  /** Agent programs by name, for `command/NAME`. */
  readonly commands: Readonly<Record<string, readonly string[]>>;
  /** Prices of the user, by PROVIDER/NAME; as written. */
  readonly prices: Readonly<Record<string, unknown>>;
  readonly waves: 'auto' | number;
  /** Null = all reviewers at once. */
  readonly concurrency: number | null;
  readonly maxTokens: number | null;
  readonly maxCostUsd: number | null;
  readonly deadlineMs: number | null;
  readonly failOn: FailOn;
  readonly allowPartial: boolean;
  readonly ignoreVetoes: boolean;
  /** Whether the run is kept, so that it can be resumed. */
  readonly journal: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly maxFileBytes: number;
  readonly thresholds: Thresholds;
  /** Rights to veto that differ from the reviewer's own. */
  readonly veto: Readonly<Record<string, boolean>>;
  readonly baseBudgets: Readonly<Record<string, number>>;
  /** Programs of others that may review where they are installed. */
  readonly externalAnalyzers: readonly string[];
  /** As written: relative to the root, absolute, or names of the registry. */
  readonly semgrepRules: readonly string[];
  readonly advisoryDatabase: string | null;
  readonly allowNetwork: boolean;
  /** Null = terminal on a terminal, else markdown. */
  readonly format: FormatName | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A configuration file whose keys and values have been checked. */
export interface ConfigFile {
  readonly path: string;
  readonly values: ConfigValues;
}

export interface ConfigSources {
  readonly file: ConfigFile | null;
  readonly env: Environment;
  /** Values by the camelCase name of the flag, as a command line parser leaves them: text, lists of text, switches. */
  readonly flags: Readonly<Record<string, unknown>>;
}

/** Throws ReviewError('bad-config') naming the file, the place, the key and what to write instead. */
export function parseConfigFile(text: string, path: string): ConfigFile {
  const parsed = parseJsonText(text.replace(/^\uFEFF/u, ''));
  if (parsed.kind === 'error') {
    const { line, column } = parsed.place;
    throw new ReviewError('bad-config', `${path}:${line}:${column}: ${parsed.message}`, {
      advice: `Correct the JSON of ${path} at line ${line}, column ${column}.`,
    });
  }
  const locate = (keys: readonly PropertyKey[]): string => {
    const place = parsed.placeOf(keys);
    return place === null ? path : `${path}:${place.line}:${place.column}`;
  };
  const values = checkConfigValues(parsed.value, {
    code: 'bad-config',
    locate,
    nameKey: (keys) => keys.map(String).join('.'),
  });
  checkExternal(values, `${locate(['external_analyzers'])}: external_analyzers`);
  return { path, values };
}

const DEFAULTS = {
  model: 'embedded',
  protocol: 'veto',
  min_agreement: 1,
  waves: 'auto',
  fail_on: 'veto',
  allow_partial: false,
  ignore_vetoes: false,
  journal: true,
  allow_network: false,
  include: [],
  exclude: [],
  max_file_bytes: DEFAULT_MAX_FILE_BYTES,
  reviewer_models: {},
  models_without_tools: [],
  complexity: 'standard',
  veto: {},
  base_budgets: {},
  progressive_summarization: {
    full_analysis_threshold: DEFAULT_THRESHOLDS.fullAnalysis,
    high_severity_threshold: DEFAULT_THRESHOLDS.highSeverity,
    force_return_threshold: DEFAULT_THRESHOLDS.forceReturn,
  },
} satisfies ConfigValues;

export function resolveConfig({ file, env, flags }: ConfigSources): Config {
  const variables = readVariables(env);
  checkExternal(variables, `environment: ${toVariable(['external_analyzers'])}`);
  const layers = [file?.values ?? {}, variables, readFlags(flags)];
  const values = layers.reduce<Resolved>(overlay, DEFAULTS);
  const thresholds = toThresholds(values.progressive_summarization);
  const problem = checkThresholds(thresholds);
  if (problem !== null) throw toThresholdError(problem, file, env);
  return {
    reviewers: values.reviewers ?? null,
    model: values.model,
    reviewerModels: values.reviewer_models,
    panel: checkPanel(values.panel ?? []),
    fallback: values.fallback ?? null,
    protocol: values.protocol,
    minAgreement: values.min_agreement,
    modelsWithoutTools: values.models_without_tools,
    complexity: values.complexity,
    embeddingModel: values.embedding_model ?? null,
    commands: values.commands ?? {},
    prices: values.prices ?? {},
    waves: values.waves,
    concurrency: values.concurrency ?? null,
    maxTokens: values.max_tokens ?? null,
    maxCostUsd: values.max_cost ?? null,
    deadlineMs: parseDuration(values.deadline ?? ''),
    failOn: values.fail_on,
    allowPartial: values.allow_partial,
    ignoreVetoes: values.ignore_vetoes,
    journal: values.journal,
    include: values.include,
    exclude: values.exclude,
    maxFileBytes: values.max_file_bytes,
    thresholds,
    veto: values.veto,
    baseBudgets: values.base_budgets,
    externalAnalyzers: chooseExternal(values.external_analyzers),
    semgrepRules: values.semgrep_rules ?? [],
    advisoryDatabase: values.advisory_database ?? null,
    allowNetwork: values.allow_network,
    format: values.format ?? null,
  };
}

/** In the order of the list; without a choice all of them. */
const chooseExternal = (chosen: readonly string[] | undefined): readonly string[] =>
  EXTERNAL_NAMES.filter((name) => chosen?.includes(name) ?? true);

/** Checked where a layer is read, because only there its place is known. The schema does not: it knows no analyzer. */
function checkExternal({ external_analyzers: chosen }: ConfigValues, place: string): void {
  const unknown = chosen?.find((name) => name !== 'none' && !EXTERNAL_NAMES.includes(name));
  if (unknown === undefined) return;
  const closest = findClosestName(unknown, EXTERNAL_NAMES);
  const meant = closest === null ? '' : `; did you mean ${JSON.stringify(closest)}?`;
  throw new ReviewError('bad-config', `${place}: no external analyzer is called ${JSON.stringify(unknown)}${meant}`, {
    advice: `Name some of ${EXTERNAL_NAMES.join(', ')}, or "none" alone.`,
  });
}

/** Twice the same model would be one opinion counted as two. */
function checkPanel(panel: readonly string[]): readonly string[] {
  const twice = panel.find((name, i) => panel.indexOf(name) < i);
  if (twice === undefined) return panel;
  throw new ReviewError('bad-config', `panel: ${twice} is named twice.`, { advice: 'Name every model once.' });
}

/** Values with every default filled in. */
type Resolved = ConfigValues &
  Required<Pick<ConfigValues, keyof typeof DEFAULTS>> & { readonly progressive_summarization: ThresholdValues };

/** The later layer wins key by key; tables are merged entry by entry, lists are replaced. */
const overlay = (below: Resolved, above: ConfigValues): Resolved => ({
  ...below,
  ...above,
  // One model named above takes the place of several named below.
  ...(above.model !== undefined && above.panel === undefined ? { panel: [] } : {}),
  reviewer_models: { ...below.reviewer_models, ...above.reviewer_models },
  veto: { ...below.veto, ...above.veto },
  base_budgets: { ...below.base_budgets, ...above.base_budgets },
  progressive_summarization: { ...below.progressive_summarization, ...above.progressive_summarization },
});

/** The file that `init` writes: valid, short, and pointing editors at the schema that explains the rest. */
export const initialConfig = (): string =>
  `${JSON.stringify(
    {
      $schema: './node_modules/consensus-review/schemas/config.schema.json',
      model: 'embedded',
      waves: 'auto',
      fail_on: 'veto',
      exclude: [],
      progressive_summarization: DEFAULTS.progressive_summarization,
    } satisfies ConfigValues,
    null,
    2,
  )}\n`;

const toThresholds = (values: ThresholdValues): Thresholds => ({
  fullAnalysis: values.full_analysis_threshold,
  highSeverity: values.high_severity_threshold,
  forceReturn: values.force_return_threshold,
});

/** The order is checked over all layers together: each value can be overridden alone (CONFIG-02). */
function toThresholdError(problem: string, file: ConfigFile | null, env: Environment): ReviewError {
  const group = 'progressive_summarization';
  const variables = THRESHOLD_KEYS.map((key) => toVariable([group, key])).filter((name) => env[name]?.trim());
  const places = [...(file?.values[group] === undefined ? [] : [file.path]), ...variables];
  const { fullAnalysis, highSeverity, forceReturn } = DEFAULT_THRESHOLDS;
  return new ReviewError('bad-config', `${places.join(', ')}: ${group}.${problem}`, {
    advice:
      'Keep 0 < full_analysis_threshold < high_severity_threshold <= force_return_threshold <= 1; ' +
      `the defaults are ${fullAnalysis}, ${highSeverity} and ${forceReturn}.`,
  });
}
