/**
 * Turns the raw text value of a signal field into a typed one by the field's kind. Strict reading refuses a malformed value,
 * lenient reading mends it and records a violation; neither guesses (ANTI-04, SIG-02..04). Called by signal-text.ts.
 */
import { COORDINATOR_TYPES, type CoordinatorType, parsePhases, shortenText, toSignalLine } from './brief.ts';
import { type FieldName, type FieldValue, OUTCOME_STATUSES, VALIDATION_STATUSES } from './signal.ts';

export type RawItem = { readonly kind: 'quoted' | 'bare'; readonly text: string };
export type RawValue =
  | RawItem
  | { readonly kind: 'list'; readonly items: readonly RawItem[] }
  | { readonly kind: 'broken'; readonly text: string; readonly reason: string };

export type ReadMode = 'strict' | 'lenient';

export interface SignalProblem {
  readonly field: FieldName;
  /** `value`: the right type, a value that is not allowed. `conflict`: given twice with different values. */
  readonly kind: 'type' | 'value' | 'conflict';
  readonly message: string;
  /** True where lenient reading found a value nevertheless. */
  readonly mended: boolean;
}

interface FieldKind {
  readonly expects: string;
  /** The typed value, or undefined if the raw value is of another type. */
  readonly read: (raw: RawValue) => FieldValue | undefined;
  readonly mend?: (raw: RawValue) => FieldValue | undefined;
  /** Whether a value of the right type is allowed. */
  readonly allows?: (value: FieldValue) => boolean;
}

/** `software`, `lean` and `hybrid` are read as `implementer` and never written (SIG-02). */
const TYPE_ALIASES: Readonly<Record<string, CoordinatorType>> = {
  software: 'implementer',
  lean: 'implementer',
  hybrid: 'implementer',
};

const textOf = (raw: RawValue): string | undefined =>
  raw.kind === 'quoted' || raw.kind === 'bare' ? raw.text : undefined;
const bareOf = (raw: RawValue): string | undefined => (raw.kind === 'bare' ? raw.text : undefined);
const matchOf = (text: string | undefined, pattern: RegExp): string | undefined => pattern.exec(text ?? '')?.[1];

const isPercent = (value: FieldValue): boolean => typeof value === 'number' && value >= 0 && value <= 100;
const toNumber = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);
const isOneOf =
  (allowed: readonly string[]) =>
  (value: FieldValue): boolean =>
    typeof value === 'string' && allowed.includes(value);

const COUNT: FieldKind = {
  expects: 'an integer',
  read: (raw) => toNumber(matchOf(bareOf(raw), /^(-?\d{1,15})$/)),
  mend: (raw) => toNumber(matchOf(textOf(raw)?.trim(), /^~? ?(\d{1,15})$/)),
  allows: (value) => typeof value === 'number' && value >= 0,
};

const PERCENT: FieldKind = {
  expects: 'digits only, 0 to 100',
  read: COUNT.read,
  mend: (raw) => {
    const percent = toNumber(matchOf(textOf(raw)?.trim(), /^~? ?(\d{1,15})(?:\.\d{1,15})? ?%?$/));
    return percent === undefined ? undefined : Math.min(percent, 100);
  },
  allows: isPercent,
};

const RATIO: FieldKind = {
  expects: 'a number, 0 to 100',
  read: (raw) => toNumber(matchOf(bareOf(raw), /^(-?\d{1,15}(?:\.\d{1,15})?)$/)),
  mend: (raw) => toNumber(matchOf(textOf(raw)?.trim(), /^~? ?(\d{1,15}(?:\.\d{1,15})?) ?%?$/)),
  allows: isPercent,
};

const FLAGS: ReadonlyMap<string | undefined, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
const FLAG_WORDS: ReadonlyMap<string | undefined, boolean> = new Map([...FLAGS, ['yes', true], ['no', false]]);

const FLAG: FieldKind = {
  expects: '`true` or `false`',
  read: (raw) => FLAGS.get(bareOf(raw)),
  mend: (raw) => FLAG_WORDS.get(textOf(raw)?.trim().toLowerCase()),
};

const TEXT: FieldKind = { expects: 'a text', read: (raw) => textOf(raw) || undefined };

const TYPE: FieldKind = {
  expects: `one of ${COORDINATOR_TYPES.join(', ')}`,
  read: (raw) => {
    const text = textOf(raw);
    return text !== undefined && Object.hasOwn(TYPE_ALIASES, text) ? TYPE_ALIASES[text] : text;
  },
  allows: isOneOf(COORDINATOR_TYPES),
};

const BRIEF: FieldKind = {
  expects: 'a text in double quotes',
  read: (raw) => (raw.kind === 'quoted' ? raw.text : undefined),
  mend: (raw) => textOf(raw) || undefined,
};

const PHASE_WORDS = /^Phase_\w+(?: +Phase_\w+)*$/;

