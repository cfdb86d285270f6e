/**
 * The keys of consensus-review.config.json, what each takes and what it means: the source of schemas/config.schema.json
 * and of every message about a wrong value, whether it stands in the file, the environment or a flag (CONFIG-01).
 */
import { COMPLEXITIES } from '../budget/budget.ts';
import { DEFAULT_THRESHOLDS } from '../budget/thresholds.ts';
import { VERIFY_MODES } from '../findings/claim-check.ts';
import { CONSENSUS_PROTOCOLS } from '../findings/consensus-protocol.ts';
import { FAIL_ON_LEVELS, SEVERITIES, type Severity } from '../findings/severity.ts';
import { MODEL_NAME } from '../reviewers/reviewer-models.ts';
import { parseDuration } from '../text/duration.ts';
import { findMismatch, type Mismatch, type ValueShape } from '../text/value-shape.ts';
import { PROJECT_KINDS } from './project-kind.ts';

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

const DAY = '^\\d{4}-\\d{2}-\\d{2}$';
const name = { type: 'string', minLength: 1 } as const;
const model = { type: 'string', pattern: MODEL_NAME.source } as const;
const names = { type: 'array', items: name } as const;
const positive = { type: 'integer', minimum: 1 } as const;
const flag = { type: 'boolean' } as const;
const mapTo = <S extends ValueShape>(shape: S) => ({ type: 'object', additionalProperties: shape }) as const;
const share = (value: number, description: string) =>
  ({ type: 'number', exclusiveMinimum: 0, maximum: 1, default: value, description }) as const;

const thresholds = {
  type: 'object',
  properties: {
    full_analysis_threshold: share(
      DEFAULT_THRESHOLDS.fullAnalysis,
      'Below this share of its budget a reviewer reports every severity with code and examples.',
    ),
    high_severity_threshold: share(
      DEFAULT_THRESHOLDS.highSeverity,
      'Below this share only CRITICAL and HIGH are reported, in short; from here on it is told to return.',
    ),
    force_return_threshold: share(
      DEFAULT_THRESHOLDS.forceReturn,
      'From this share on the host ends the reviewer and keeps its complete findings.',
    ),
  },
  additionalProperties: false,
  description:
    'When a reviewer reports less and when it stops, as shares of its budget. ' +
    'Must satisfy 0 < full_analysis_threshold < high_severity_threshold <= force_return_threshold <= 1. ' +
    'Each can be set alone.',
} as const;

