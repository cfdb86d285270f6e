/**
 * Checks the task of an agent that a worker got from the database with Zod schemas, one for each kind (review, verify, hunt, deepen,
 * validate), before it begins. Unknown keys are ignored. Called by perform-agent.ts.
 */
import { z } from 'zod';
import type { DeepDiveTask, HuntTask, ValidationTask } from '../ports/auditor.ts';
import type { Assignment } from '../ports/driver.ts';
import type { VerifyTask } from '../ports/verifier.ts';
import { cachedReviewSchema, findingSchema } from '../protocol/cache/cached-review-schema.ts';
import { AUDIT_MODES } from '../protocol/coverage/audit-mode.ts';
import { DIMENSIONS } from '../protocol/findings/dimension.ts';
import { SEVERITIES } from '../protocol/findings/severity.ts';
import type { PostedAgent } from './agent-task.ts';
import { requireShape } from './check-shape.ts';
import { reviewerSchema } from './run-spec.ts';

const text = z.string();
const texts = z.array(text);
const optionalText = text.nullable();
const flag = z.boolean();
const count = z.int().min(0);
const place = z.int().min(1);
const dimension = z.enum(DIMENSIONS);
const severity = z.enum(SEVERITIES);
const range = z.object({ start: place, end: place });
const anySet = z.set(text);

const file = z.object({
  kind: z.literal('file'),
  path: text,
  language: optionalText,
  changed: z.array(range).nullable(),
  tokens: count,
  estimated: flag,
  loc: count,
  lines: count,
  branch: optionalText,
});
const assigned = file.extend({ tier: place, recorded: count, delivered: z.array(range).optional() });

const known = z
  .object(findingSchema.shape)
  .extend({ id: text, file: text, line: place, endLine: place, agent: text, round: count });

const shared = z.object({ id: text, severity, title: text, file: text, line: place, endLine: place, reports: texts });

const reviewSchema = z.object({
  label: text,
  driver: text,
  assignment: z.object({
    reviewer: reviewerSchema,
    round: place,
    wave: place,
    budgetTokens: count,
    isolation: z.enum(['shared', 'branch']),
    branchId: optionalText,
    files: z.array(assigned),
    shared: z.array(assigned).optional(),
    recalled: z.array(z.object({ file: assigned, review: cachedReviewSchema })).optional(),
    analysed: z.array(assigned).optional(),
    mayContinue: flag,
    others: z.array(shared).optional(),
  }),
});

const verifySchema = z.object({ driver: text, task: z.object({ agentId: text, findings: z.array(known) }) });

const spot = z.object({ file: text, line: count });
const recon = z.object({
  modules: z.array(z.object({ name: text, files: count, loc: count })),
  entryPoints: z.array(spot.extend({ kind: text, framework: optionalText, label: text })),
  endpoints: z.array(
    spot.extend({
      label: text,
      verb: optionalText,
      resource: optionalText,
      isSensitive: flag,
      guards: texts,
      handler: spot.nullable(),
    }),
  ),
  dependencies: texts,
  spots: z.array(spot.extend({ dimension, what: text })),
  languages: texts,
  frameworks: texts,
  isLibrary: flag,
  documents: texts,
  notes: texts,
});

const hotspot = z.object({ file: text, lines: z.object({ start: z.int(), end: z.int() }), reason: text });

const huntSchema = z.object({
  agentId: text,
  round: place,
  emergency: flag,
  mode: z.enum(AUDIT_MODES),
  dimensions: z.array(dimension),
  turns: z.object({
    maxTurns: place,
    documentTurns: count,
    analysisTurns: count,
    lastExplorationTurn: count,
    budgetTokens: count,
    allowsBreadthSearch: flag,
  }),
  maxToolCalls: count,
  maxFindings: count.nullable(),
  files: z.array(file),
  recon,
  hotspots: z.array(hotspot),
  findings: z.array(known),
  transfer: z
    .object({
      context: z.object({
        round_context: z.object({
          current_round: place,
          previous_rounds: z.array(count),
          transfer_data: z.object({ FILES_READ: texts, COVERED: z.record(dimension, text), GAPS: z.array(dimension) }),
        }),
      }),
      history: z.object({
        round: place,
        emergency: flag,
        gaps: z.set(dimension),
        filesRead: anySet,
        hotspotFiles: anySet,
        findingIds: anySet,
        searchedScopes: z.map(text, anySet),
        falsePositiveLines: z.map(text, z.array(z.int())),
        cleanFiles: anySet,
        cleanSample: anySet,
      }),
    })
    .nullable(),
});

const deepenSchema = z.object({
  hotspots: z.array(hotspot),
  findings: z.array(known),
  chains: z.array(
    z.object({
      id: text,
      title: text,
      findings: z.tuple([text, text]),
      preconditions: texts,
      steps: texts,
      amplification: text,
      severity,
    }),
  ),
});

const validateSchema = z.object({
  agentId: text,
  batch: z.object({
    track: z.enum(['4a', '4c']),
    purpose: z.enum(['semgrep', 'findings', 'spot-check']),
    by: z.enum(['inline', 'agent']),
    steps: z.array(z.int().min(1).max(4)),
    ids: texts,
  }),
  findings: z.array(known),
});

export interface ReviewTask {
  readonly assignment: Assignment;
  readonly label: string;
  readonly driver: string;
}

/** A second look, on the model of that name. */
export interface VerifyWork {
  readonly task: VerifyTask;
  readonly driver: string;
}

/** Of each kind of agent. */
export type AgentInput =
  | { readonly kind: 'review'; readonly task: ReviewTask }
  | { readonly kind: 'verify'; readonly task: VerifyWork }
  | { readonly kind: 'hunt'; readonly task: HuntTask }
  | { readonly kind: 'deepen'; readonly task: DeepDiveTask }
  | { readonly kind: 'validate'; readonly task: ValidationTask };

const SCHEMAS: Readonly<Record<PostedAgent['kind'], z.ZodType>> = {
  review: reviewSchema,
  verify: verifySchema,
  hunt: huntSchema,
  deepen: deepenSchema,
  validate: validateSchema,
};

/** Throws ReviewError where a worker of this version could not do it; `name` is the task's. */
export const readAgentInput = (kind: PostedAgent['kind'], input: unknown, name: string): AgentInput =>
  ({ kind, task: requireShape(SCHEMAS[kind], input, `task ${name}`) }) as AgentInput;
