/**
 * The keys of consensus-review.config.json, what each takes and what it means: the source of schemas/config.schema.json
 * and of every message about a wrong value, whether it stands in the file, the environment or a flag (CONFIG-01).
 */
import { z } from 'zod';
import { parseDuration } from './duration.ts';
import { FAIL_ON_LEVELS } from './exit-code.ts';
import { DEFAULT_THRESHOLDS } from './thresholds.ts';

export const CONFIG_FILE_NAME = 'consensus-review.config.json';
export const DEFAULT_MAX_FILE_BYTES = 1_048_576;

export const FORMAT_NAMES = ['terminal', 'markdown', 'json', 'sarif', 'signal'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** Programs of others that review where they are installed; `none` switches all of them off. */
export const EXTERNAL_ANALYZERS = ['semgrep', 'bandit', 'gosec', 'staticcheck', 'go-vet', 'npm-audit'] as const;
export type ExternalAnalyzerName = (typeof EXTERNAL_ANALYZERS)[number];

/**
 * Keys that make the machine of the user do something: run rules, read a folder, use the network. A file that lies in the
 * reviewed repository may not set them unless that repository is trusted.
 */
export const HOST_KEYS = ['semgrep_rules', 'advisory_database', 'allow_network', 'commands', 'prices'] as const;

/** `embedded`, or a provider and the name of its model. */
export const MODEL_NAME = /^(?:embedded|[a-z][a-z0-9-]*\/\S+)$/u;

const name = z.string().min(1);
const model = z.string().regex(MODEL_NAME);
const globs = z.array(z.string().min(1));
const positive = z.int().min(1);
const ratio = z.number().gt(0).max(1);

const thresholds = z
  .strictObject({
    full_analysis_threshold: ratio
      .default(DEFAULT_THRESHOLDS.fullAnalysis)
      .describe('Below this share of its budget a reviewer reports every severity with code and examples.'),
    high_severity_threshold: ratio
      .default(DEFAULT_THRESHOLDS.highSeverity)
      .describe('Below this share only CRITICAL and HIGH are reported, in short; from here on it is told to return.'),
    force_return_threshold: ratio
      .default(DEFAULT_THRESHOLDS.forceReturn)
      .describe('From this share on the host ends the reviewer and keeps its complete findings.'),
  })
  .partial()
  .describe(
    'When a reviewer that runs out of budget becomes brief and when it stops, as shares of its budget. ' +
      'Must satisfy 0 < full_analysis_threshold < high_severity_threshold <= force_return_threshold <= 1. ' +
      'Each can be set alone.',
  );

const SHAPE = {
  $schema: z.string().describe('Path of this schema, so that editors complete and check the file.'),
  reviewers: z
    .array(name)
    .min(1)
    .describe('Who reviews. Without this key: the five standard reviewers, plus those of the languages in scope.'),
  model: model
    .default('embedded')
    .describe(
      'Who does the reading: `embedded` works offline with rules and analyzers; else PROVIDER/NAME of a model.',
    ),
  reviewer_models: z
    .record(name, model)
    .describe('Another model for single reviewers: { "security-reviewer": "PROVIDER/NAME" }.'),
  fallback: model.describe('Model that is asked where the chosen one does not answer; its findings name it.'),
  commands: z
    .record(name, z.array(z.string().min(1)).min(1))
    .describe(
      'Agent programs to review with, as `command/NAME`: { "mine": ["program", "argument"] }. Prompt on standard input.',
    ),
  prices: z
    .record(name, z.looseObject({ input: z.number().min(0), output: z.number().min(0) }))
    .describe(
      'Prices in US dollars per million tokens, which win over the built-in ones: { "PROVIDER/NAME": { "input": 3, "output": 15 } }.',
    ),
  waves: z
    .union([z.literal('auto'), positive])
    .default('auto')
    .describe(
      '`auto` sends reviewers again until every file is reviewed or a limit stops them; a number is the most waves.',
    ),
  concurrency: positive.describe('How many reviewers work at the same time. Without this key: all of them.'),
  max_tokens: positive.describe('Provider tokens the run may use. What is then left unreviewed is reported.'),
  max_cost: z.number().min(0).describe('US dollars the run may cost. What is then left unreviewed is reported.'),
  deadline: z
    .string()
    .refine((text) => parseDuration(text) !== null)
    .describe('Time after which the run ends with an honest partial report: `90s`, `5m`, `1h30m`.'),
  fail_on: z
    .enum(FAIL_ON_LEVELS)
    .default('veto')
    .describe(
      'What makes the exit code 1: a veto (the default), or also any counted finding of this severity or above.',
    ),
  allow_partial: z
    .boolean()
    .default(false)
    .describe('Exit 0 although something in scope was not reviewed. The report still says so.'),
  ignore_vetoes: z.boolean().default(false).describe('List vetoes as warnings instead of blocking.'),
  include: globs.describe('Globs, relative to the root: only files that match are in scope.'),
  exclude: globs.describe('Globs, relative to the root: files that match are out of scope.'),
  max_file_bytes: positive
    .default(DEFAULT_MAX_FILE_BYTES)
    .describe('Larger files are not read; they are listed as `too-large` and make the run incomplete.'),
  progressive_summarization: thresholds,
  veto: z
    .record(name, z.boolean())
    .describe('Whether a reviewer may veto: { "user-persona-reviewer": false }. Everyone may by default.'),
  base_budgets: z
    .record(name, positive)
    .describe('Tokens a reviewer has before the size of the scope is taken into account: { "go-reviewer": 12288 }.'),
  external_analyzers: z
    .array(z.enum([...EXTERNAL_ANALYZERS, 'none']))
    .describe('Which installed programs review along. Without this key: every one that is installed; ["none"]: none.'),
  semgrep_rules: z
    .array(z.string().min(1))
    .describe('Semgrep rules to run besides ours: files or folders, relative to the root; p/NAME with allow_network.'),
  advisory_database: z
    .string()
    .min(1)
    .describe('Known vulnerabilities in OSV format: a folder of JSON files or zip archives, or one zip archive.'),
  allow_network: z
    .boolean()
    .default(false)
    .describe('Let external analyzers use the network: npm audit sends names and versions of dependencies.'),
  format: z.enum(FORMAT_NAMES).describe('Format of standard output. Without this key: terminal or markdown.'),
} as const;

/** Every key may be left out. Values as written: nothing is filled in here. */
export const configSchema = z
  .strictObject(SHAPE)
  .partial()
  .describe('Settings of consensus-review. Environment variables CONSENSUS_REVIEW_* win over them, flags over both.');

export const THRESHOLD_KEYS = ['full_analysis_threshold', 'high_severity_threshold', 'force_return_threshold'] as const;
export type ThresholdValues = Readonly<Record<(typeof THRESHOLD_KEYS)[number], number>>;

export type ConfigKey = keyof typeof SHAPE;
export const CONFIG_KEYS = Object.keys(SHAPE) as readonly ConfigKey[];

type Written = z.input<typeof configSchema>;
export type ConfigValues = {
  readonly [K in Exclude<ConfigKey, 'progressive_summarization'>]?: Exclude<Written[K], undefined>;
} & { readonly progressive_summarization?: Partial<ThresholdValues> };

const COUNT = 'a whole number of at least 1';
const MODEL = '`embedded` or PROVIDER/NAME';
const GLOBS = 'a list of globs';

/** What a key takes, in words that complete "must be …". */
export const EXPECTATIONS: Readonly<Record<ConfigKey, string>> = {
  $schema: 'the path of the schema',
  reviewers: 'a list of one or more names of reviewers',
  model: MODEL,
  reviewer_models: `an object from names of reviewers to ${MODEL}`,
  fallback: MODEL,
  commands: 'an object from names to programs with their arguments',
  prices: 'an object from PROVIDER/NAME to prices',
  waves: `"auto" or ${COUNT}`,
  concurrency: COUNT,
  max_tokens: COUNT,
  max_cost: 'a number of US dollars, 0 or more',
  deadline: 'a duration such as "90s", "5m" or "1h30m"',
  fail_on: `one of ${FAIL_ON_LEVELS.join(', ')}`,
  allow_partial: 'true or false',
  ignore_vetoes: 'true or false',
  include: GLOBS,
  exclude: GLOBS,
  max_file_bytes: COUNT,
  progressive_summarization: `an object with ${THRESHOLD_KEYS.join(', ')}, each a number above 0 and at most 1`,
  veto: 'an object from names of reviewers to true or false',
  base_budgets: `an object from names of reviewers to ${COUNT}`,
  external_analyzers: `a list of ${EXTERNAL_ANALYZERS.join(', ')}, or ["none"]`,
  semgrep_rules: 'a list of files and folders',
  advisory_database: 'the path of a folder or a zip archive',
  allow_network: 'true or false',
  format: `one of ${FORMAT_NAMES.join(', ')}`,
};