const SHAPE = {
  $schema: { type: 'string', description: 'Path of this schema, so that editors complete and check the file.' },
  reviewers: {
    ...names,
    minItems: 1,
    description:
      'Reviewers to run. Without this key: the five standard reviewers, plus those of the languages in scope.',
  },
  model: {
    ...model,
    default: 'embedded',
    description:
      'Model that reviews: `embedded` works offline with rules and analyzers; otherwise PROVIDER/NAME of a model.',
  },
  reviewer_models: {
    ...mapTo(model),
    description: 'Another model for single reviewers: { "security-reviewer": "PROVIDER/NAME" }.',
  },
  panel: {
    type: 'array',
    items: model,
    minItems: 1,
    description:
      'Several models that each review, instead of `model`; findings say how many of them agree. `embedded` may be one.',
  },
  fallback: {
    ...model,
    description: 'Model to call when the chosen one does not answer; its findings name it.',
  },
  protocol: {
    type: 'string',
    enum: CONSENSUS_PROTOCOLS,
    default: 'veto',
    description:
      'How several opinions become one: `veto` and `aad` keep every report, `ci` lets reviewers judge the findings of the others in a second round, `vote` keeps what 66% report.',
  },
  min_agreement: {
    ...positive,
    default: 1,
    description:
      'How many of those that could have reported a finding must agree. Never rejects CRITICAL and HIGH security findings, vetoes and findings of rules.',
  },
  verify: {
    type: 'string',
    enum: VERIFY_MODES,
    default: 'auto',
    description:
      'Second look at claims of models by a conversation that tries to refute them: `auto` for CRITICAL, HIGH and vetoes, `always` for every claim, `never`.',
  },
  models_without_tools: {
    type: 'array',
    items: model,
    description:
      'Models that cannot call tools: they get their files one by one. A model that reports this itself needs no entry.',
  },
  context_windows: {
    ...mapTo(positive),
    description:
      'Context window of a model in tokens, where its server does not publish it: { "openai-compatible/NAME": 8192 }. Budgets are cut to it.',
  },
  context_files: {
    ...names,
    description:
      'Notes of the project for reviewers on models, beside REVIEW.md, AGENTS.md, CLAUDE.md and CONTRIBUTING.md: a threat model, conventions. Files or folders; quoted as data.',
  },
  complexity: {
    type: 'string',
    enum: COMPLEXITIES,
    default: 'standard',
    description: 'How hard the code is to review: multiplies every budget by 0.75, 1 or 1.5, up to 32768 tokens.',
  },
  embedding_model: {
    ...model,
    description:
      'Model for search vectors, with an API like that of OpenAI. Without this key nothing is sent and search ranks by words.',
  },
  commands: {
    ...mapTo({ type: 'array', items: { type: 'string' }, minItems: 1 }),
    description:
      'Agent programs for the model `command/NAME`: { "mine": ["program", "argument"] }. They read the prompt from standard input.',
  },
  prices: {
    ...mapTo({
      type: 'object',
      properties: { input: { type: 'number', minimum: 0 }, output: { type: 'number', minimum: 0 } },
      required: ['input', 'output'],
    }),
    description:
      'US dollars per million tokens, which override the built-in prices: { "PROVIDER/NAME": { "input": 3, "output": 15 } }.',
  },
  waves: {
    anyOf: [{ type: 'string', enum: ['auto'] }, positive],
    default: 'auto',
    description:
      '`auto` continues until every file is reviewed or a limit stops the run; a number is the maximum of waves.',
  },
  concurrency: { ...positive, description: 'How many reviewers work at the same time. Without this key: all of them.' },
  max_tokens: {
    ...positive,
    description: 'Provider tokens the run may use. The report lists what was not reviewed because of it.',
  },
  max_cost: {
    type: 'number',
    minimum: 0,
    description: 'US dollars the run may cost. The report lists what was not reviewed because of it.',
  },
  deadline: {
    type: 'string',
    description: 'Time after which the run stops with a partial report: `90s`, `5m`, `1h30m`.',
  },
  agent_timeout: {
    type: 'string',
    description:
      'Longest time of one agent of a model: `10m`. Without this key: 5 minutes in a review, 15 in an audit, more on a slow local server.',
  },
  call_timeout: {
    type: 'string',
    description: 'Longest time of one model call: `20m`. Without this key: 15 minutes, more on a slow local server.',
  },
  fail_on: {
    type: 'string',
    enum: FAIL_ON_LEVELS,
    default: 'veto',
    description: 'What makes the exit code 1: a veto, or also any counted finding of this severity or above.',
  },
  allow_partial: {
    ...flag,
    default: false,
    description: 'Exit 0 although something in scope was not reviewed. The report still says so.',
  },
  accept_not_assessed: {
    ...flag,
    default: false,
    description:
      'Exit 0 of an audit without a model where only that is open which needs one (`coverage.not_assessed`). What could have been done and was not still counts.',
  },
  allow_empty: {
    ...flag,
    default: false,
    description: 'Exit 0 where paths or globs match nothing. A change with nothing left to review is 0 without it.',
  },
  journal: {
    ...flag,
    default: true,
    description:
      'Store the run with its model answers in the state folder, so that it can be resumed and printed again.',
  },
  ignore_vetoes: { ...flag, default: false, description: 'List vetoes as warnings instead of blocking.' },
  include: { ...names, description: 'Globs, relative to the root: only files that match are in scope.' },
  exclude: { ...names, description: 'Globs, relative to the root: files that match are out of scope.' },
  max_file_bytes: {
    ...positive,
    default: DEFAULT_MAX_FILE_BYTES,
    description: 'Larger files are not read; they are listed as `too-large` and make the run incomplete.',
  },
  progressive_summarization: thresholds,
  veto: {
    ...mapTo(flag),
    description: 'Whether a reviewer may veto: { "user-persona-reviewer": false }. By default all may.',
  },
  base_budgets: {
    ...mapTo(positive),
    description:
      'Budget of a reviewer in tokens, before it is scaled by the size of the scope: { "go-reviewer": 12288 }.',
  },
  external_analyzers: {
    ...names,
    description: 'Installed programs to use. Without this key: all that are installed; ["none"]: none.',
  },
  project_kind: {
    type: 'string',
    enum: PROJECT_KINDS,
    description:
      'What the project is made for, which tells who may fill parameters. Without this key: by its manifests.',
  },
  semgrep_rules: {
    ...names,
    description: 'Semgrep rules to add: files or folders, relative to the root; p/NAME with allow_network.',
  },
  advisory_database: {
    ...name,
    description: 'Known vulnerabilities in OSV format: a folder of JSON files or zip archives, or one zip archive.',
  },
  allow_network: {
    ...flag,
    default: false,
    description: 'Let external analyzers use the network: npm audit sends names and versions of dependencies.',
  },
  suppressions: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        rules: { ...names, minItems: 1 },
        paths: { ...names, minItems: 1 },
        reason: name,
        until: { type: 'string', pattern: DAY },
      },
      required: ['reason'],
      additionalProperties: false,
    },
    description:
      'Findings that do not count, by rules (ids or CWEs) and paths (globs), with a reason: [{ "rules": ["js-eval"], "paths": ["legacy/**"], "reason": "…" }]. They stay in the report as `suppressed`.',
  },
  severity_overrides: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        rules: { ...names, minItems: 1 },
        paths: { ...names, minItems: 1 },
        severity: { type: 'string', enum: SEVERITIES },
        reason: name,
      },
      required: ['severity', 'reason'],
      additionalProperties: false,
    },
    description:
      'Another severity for findings of rules or paths, with a reason: [{ "rules": ["js-eval"], "severity": "LOW", "reason": "…" }]. The last that fits wins.',
  },
  format: {
    type: 'string',
    enum: FORMAT_NAMES,
    description: 'Format of standard output. Without this key: terminal or markdown.',
  },
} as const satisfies Readonly<Record<string, ValueShape>>;

