/**
 * Turns settings written as text (variables CONSENSUS_REVIEW_*, flags of the command line) into values of the configuration file,
 * and names the variable and flag of a key. Also warns of variables with our prefix that no key has. Called by wiring/config.ts,
 * wiring/explain-config.ts and wiring/settings.ts.
 */

import { findClosestName } from '../text/closest-name.ts';
import type { ValueShape } from '../text/value-shape.ts';
import { CONFIG_KEYS, configShape } from './config-keys.ts';
import { THRESHOLD_KEYS } from './config-names.ts';
import type { ConfigKey, ConfigValues } from './config-schema.ts';
import { checkConfigValues } from './config-values.ts';

/** How a value is written as text. `number` leaves what is no number alone, so that the check can quote it. */
type TextForm = 'text' | 'number' | 'switch' | 'list' | 'map';

/** Keys with values too deep for one text. */
type DeepKey = '$schema' | 'progressive_summarization' | 'prices' | 'commands' | 'suppressions' | 'severity_overrides';
type TextKey = Exclude<ConfigKey, DeepKey>;
const DEEP_KEYS: ReadonlySet<ConfigKey> = new Set<ConfigKey>([
  '$schema',
  'progressive_summarization',
  'prices',
  'commands',
  'suppressions',
  'severity_overrides',
]);

const FORM_OF_TYPE = {
  string: 'text',
  null: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'switch',
  array: 'list',
  object: 'map',
} as const satisfies Readonly<Record<string, TextForm>>;

const FORMS: readonly (readonly [TextKey, TextForm])[] = CONFIG_KEYS.filter(
  (key): key is TextKey => !DEEP_KEYS.has(key),
).map((key) => {
  const shape: ValueShape = configShape.properties[key];
  return [key, 'anyOf' in shape ? 'number' : FORM_OF_TYPE[shape.type]];
});

/** Keys that have a flag, by the name a command line parser gives it. */
const FLAGS: Readonly<Partial<Record<TextKey, string>>> = {
  reviewers: 'reviewers',
  model: 'model',
  reviewer_models: 'reviewerModel',
  panel: 'panel',
  fallback: 'fallback',
  protocol: 'protocol',
  min_agreement: 'minAgreement',
  verify: 'verify',
  waves: 'waves',
  concurrency: 'concurrency',
  max_tokens: 'maxTokens',
  max_cost: 'maxCost',
  deadline: 'deadline',
  agent_timeout: 'agentTimeout',
  call_timeout: 'callTimeout',
  fail_on: 'failOn',
  allow_partial: 'allowPartial',
  accept_not_assessed: 'acceptNotAssessed',
  allow_empty: 'allowEmpty',
  ignore_vetoes: 'ignoreVetoes',
  journal: 'journal',
  include: 'include',
  exclude: 'exclude',
  format: 'format',
};

/** Name of the variable for a key: `max_tokens` → `CONSENSUS_REVIEW_MAX_TOKENS`. */
export const toVariable = (keys: readonly PropertyKey[]): string =>
  `CONSENSUS_REVIEW_${keys.map(String).join('_').toUpperCase()}`;

/** Variables that are no settings of a review: where state is kept, which program a plugin starts and whether its gate is on. */
const OTHER_VARIABLES = ['state_dir', 'program', 'stop_hook', 'host_command'].map((key) => toVariable([key]));

/** One sentence for every variable of ours that nobody reads: a misspelt setting would be ignored in silence. */
export function warnOfVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = [
    ...FORMS.map(([key]) => toVariable([key])),
    ...THRESHOLD_KEYS.map((key) => toVariable(['progressive_summarization', key])),
    ...OTHER_VARIABLES,
  ];
  const deep = new Set([...DEEP_KEYS].map((key) => toVariable([key])));
  return Object.keys(env)
    .filter((name) => name.startsWith(toVariable([''])) && env[name]?.trim() !== '' && !known.includes(name))
    .sort()
    .map((name) => {
      if (deep.has(name)) return `⚠️ ${name} is not read: this key is set in the configuration file only`;
      const ownPart = (variable: string): string => variable.slice(toVariable(['']).length);
      const closest = findClosestName(ownPart(name), known.map(ownPart));
      return `⚠️ ${name} is not read: no setting has this name${closest === null ? '' : `; did you mean ${toVariable([closest])}?`}`;
    });
}

export function readVariables(env: Readonly<Record<string, string | undefined>>): ConfigValues {
  const read = (form: TextForm, ...keys: readonly string[]): unknown => {
    const text = env[toVariable(keys)];
    return text === undefined || text.trim() === '' ? undefined : fromText(text, form);
  };
  const plain = FORMS.map(([key, form]) => [key, read(form, key)] as const);
  const group = 'progressive_summarization';
  const thresholds = dropAbsent(THRESHOLD_KEYS.map((key) => [key, read('number', group, key)] as const));
  const values = dropAbsent([...plain, [group, Object.keys(thresholds).length > 0 ? thresholds : undefined]]);
  return checkConfigValues(values, {
    code: 'bad-config',
    locate: () => 'environment',
    nameKey: (keys) => toVariable(keys[0] === group ? keys : keys.slice(0, 1)),
  });
}

/** Flags by their camelCase name, as a command line parser leaves them: text, lists of text, switches. */
export function readFlags(flags: Readonly<Record<string, unknown>>): ConfigValues {
  const values = dropAbsent(
    FORMS.map(([key, form]) => {
      const value = flags[FLAGS[key] ?? ''];
      return [key, value === undefined ? undefined : fromText(value, form)] as const;
    }),
  );
  return checkConfigValues(values, {
    code: 'bad-value',
    locate: () => 'command line',
    nameKey: ([key]) => toFlagName(key as ConfigKey),
  });
}

/** The flag that sets a key, as it is typed. */
export const toFlagName = (key: ConfigKey): string =>
  `--${(FLAGS[key as TextKey] ?? key).replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;

function fromText(value: unknown, form: TextForm): unknown {
  if (form === 'list') return toList(value);
  if (form === 'map') return toMap(toList(value));
  if (typeof value !== 'string') return value;
  if (form === 'number') return /^-?\d+(?:\.\d+)?$/u.test(value.trim()) ? Number(value) : value;
  return form === 'switch' ? toSwitch(value) : value;
}

/** Commas separate, except inside the braces of a glob; a flag given several times adds up. */
function toList(value: unknown): unknown {
  if (Array.isArray(value)) return value.flatMap(toList);
  if (typeof value !== 'string') return value;
  return (value.match(/(?:\{[^}]*\}|[^,])+/gu) ?? []).map((part) => part.trim()).filter(Boolean);
}

function toMap(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  const pairs = list.map((entry) => /^([^=]+)=(.+)$/su.exec(String(entry)));
  if (pairs.some((pair) => pair === null)) return list;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1]?.trim() ?? '', toScalar(pair?.[2]?.trim() ?? '')]));
}

const toScalar = (text: string): unknown => {
  const number = fromText(text, 'number');
  return number === text ? toSwitch(text) : number;
};

function toSwitch(text: string): unknown {
  if (/^(?:true|1|yes|on)$/iu.test(text)) return true;
  return /^(?:false|0|no|off)$/iu.test(text) ? false : text;
}

const dropAbsent = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined));
