/**
 * Declares in zod the keys of consensus-review.config.json, what each takes and means; the types come from here too (CONFIG-01).
 * `npm run schemas` writes from it config-shape.json (which a start loads instead of zod), schemas/config.schema.json and the
 * table of docs/configuration.md. The schema itself is loaded by scripts/ and fleet/run-spec.ts.
 */
import { z } from 'zod';
import { COMPLEXITIES } from '../budget/budget.ts';
import { writtenPrice } from '../budget/price-schema.ts';
import { DEFAULT_THRESHOLDS } from '../budget/thresholds.ts';
import { VERIFY_MODES } from '../findings/claim-check.ts';
import { CONSENSUS_PROTOCOLS } from '../findings/consensus-protocol.ts';
import { FAIL_ON_LEVELS, SEVERITIES } from '../findings/severity.ts';
import { DAY } from '../findings/suppression.ts';
import { MODEL_NAME } from '../reviewers/reviewer-models.ts';
import type { DocumentOf, WrittenAs } from '../text/document-of.ts';
import {
  CHECKLIST_FORMS,
  DEFAULT_MAX_FILE_BYTES,
  FORMAT_NAMES,
  REASONING_LEVELS,
  THRESHOLD_KEYS,
} from './config-names.ts';
import { PROJECT_KINDS } from './project-kind.ts';

const name = z.string().min(1);
const names = z.array(name);
const someNames = names.min(1);
const model = z.string().regex(MODEL_NAME);
const count = z.int().min(1);
const flag = z.boolean();
const mapTo = <Schema extends z.ZodType>(schema: Schema) => z.record(z.string(), schema);

/** What a key takes, in words that complete "must be …", and what it means. */
const say = (expects: string, description: string) => ({ expects, description });

const COUNT = 'a whole number of at least 1';
const MODEL = '`embedded` or PROVIDER/NAME';
const GLOBS = 'a list of globs';
const DURATION = 'a duration such as "90s", "5m" or "1h30m"';
const YES_OR_NO = 'true or false';
const oneOf = (values: readonly string[]): string => `one of ${values.join(', ')}`;

const share = (value: number, description: string) =>
  z
    .number()
    .gt(0)
    .max(1)
    .exactOptional()
    .meta({ ...say('a number above 0 and at most 1', description), default: value });

/** Ids or CWEs, and globs; each absent: all of them. One of the two has to be there. */
const meant = { rules: someNames.exactOptional(), paths: someNames.exactOptional() };

