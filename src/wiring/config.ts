/**
 * Merges defaults, configuration files, environment and flags into one readonly `Config`; flags win (CONFIG-01..03, REV-17). It opens
 * no file and reads no environment: settings.ts and commands pass their contents in, the file that wins last. Also parses the text of
 * a configuration file, and writes the one that `init` creates.
 */
import { EXTERNAL_NAMES } from '../analyzers/external-list.ts';
import { ReviewError } from '../errors.ts';
import { checkThresholds, DEFAULT_THRESHOLDS, type Thresholds } from '../protocol/budget/thresholds.ts';
import { absentValue, CONFIG_KEYS } from '../protocol/config/config-keys.ts';
import { THRESHOLD_KEYS } from '../protocol/config/config-names.ts';
import type { ConfigKey, ConfigValues, FilledConfig, ThresholdValues } from '../protocol/config/config-schema.ts';
import { readFlags, readVariables, toVariable } from '../protocol/config/config-text.ts';
import { checkConfigValues } from '../protocol/config/config-values.ts';
import { findClosestName } from '../protocol/text/closest-name.ts';
import { parseDuration } from '../protocol/text/duration.ts';
import { parseJsonText } from '../protocol/text/json-text.ts';
import { type CamelCase, toCamel } from '../protocol/text/key-case.ts';

/** Keys whose value is kept as it is written; `config-schema.ts` says what each means. */
type PlainKey = Exclude<ConfigKey, (typeof WORKED_OUT)[number]>;

/** Keys of which something else is kept than what is written. */
const WORKED_OUT = [
  '$schema',
  'reviewers',
  'panel',
  'max_cost',
  'deadline',
  'agent_timeout',
  'call_timeout',
  'progressive_summarization',
  'external_analyzers',
] as const;

/** Null where nobody has set it, unless it has a default or is a list or table, which may be empty. */
type Settled<Key extends PlainKey> =
  | NonNullable<ConfigValues[Key]>
  | (undefined extends FilledConfig[Key] ? (NonNullable<ConfigValues[Key]> extends object ? never : null) : never);

/** Every key of the configuration under its camelCase name, filled in. */
export type Config = { readonly [Key in PlainKey as CamelCase<Key>]: Settled<Key> } & {
  /** Names asked for, or null to choose by the languages in scope. */
  readonly reviewers: readonly string[] | null;
  /** Models that each review for themselves; empty without a panel. */
  readonly panel: readonly string[];
  readonly maxCostUsd: number | null;
  readonly deadlineMs: number | null;
  readonly agentTimeoutMs: number | null;
  readonly callTimeoutMs: number | null;
  readonly thresholds: Thresholds;
  /** Programs of others that may review where they are installed. */
  readonly externalAnalyzers: readonly string[];
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** A configuration file whose keys and values have been checked. */
export interface ConfigFile {
  readonly path: string;
  readonly values: ConfigValues;
}

export interface ConfigSources {
  /** The later one wins. */
  readonly files: readonly ConfigFile[];
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

export const THRESHOLD_VALUES: ThresholdValues = {
  full_analysis_threshold: DEFAULT_THRESHOLDS.fullAnalysis,
  high_severity_threshold: DEFAULT_THRESHOLDS.highSeverity,
  force_return_threshold: DEFAULT_THRESHOLDS.forceReturn,
};

export const PLAIN_KEYS = CONFIG_KEYS.filter((key): key is PlainKey => !WORKED_OUT.some((other) => other === key));

const settlePlain = (values: ConfigValues) =>
  Object.fromEntries(PLAIN_KEYS.map((key) => [toCamel(key), values[key] ?? absentValue(key)])) as Pick<
    Config,
    CamelCase<PlainKey>
  >;

/** One place that settings were written in. */
export interface ConfigLayer {
  readonly origin: { readonly kind: 'file'; readonly path: string } | { readonly kind: 'environment' | 'flags' };
  readonly values: ConfigValues;
}

/** Every place, the one that wins last. Throws ReviewError for a value that is not allowed. */
export function readLayers({ files, env, flags }: ConfigSources): readonly ConfigLayer[] {
  const variables = readVariables(env);
  checkExternal(variables, `environment: ${toVariable(['external_analyzers'])}`);
  return [
    ...files.map(({ path, values }): ConfigLayer => ({ origin: { kind: 'file', path }, values })),
    { origin: { kind: 'environment' }, values: variables },
    { origin: { kind: 'flags' }, values: readFlags(flags) },
  ];
}

export function resolveConfig(sources: ConfigSources): Config {
  const values = readLayers(sources).reduce<ConfigValues>((below, layer) => overlay(below, layer.values), {});
  const thresholds = toThresholds({ ...THRESHOLD_VALUES, ...values.progressive_summarization });
  const problem = checkThresholds(thresholds);
  if (problem !== null) throw toThresholdError(problem, sources);
  return {
    ...settlePlain(values),
    reviewers: values.reviewers ?? null,
    panel: checkPanel(values.panel ?? []),
    maxCostUsd: values.max_cost ?? null,
    deadlineMs: parseDuration(values.deadline ?? ''),
    agentTimeoutMs: parseDuration(values.agent_timeout ?? ''),
    callTimeoutMs: parseDuration(values.call_timeout ?? ''),
    thresholds,
    externalAnalyzers: chooseExternal(values.external_analyzers),
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

/** Tables whose entries can be set one by one. */
export const MERGED_KEYS = ['reviewer_models', 'veto', 'base_budgets', 'progressive_summarization'] as const;

/** The later layer wins key by key; these tables are merged entry by entry, all else is replaced. */
const overlay = (below: ConfigValues, above: ConfigValues): ConfigValues => ({
  ...below,
  ...above,
  // One model named above takes the place of several named below.
  ...(above.model !== undefined && above.panel === undefined ? { panel: [] } : {}),
  ...Object.fromEntries(MERGED_KEYS.map((key) => [key, { ...below[key], ...above[key] }])),
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
      progressive_summarization: THRESHOLD_VALUES,
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
function toThresholdError(problem: string, { files, env }: ConfigSources): ReviewError {
  const group = 'progressive_summarization';
  const variables = THRESHOLD_KEYS.map((key) => toVariable([group, key])).filter((name) => env[name]?.trim());
  const named = files.filter(({ values }) => values[group] !== undefined).map(({ path }) => path);
  const places = [...named, ...variables];
  const { fullAnalysis, highSeverity, forceReturn } = DEFAULT_THRESHOLDS;
  return new ReviewError('bad-config', `${places.join(', ')}: ${group}.${problem}`, {
    advice:
      'Keep 0 < full_analysis_threshold < high_severity_threshold <= force_return_threshold <= 1; ' +
      `the defaults are ${fullAnalysis}, ${highSeverity} and ${forceReturn}.`,
  });
}
