/**
 * Composes what a run is asked to do, as it is stored in the database: settings that were resolved where it was submitted, no keys, no
 * environment, no program and no path of that machine (submit-run.ts). Checks it again on the worker (run-session.ts), because anybody
 * who can write to the database could have put it there.
 */
import { z } from 'zod';
import { ReviewError } from '../errors.ts';
import { type ConfigKey, configSchema } from '../protocol/config/config-schema.ts';
import { asksModels, modelsFor } from '../protocol/reviewers/reviewer-models.ts';
import { toCamel } from '../protocol/text/key-case.ts';
import { type Config, PLAIN_KEYS } from '../wiring/config.ts';
import { type Flags, PLAYBOOK_FLAGS } from '../wiring/playbooks.ts';
import type { Settings } from '../wiring/settings.ts';
import { requireShape } from './check-shape.ts';

const text = z.string();
const texts = z.array(text);
const flag = z.boolean();
const count = z.int().min(0);
const ratio = z.number().min(0).max(1);

/** Settings that only a machine of its own can say. */
const LOCAL = ['commands', 'journal', 'semgrepRules', 'advisoryDatabase', 'allowNetwork'] as const;
type TravellingConfig = Omit<Config, (typeof LOCAL)[number]>;

/** A run that was submitted before there were these keys has none. */
const LATER: ReadonlySet<ConfigKey> = new Set<ConfigKey>([
  'verify',
  'reasoning',
  'checklists',
  'context_windows',
  'context_files',
]);

/** A key of the configuration, filled in: null where nobody set it, unless it is a list or table. */
function settle(key: ConfigKey): z.ZodType {
  const declared = configSchema.shape[key];
  const inner = declared.unwrap();
  const isOpen = declared instanceof z.ZodDefault || inner instanceof z.ZodArray || inner instanceof z.ZodRecord;
  const settled = isOpen ? inner : inner.nullable();
  return LATER.has(key) ? settled.optional() : settled;
}

const plainKeys = PLAIN_KEYS.filter((key) => !LOCAL.some((name) => name === toCamel(key)));

const travellingSchema = z.strictObject({
  ...Object.fromEntries(plainKeys.map((key) => [toCamel(key), settle(key)])),
  reviewers: texts.nullable(),
  panel: texts,
  maxCostUsd: z.number().min(0).nullable(),
  deadlineMs: z.number().min(0).nullable(),
  agentTimeoutMs: z.number().min(0).nullable().default(null),
  callTimeoutMs: z.number().min(0).nullable().default(null),
  thresholds: z.strictObject({ fullAnalysis: ratio, highSeverity: ratio, forceReturn: ratio }),
  externalAnalyzers: texts,
}) as unknown as z.ZodType<TravellingConfig>;

const requirementSchema = z.strictObject({ id: text, line: count, text });

export const reviewerSchema = z.strictObject({
  name: text,
  role: text,
  baseBudgetTokens: count,
  categories: texts,
  languages: texts.nullable(),
  canVeto: flag,
  model: text.nullable(),
  instructions: text.nullable(),
  requirements: z.exactOptional(z.array(requirementSchema)),
});

const specSchema = z.strictObject({
  playbook: z.enum(['review', 'audit']),
  config: travellingSchema,
  roster: z.array(reviewerSchema),
  rules: z.strictObject({ include: texts, exclude: texts, ignoreLines: texts, maxFileBytes: count }),
  /** Files of the project's rules, compiled by the worker. */
  ownRules: z.array(z.strictObject({ path: text, text, fault: text.optional() })),
  /** Of the committed file and of whoever submitted the run. */
  suppressions: z.array(
    z.strictObject({
      kind: z.enum(['comment', 'dismissal', 'baseline', 'configuration']),
      place: text,
      fingerprint: text.nullable(),
      rules: texts,
      paths: texts,
      line: count.nullable(),
      reason: text,
      until: text.nullable(),
      by: text.nullable(),
    }),
  ),
  /** What a linked issue or pull request asks for. */
  context: z.exactOptional(z.strictObject({ source: text, requirements: z.array(requirementSchema), left: count })),
  warnings: texts,
  /** Flags of the playbook as they were written. */
  flags: z.record(text, z.unknown()),
  /** Every nonce of the run comes from it. */
  seed: text,
  /** Whose files they are: the cache is not shared with another project. */
  project: text,
  /** Null where the review cache is not used. */
  reuse: z.strictObject({ mayRecall: flag }).nullable(),
  /** The trace that the run is a part of. */
  trace: z
    .strictObject({ traceId: text.regex(/^[0-9a-f]{32}$/u), spanId: text.regex(/^[0-9a-f]{16}$/u), traceFlags: count })
    .nullable(),
});

export type RunSpec = z.infer<typeof specSchema>;

export interface AskedRun {
  readonly playbook: RunSpec['playbook'];
  readonly settings: Settings;
  readonly flags: Flags;
  readonly seed: string;
  readonly project: string;
  readonly trace?: RunSpec['trace'];
}

const isProgram = (model: string): boolean => model.startsWith('command/');

/** Throws ReviewError for what cannot travel. */
export function composeSpec({ playbook, settings, flags, seed, project, trace = null }: AskedRun): RunSpec {
  const { config, roster, rules, warnings } = settings;
  const { commands: _commands, journal, semgrepRules, advisoryDatabase, allowNetwork, ...travelling } = config;
  requireModels(settings);
  const left = [
    ...(semgrepRules.length > 0 ? ['semgrep_rules'] : []),
    ...(advisoryDatabase === null ? [] : ['advisory_database']),
    ...(allowNetwork ? ['allow_network'] : []),
    ...(settings.trustsRepository ? ['--trust-repository'] : []),
  ];
  const notice = `⚠️ ${left.join(', ')} not used with --database: they refer to this machine, and other machines do the run`;
  return specSchema.parse({
    playbook,
    config: travelling,
    roster,
    rules,
    ownRules: settings.ownRules?.files ?? [],
    suppressions: settings.suppressions,
    ...(settings.context === undefined ? {} : { context: settings.context }),
    warnings: left.length === 0 ? warnings : [...warnings, notice],
    flags: Object.fromEntries(PLAYBOOK_FLAGS.flatMap((name) => (name in flags ? [[name, flags[name]]] : []))),
    seed,
    project,
    reuse: journal ? { mayRecall: flags.reuse !== false } : null,
    trace,
  });
}

/** A program of this machine is not started on another. */
function requireModels({ config, roster }: Pick<Settings, 'config' | 'roster'>): void {
  const named = [...roster.flatMap((reviewer) => modelsFor(reviewer, config)), config.fallback ?? ''];
  const program = asksModels(config) ? named.find(isProgram) : undefined;
  if (program === undefined) return;
  throw new ReviewError('bad-value', `${program} is a program on this machine; workers do not start programs.`, {
    advice: 'Name a model of a provider, or run without --database.',
  });
}

/** From the database; throws ReviewError where it is not a run of this version. */
export function parseSpec(value: unknown): RunSpec {
  const spec = requireShape<RunSpec>(specSchema, value, 'the run');
  requireModels({ config: configOf(spec), roster: spec.roster });
  return spec;
}

/** With what only a machine of its own can say. */
export const configOf = ({ config }: RunSpec): Config => ({
  ...config,
  commands: {},
  semgrepRules: [],
  advisoryDatabase: null,
  allowNetwork: false,
  journal: true,
});