/** Every key may be left out. Values as written: nothing is filled in here. */
export const configShape = {
  type: 'object',
  properties: SHAPE,
  additionalProperties: false,
  description: 'Settings of consensus-review. Environment variables CONSENSUS_REVIEW_* win over them, flags over both.',
} as const satisfies ValueShape;

/** Where the values differ from what is allowed; null where they do not. */
export function findConfigMismatch(values: unknown): Mismatch | null {
  const found = findMismatch(values, configShape);
  if (found !== null) return found;
  const given = values as ConfigValues;
  const wrong = DURATION_KEYS.find((key) => given[key] !== undefined && parseDuration(given[key] ?? '') === null);
  if (wrong !== undefined) return { path: [wrong], unknownKey: null };
  return findUnbounded(values as ConfigValues);
}

const DURATION_KEYS = ['deadline', 'agent_timeout', 'call_timeout'] as const;

/** One without rules and paths would mean everything. */
function findUnbounded(values: ConfigValues): Mismatch | null {
  for (const key of ['suppressions', 'severity_overrides'] as const) {
    const at = (values[key] ?? []).findIndex((row) => row.rules === undefined && row.paths === undefined);
    if (at >= 0) return { path: [key, at, 'rules'], unknownKey: null };
  }
  return null;
}

export const THRESHOLD_KEYS = ['full_analysis_threshold', 'high_severity_threshold', 'force_return_threshold'] as const;
export type ThresholdValues = Readonly<Record<(typeof THRESHOLD_KEYS)[number], number>>;

export type ConfigKey = keyof typeof SHAPE;
export const CONFIG_KEYS = Object.keys(SHAPE) as readonly ConfigKey[];