const WORK: FieldKind = {
  expects: '0 or a list of phase numbers or names',
  read: (raw) => {
    if (raw.kind === 'list') return readItems(raw.items);
    const text = textOf(raw);
    if (text === '0' || (text === '' && raw.kind === 'quoted')) return 0;
    return text !== undefined && PHASE_WORDS.test(text) ? text.split(/ +/) : undefined;
  },
  mend: (raw) => mendNumbers(raw),
  allows: (value) => value === 0 || (Array.isArray(value) && value.every(isWorkItem)),
};

const NUMBERS: FieldKind = {
  expects: 'a list of integers',
  read: (raw) => {
    const items = raw.kind === 'list' ? readItems(raw.items) : undefined;
    return items?.every((item) => typeof item === 'number') ? items : undefined;
  },
  mend: (raw) => mendNumbers(raw),
  allows: (value) => Array.isArray(value) && value.every(isPhase),
};

const NAMES: FieldKind = {
  expects: 'a list of texts',
  read: (raw) => (raw.kind === 'list' ? raw.items.map((item) => item.text) : undefined),
  mend: (raw) => {
    const names = textOf(raw)
      ?.split(',')
      .map((item) => item.trim());
    return names?.every((name) => name !== '') ? names : undefined;
  },
};

const isPhase = (item: unknown): boolean => typeof item === 'number' && Number.isInteger(item) && item >= 0;
const isWorkItem = (item: unknown): boolean => (typeof item === 'string' ? item.trim() !== '' : isPhase(item));

const readItems = (items: readonly RawItem[]): readonly (number | string)[] =>
  items.map(({ kind, text }) => (kind === 'bare' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text));

/** `"1, 2, 3"`, `Phases 2-17`, `[Phase 1, Phase 2]`: numbers and ranges of numbers, nothing else. */
function mendNumbers(raw: RawValue): readonly number[] | undefined {
  const texts = raw.kind === 'list' ? raw.items.map((item) => item.text) : textOf(raw)?.split(',');
  const bare = texts?.map((text) => text.trim().replace(/^phases?[ _]?(?=\d)/i, ''));
  return bare === undefined ? undefined : (parsePhases(bare.join(',')) ?? undefined);
}

export const FIELD_KINDS: Readonly<Record<FieldName, FieldKind>> = {
  coordinator_type: TYPE,
  summary_brief: BRIEF,
  work_remaining: WORK,
  context_exhausted: FLAG,
  context_usage_percent: PERCENT,
  requires_continuation: FLAG,
  topics_completed: NAMES,
  findings_total: COUNT,
  reports_created: COUNT,
  phases_completed: NUMBERS,
  tasks_completed: COUNT,
  artifacts_created: NAMES,
  test_suites_run: COUNT,
  tests_passed: COUNT,
  tests_failed: COUNT,
  coverage_percent: RATIO,
  issues_debugged: COUNT,
  files_modified: COUNT,
  files_examined: COUNT,
  root_causes: NAMES,
  instances_fixed: COUNT,
  pattern_name: TEXT,
  validation_status: { ...TEXT, expects: VALIDATION_STATUSES.join(', '), allows: isOneOf(VALIDATION_STATUSES) },
  plan_file: TEXT,
  topic_path: TEXT,
  summary_path: TEXT,
  checkpoint_path: TEXT,
  stuck_detected: FLAG,
  phase_count: COUNT,
  status: { ...TEXT, expects: OUTCOME_STATUSES.join(' or '), allows: isOneOf(OUTCOME_STATUSES) },
};

export interface ReadField {
  readonly value?: FieldValue;
  readonly problem?: SignalProblem;
}

/** A typed value, a problem, or both where lenient reading mended the value. */
export function readField(field: FieldName, raw: RawValue, mode: ReadMode): ReadField {
  const { expects, read, mend, allows } = FIELD_KINDS[field];
  const value = read(raw);
  const isAllowed = value !== undefined && (allows?.(value) ?? true);
  if (isAllowed) return { value };
  const mended = mode === 'lenient' ? mend?.(raw) : undefined;
  const problem: SignalProblem = {
    field,
    kind: value === undefined ? 'type' : 'value',
    message: `${field}: expected ${expects}, found ${showRaw(raw)}`,
    mended: mended !== undefined,
  };
  return mended === undefined ? { problem } : { value: mended, problem };
}

function showRaw(raw: RawValue): string {
  if (raw.kind === 'broken') return `${raw.reason} in ${clip(raw.text)}`;
  if (raw.kind === 'list') return clip(`[${raw.items.map((item) => item.text).join(', ')}]`);
  if (raw.kind === 'quoted') return `"${clip(raw.text)}"`;
  return raw.text === '' ? 'no value' : clip(raw.text);
}

const clip = (text: string): string => shortenText(toSignalLine(text.slice(0, 200)), 60);