export const configSchema = z
  .strictObject({
    $schema: z
      .string()
      .exactOptional()
      .meta(say('the path of the schema', 'Path of this schema, so that editors complete and check the file.')),
    reviewers: someNames
      .exactOptional()
      .meta(
        say(
          'a list of one or more names of reviewers',
          'Reviewers to run. Without this key: the five standard reviewers, plus those of the languages in scope.',
        ),
      ),
    model: model
      .default('embedded')
      .meta(
        say(
          MODEL,
          'Model that reviews: `embedded` works offline with rules and analyzers; otherwise PROVIDER/NAME of a model.',
        ),
      ),
    reviewer_models: mapTo(model)
      .exactOptional()
      .meta(
        say(
          `an object from names of reviewers to ${MODEL}`,
          'Another model for single reviewers: { "security-reviewer": "PROVIDER/NAME" }.',
        ),
      ),
    panel: z
      .array(model)
      .min(1)
      .exactOptional()
      .meta(
        say(
          `a list of ${MODEL}`,
          'Several models that each review, instead of `model`; findings say how many of them agree. `embedded` may be one.',
        ),
      ),
    fallback: model
      .exactOptional()
      .meta(say(MODEL, 'Model to call when the chosen one does not answer; its findings name it.')),
    protocol: z
      .enum(CONSENSUS_PROTOCOLS)
      .default('veto')
      .meta(
        say(
          oneOf(CONSENSUS_PROTOCOLS),
          'How several opinions become one: `veto` and `aad` keep every report, `ci` lets reviewers judge the findings of the others in a second round, `vote` keeps what 66% report.',
        ),
      ),
    min_agreement: count
      .default(1)
      .meta(
        say(
          COUNT,
          'How many of those that could have reported a finding must agree. Never rejects CRITICAL and HIGH security findings, vetoes and findings of rules.',
        ),
      ),
    verify: z
      .enum(VERIFY_MODES)
      .default('auto')
      .meta(
        say(
          oneOf(VERIFY_MODES),
          'Second look at claims of models by a conversation that tries to refute them: `auto` for CRITICAL, HIGH and vetoes, `always` for every claim, `never`.',
        ),
      ),
    models_without_tools: z
      .array(model)
      .exactOptional()
      .meta(
        say(
          'a list of PROVIDER/NAME',
          'Models that cannot call tools: they get their files one by one. A model that reports this itself needs no entry.',
        ),
      ),
    reasoning: z
      .enum(REASONING_LEVELS)
      .exactOptional()
      .meta(
        say(
          oneOf(REASONING_LEVELS),
          'How much models may think before they answer, where their provider lets one choose; within the tokens that an answer is granted. Without this key: as the provider has it.',
        ),
      ),
    checklists: z
      .enum(CHECKLIST_FORMS)
      .default('whole')
      .meta(
        say(
          oneOf(CHECKLIST_FORMS),
          'Whether a reviewer on a model is asked for all it looks for in one question, or in two or three, each about a part of it. `split` applies where all reviewers share one scope, and makes more calls.',
        ),
      ),
    context_windows: mapTo(count)
      .exactOptional()
      .meta(
        say(
          `an object from PROVIDER/NAME to ${COUNT}`,
          'Context window of a model in tokens, where its server does not publish it: { "openai-compatible/NAME": 8192 }. Budgets are cut to it.',
        ),
      ),
    context_files: names
      .exactOptional()
      .meta(
        say(
          'a list of paths of files and folders',
          'Notes of the project for reviewers on models, beside REVIEW.md, AGENTS.md, CLAUDE.md and CONTRIBUTING.md: a threat model, conventions. Files or folders; quoted as data.',
        ),
      ),
    complexity: z
      .enum(COMPLEXITIES)
      .default('standard')
      .meta(
        say(
          oneOf(COMPLEXITIES),
          'How hard the code is to review: multiplies every budget by 0.75, 1 or 1.5, up to 32768 tokens.',
        ),
      ),
    embedding_model: model
      .exactOptional()
      .meta(
        say(
          '`static/FOLDER` or PROVIDER/NAME',
          'Model for search vectors: a folder with a table of vectors, read in this process, or a provider with an API like that of OpenAI. Without this key nothing is sent and search ranks by words.',
        ),
      ),
    commands: mapTo(z.array(z.string()).min(1))
      .exactOptional()
      .meta(
        say(
          'an object from names to programs with their arguments',
          'Agent programs for the model `command/NAME`: { "mine": ["program", "argument"] }. They read the prompt from standard input.',
        ),
      ),
    prices: z
      .record(z.string().regex(/^[^/]+\/.+$/u), writtenPrice)
      .exactOptional()
      .meta(
        say(
          'an object from PROVIDER/NAME to objects with `input` and `output`',
          'US dollars per million tokens, which override the built-in prices: { "PROVIDER/NAME": { "input": 3, "output": 15 } }. Also `cached`, `write`, `context_tokens`, `max_output_tokens`; `above` has the prices of calls with more than its `input_tokens`.',
        ),
      ),
    waves: z
      .union([z.enum(['auto']), count])
      .default('auto')
      .meta(
        say(
          `"auto" or ${COUNT}`,
          '`auto` continues until every file is reviewed or a limit stops the run; a number is the maximum of waves.',
        ),
      ),
    concurrency: count
      .exactOptional()
      .meta(say(COUNT, 'How many reviewers work at the same time. Without this key: all of them.')),
    max_tokens: count
      .exactOptional()
      .meta(say(COUNT, 'Provider tokens the run may use. The report lists what was not reviewed because of it.')),
    max_cost: z
      .number()
      .min(0)
      .exactOptional()
      .meta(
        say(
          'a number of US dollars, 0 or more',
          'US dollars the run may cost. The report lists what was not reviewed because of it.',
        ),
      ),
    deadline: z
      .string()
      .exactOptional()
      .meta(say(DURATION, 'Time after which the run stops with a partial report: `90s`, `5m`, `1h30m`.')),
    agent_timeout: z
      .string()
      .exactOptional()
      .meta(
        say(
          DURATION,
          'Longest time of one agent of a model: `10m`. Without this key: 5 minutes in a review, 15 in an audit, more on a slow local server.',
        ),
      ),
    call_timeout: z
      .string()
      .exactOptional()
      .meta(
        say(
          DURATION,
          'Longest time of one model call: `20m`. Without this key: 15 minutes, more on a slow local server.',
        ),
      ),
    fail_on: z
      .enum(FAIL_ON_LEVELS)
      .default('veto')
      .meta(
        say(
          oneOf(FAIL_ON_LEVELS),
          'What makes the exit code 1: a veto, or also any counted finding of this severity or above.',
        ),
      ),
    allow_partial: flag
      .default(false)
      .meta(say(YES_OR_NO, 'Exit 0 although something in scope was not reviewed. The report still says so.')),
    accept_not_assessed: flag
      .default(false)
      .meta(
        say(
          YES_OR_NO,
          'Exit 0 of an audit without a model where only that is open which needs one (`coverage.not_assessed`). What could have been done and was not still counts.',
        ),
      ),
    allow_empty: flag
      .default(false)
      .meta(
        say(
          YES_OR_NO,
          'Exit 0 where paths or globs match nothing. A change with nothing left to review is 0 without it.',
        ),
      ),
    journal: flag
      .default(true)
      .meta(
        say(
          YES_OR_NO,
          'Store the run with its model answers in the state folder, so that it can be resumed and printed again.',
        ),
      ),
    ignore_vetoes: flag.default(false).meta(say(YES_OR_NO, 'List vetoes as warnings instead of blocking.')),
    include: names.exactOptional().meta(say(GLOBS, 'Globs, relative to the root: only files that match are in scope.')),
    exclude: names.exactOptional().meta(say(GLOBS, 'Globs, relative to the root: files that match are out of scope.')),
    max_file_bytes: count
      .default(DEFAULT_MAX_FILE_BYTES)
      .meta(say(COUNT, 'Larger files are not read; they are listed as `too-large` and make the run incomplete.')),
    progressive_summarization: z
      .strictObject({
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
      })
      .exactOptional()
      .meta(
        say(
          `an object with ${THRESHOLD_KEYS.join(', ')}, each a number above 0 and at most 1`,
          'When a reviewer reports less and when it stops, as shares of its budget. ' +
            'Must satisfy 0 < full_analysis_threshold < high_severity_threshold <= force_return_threshold <= 1. ' +
            'Each can be set alone.',
        ),
      ),
    veto: mapTo(flag)
      .exactOptional()
      .meta(
        say(
          'an object from names of reviewers to true or false',
          'Whether a reviewer may veto: { "user-persona-reviewer": false }. By default all may.',
        ),
      ),
    base_budgets: mapTo(count)
      .exactOptional()
      .meta(
        say(
          `an object from names of reviewers to ${COUNT}`,
          'Budget of a reviewer in tokens, before it is scaled by the size of the scope: { "go-reviewer": 12288 }.',
        ),
      ),
    external_analyzers: names
      .exactOptional()
      .meta(
        say(
          'a list of names of external analyzers, or ["none"]',
          'Installed programs to use. Without this key: all that are installed; ["none"]: none.',
        ),
      ),
    project_kind: z
      .enum(PROJECT_KINDS)
      .exactOptional()
      .meta(
        say(
          oneOf(PROJECT_KINDS),
          'What the project is made for, which tells who may fill parameters. Without this key: by its manifests.',
        ),
      ),
    semgrep_rules: names
      .exactOptional()
      .meta(
        say(
          'a list of files and folders',
          'Semgrep rules to add: files or folders, relative to the root; p/NAME with allow_network.',
        ),
      ),
    advisory_database: name
      .exactOptional()
      .meta(
        say(
          'the path of a folder or a zip archive',
          'Known vulnerabilities in OSV format: a folder of JSON files or zip archives, or one zip archive.',
        ),
      ),
    allow_network: flag
      .default(false)
      .meta(
        say(YES_OR_NO, 'Let external analyzers use the network: npm audit sends names and versions of dependencies.'),
      ),
    suppressions: z
      .array(z.strictObject({ ...meant, reason: name, until: z.string().regex(DAY).exactOptional() }))
      .exactOptional()
      .meta(
        say(
          'a list of objects with `reason`, and `rules`, `paths` or both; `until` is a day such as 2027-03-31',
          'Findings that do not count, by rules (ids or CWEs) and paths (globs), with a reason: [{ "rules": ["js-code-injection"], "paths": ["legacy/**"], "reason": "…" }]. They stay in the report as `suppressed`.',
        ),
      ),
    severity_overrides: z
      .array(z.strictObject({ ...meant, severity: z.enum(SEVERITIES), reason: name }))
      .exactOptional()
      .meta(
        say(
          'a list of objects with `severity` (CRITICAL, HIGH, MEDIUM or LOW) and `reason`, and `rules`, `paths` or both',
          'Another severity for findings of rules or paths, with a reason: [{ "rules": ["js-code-injection"], "severity": "LOW", "reason": "…" }]. The last that fits wins.',
        ),
      ),
    format: z
      .enum(FORMAT_NAMES)
      .exactOptional()
      .meta(say(oneOf(FORMAT_NAMES), 'Format of standard output. Without this key: terminal or markdown.')),
  })
  .describe('Settings of consensus-review. Environment variables CONSENSUS_REVIEW_* win over them, flags over both.');

/** Values as written: every key may be left out, and nothing is filled in. */
export type ConfigValues = { readonly [Key in ConfigKey]?: NonNullable<WrittenAs<typeof configSchema>[Key]> };
/** With defaults; a key that has none may be absent. */
export type FilledConfig = DocumentOf<typeof configSchema>;
export type ConfigKey = keyof typeof configSchema.shape;
export type ThresholdValues = Required<NonNullable<ConfigValues['progressive_summarization']>>;
