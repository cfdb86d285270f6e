/**
 * What a run is asked to do, as it travels: settings that were resolved where it was submitted, no keys, no environment, no
 * program and no path of that machine. Checked again by the worker, because anybody who can write to the database could have put it there.
 */
import { z } from 'zod';
import { ReviewError } from '../errors.ts';
import { FORMAT_NAMES } from '../protocol/config/config-schema.ts';
import { PROJECT_KINDS } from '../protocol/config/project-kind.ts';
import { VERIFY_MODES } from '../protocol/findings/claim-check.ts';
import { CONSENSUS_PROTOCOLS } from '../protocol/findings/consensus-protocol.ts';
import { FAIL_ON_LEVELS, SEVERITIES } from '../protocol/findings/severity.ts';
import { asksModels, modelsFor } from '../protocol/reviewers/reviewer-models.ts';
import type { Config } from '../wiring/config.ts';
import { type Flags, PLAYBOOK_FLAGS } from '../wiring/playbooks.ts';
import type { Settings } from '../wiring/settings.ts';
import { requireShape } from './check-shape.ts';

const text = z.string();
const texts = z.array(text);
const flag = z.boolean();
const count = z.int().min(0);
const ratio = z.number().min(0).max(1);

const meant = { rules: texts.optional(), paths: texts.optional(), reason: text };

const configSchema = z.strictObject({
  reviewers: texts.nullable(),
  model: text,
  reviewerModels: z.record(text, text),
  panel: texts,
  fallback: text.nullable(),
  protocol: z.enum(CONSENSUS_PROTOCOLS),
  minAgreement: count,
  // A run that was submitted before there was a second look has none.
  verify: z.enum(VERIFY_MODES).default('never'),
  modelsWithoutTools: texts,
  contextWindows: z.record(text, count).default({}),
  contextFiles: texts.default([]),
  complexity: z.enum(['simple', 'standard', 'complex']),
  embeddingModel: text.nullable(),
  prices: z.record(text, z.record(text, z.unknown())),
  waves: z.union([z.literal('auto'), count]),
  concurrency: count.nullable(),
  maxTokens: count.nullable(),
  maxCostUsd: z.number().min(0).nullable(),
  deadlineMs: z.number().min(0).nullable(),
  agentTimeoutMs: z.number().min(0).nullable().default(null),
  callTimeoutMs: z.number().min(0).nullable().default(null),
  failOn: z.enum(FAIL_ON_LEVELS),
  allowPartial: flag,
  acceptNotAssessed: flag,
  allowEmpty: flag,
  ignoreVetoes: flag,
  include: texts,
  exclude: texts,
  maxFileBytes: count,
  thresholds: z.strictObject({ fullAnalysis: ratio, highSeverity: ratio, forceReturn: ratio }),
  veto: z.record(text, flag),
  baseBudgets: z.record(text, count),
  externalAnalyzers: texts,
  suppressions: z.array(z.strictObject({ ...meant, until: text.optional() })),
  severityOverrides: z.array(z.strictObject({ ...meant, severity: z.enum(SEVERITIES) })),
  projectKind: z.enum(PROJECT_KINDS).nullable(),
  format: z.enum(FORMAT_NAMES).nullable(),
});

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
  config: configSchema,
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