type Written<S> = S extends { readonly enum: readonly (infer E)[] }
  ? E
  : S extends { readonly anyOf: readonly (infer E)[] }
    ? Written<E>
    : S extends { readonly type: 'string' }
      ? string
      : S extends { readonly type: 'integer' | 'number' }
        ? number
        : S extends { readonly type: 'boolean' }
          ? boolean
          : S extends { readonly type: 'array'; readonly items: infer I }
            ? readonly Written<I>[]
            : S extends { readonly type: 'object'; readonly additionalProperties: infer V }
              ? Readonly<Record<string, Written<V>>>
              : Readonly<Record<string, unknown>>;

/** Keys whose objects have fields of several kinds. */
type TableKey = 'progressive_summarization' | 'suppressions' | 'severity_overrides';

interface MeantFindings {
  /** Ids or CWEs; absent: every rule. */
  readonly rules?: readonly string[] | undefined;
  /** Globs; absent: everywhere. */
  readonly paths?: readonly string[] | undefined;
  readonly reason: string;
}

export interface SuppressionRow extends MeantFindings {
  readonly until?: string | undefined;
}

export interface SeverityRow extends MeantFindings {
  readonly severity: Severity;
}

export type ConfigValues = {
  readonly [K in Exclude<ConfigKey, TableKey>]?: Written<(typeof SHAPE)[K]>;
} & {
  readonly progressive_summarization?: Partial<ThresholdValues>;
  readonly suppressions?: readonly SuppressionRow[];
  readonly severity_overrides?: readonly SeverityRow[];
};

const COUNT = 'a whole number of at least 1';
const MODEL = '`embedded` or PROVIDER/NAME';
const GLOBS = 'a list of globs';

/** What a key takes, in words that complete "must be …". */
export const EXPECTATIONS: Readonly<Record<ConfigKey, string>> = {
  $schema: 'the path of the schema',
  reviewers: 'a list of one or more names of reviewers',
  model: MODEL,
  reviewer_models: `an object from names of reviewers to ${MODEL}`,
  panel: `a list of ${MODEL}`,
  fallback: MODEL,
  protocol: `one of ${CONSENSUS_PROTOCOLS.join(', ')}`,
  min_agreement: COUNT,
  verify: `one of ${VERIFY_MODES.join(', ')}`,
  embedding_model: MODEL,
  models_without_tools: 'a list of PROVIDER/NAME',
  context_files: 'a list of paths of files and folders',
  context_windows: `an object from PROVIDER/NAME to ${COUNT}`,
  complexity: `one of ${COMPLEXITIES.join(', ')}`,
  commands: 'an object from names to programs with their arguments',
  prices: 'an object from PROVIDER/NAME to prices',
  waves: `"auto" or ${COUNT}`,
  concurrency: COUNT,
  max_tokens: COUNT,
  max_cost: 'a number of US dollars, 0 or more',
  deadline: 'a duration such as "90s", "5m" or "1h30m"',
  agent_timeout: 'a duration such as "90s", "5m" or "1h30m"',
  call_timeout: 'a duration such as "90s", "5m" or "1h30m"',
  fail_on: `one of ${FAIL_ON_LEVELS.join(', ')}`,
  allow_partial: 'true or false',
  accept_not_assessed: 'true or false',
  allow_empty: 'true or false',
  ignore_vetoes: 'true or false',
  journal: 'true or false',
  include: GLOBS,
  exclude: GLOBS,
  max_file_bytes: COUNT,
  progressive_summarization: `an object with ${THRESHOLD_KEYS.join(', ')}, each a number above 0 and at most 1`,
  veto: 'an object from names of reviewers to true or false',
  base_budgets: `an object from names of reviewers to ${COUNT}`,
  external_analyzers: 'a list of names of external analyzers, or ["none"]',
  project_kind: `one of ${PROJECT_KINDS.join(', ')}`,
  semgrep_rules: 'a list of files and folders',
  advisory_database: 'the path of a folder or a zip archive',
  allow_network: 'true or false',
  suppressions: 'a list of objects with `reason`, and `rules`, `paths` or both; `until` is a day such as 2027-03-31',
  severity_overrides: 'a list of objects with `severity` and `reason`, and `rules`, `paths` or both',
  format: `one of ${FORMAT_NAMES.join(', ')}`,
};
