/**
 * Lists the effective configuration value by value, each with its origin: `default`, a file, a variable or a flag. Called by
 * cli/commands/config-command.ts for `config show`.
 */
import { EXTERNAL_NAMES } from '../analyzers/external-list.ts';
import { absentValue, CONFIG_KEYS } from '../protocol/config/config-keys.ts';
import type { ConfigKey } from '../protocol/config/config-schema.ts';
import { toFlagName, toVariable } from '../protocol/config/config-text.ts';
import { type ConfigLayer, type ConfigSources, MERGED_KEYS, readLayers, THRESHOLD_VALUES } from './config.ts';

export interface ExplainedValue {
  /** Entries of a table that is merged stand one by one: `veto.security-reviewer`. */
  readonly key: string;
  readonly value: unknown;
  /** `default`, a path, a variable or a flag. */
  readonly origin: string;
}

const DEFAULT = 'default';

const nameOrigin = ({ origin }: ConfigLayer, keys: readonly [ConfigKey, ...string[]]): string => {
  if (origin.kind === 'file') return origin.path;
  if (origin.kind === 'flags') return toFlagName(keys[0]);
  return toVariable(keys[0] === 'progressive_summarization' ? keys : keys.slice(0, 1));
};

function defaultOf(key: ConfigKey): unknown {
  if (key === 'external_analyzers') return EXTERNAL_NAMES;
  // Chosen by the files.
  if (key === 'reviewers') return null;
  return absentValue(key);
}

/** One model named above takes the place of several named below. */
const endsPanel = ({ values }: ConfigLayer): boolean => values.model !== undefined && values.panel === undefined;

function explainPlain(key: ConfigKey, layers: readonly ConfigLayer[]): ExplainedValue {
  const layer = layers.findLast(({ values }) => values[key] !== undefined);
  if (layer === undefined) return { key, value: defaultOf(key), origin: DEFAULT };
  const ended = key === 'panel' ? layers.slice(layers.indexOf(layer) + 1).findLast(endsPanel) : undefined;
  return ended === undefined
    ? { key, value: layer.values[key], origin: nameOrigin(layer, [key]) }
    : { key, value: [], origin: nameOrigin(ended, ['model']) };
}

function explainTable(key: (typeof MERGED_KEYS)[number], layers: readonly ConfigLayer[]): readonly ExplainedValue[] {
  const rows = new Map<string, ExplainedValue>();
  const add = (entries: object, originOf: (name: string) => string): void => {
    for (const [name, value] of Object.entries(entries))
      rows.set(name, { key: `${key}.${name}`, value, origin: originOf(name) });
  };
  if (key === 'progressive_summarization') add(THRESHOLD_VALUES, () => DEFAULT);
  for (const layer of layers) add(layer.values[key] ?? {}, (name) => nameOrigin(layer, [key, name]));
  return rows.size === 0 ? [{ key, value: {}, origin: DEFAULT }] : [...rows.values()];
}

export function explainConfig(sources: ConfigSources): readonly ExplainedValue[] {
  const layers = readLayers(sources);
  return CONFIG_KEYS.filter((key) => key !== '$schema').flatMap((key) => {
    const merged = MERGED_KEYS.find((name) => name === key);
    return merged === undefined ? [explainPlain(key, layers)] : explainTable(merged, layers);
  });
}
