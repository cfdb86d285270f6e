/**
 * The documents of `-f jsonl` as a zod schema: the source of schemas/events.schema.json. Equal to the types of
 * run-events.ts, which a type-level test enforces.
 */
import { z } from 'zod';
import { DIMENSIONS } from '../findings/dimension.ts';
import { SEVERITIES } from '../findings/severity.ts';
import { REPORT_SCHEMA } from './report-document.ts';
import { signalSchema } from './report-schema.ts';
import { EVENTS_SCHEMA } from './run-events.ts';

const count = z.int().min(0);
const ratio = z.number().min(0);
const text = z.string();
const texts = z.array(text);
const dimensions = z.array(z.enum(DIMENSIONS));
const severity = z.enum(SEVERITIES);
const status = z.enum(['started', 'finished']);
const flag = z.boolean();

const event = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ event: z.literal(name), ...shape });

export const eventSchemas = [
  event('run', {
    run_id: text,
    playbook: z.enum(['review', 'audit']),
    mode: z.enum(['review', 'quick', 'standard', 'deep']),
    model: text,
  }),
  event('phase', {
    phase: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
    name: text,
    status,
    wave: count.describe('The round in an audit.'),
    state: z.exactOptional(text).describe('State of the audit, such as `ROUND_2_RUNNING`.'),
  }),
  event('step', { step: z.enum(['scope', 'index']), status, files: count }),
  event('plan', {
    wave: count,
    total_tokens: count,
    scale: z.number().min(1),
    isolation: z.enum(['shared', 'branch']),
    agents: count,
  }),
  event('branch', { agent: text, branch_id: text, status: z.enum(['created', 'returned']) }),
  event('agent', {
    agent: text,
    wave: count.describe('The round in an audit.'),
    status: z.enum(['started', 'progress', 'finished']),
    usage_ratio: ratio.describe('Share of the budget that is used.'),
    mode: z.enum(['full', 'high_severity_only', 'force_return']),
    findings: count,
    files_done: count,
    files_total: count,
    message: text.nullable(),
    dimensions: z.exactOptional(dimensions),
    outcome: z
      .exactOptional(z.enum(['completed', 'truncated', 'failed']))
      .describe('Of a hunt agent that has finished.'),
  }),
  event('decision', {
    wave: count.describe('The round in an audit.'),
    decision: z.enum(['next-wave', 'next-round', 'converge', 'emergency', 'incomplete', 'restart']),
    reason: text,
  }),
  event('signal', { signal: signalSchema }),
  event('transition', { from: text, to: text, reason: text.nullable() }),
  event('recon', { modules: count, entry_points: count, dependencies: count, loc: count, is_library: flag }),
  event('baseline', {
    analyzer: text,
    status: z.enum(['started', 'completed', 'partial', 'absent', 'failed']),
    findings: count,
    reason: text.nullable(),
  }),
  event('round', { round: count, is_emergency: flag, status, agents: count, dimensions, findings: count }),
  event('truncation', {
    agent: text,
    round: count,
    severity: z.enum(['mild', 'severe']),
    kept_findings: count,
    recovery: text.describe('What was done with the output, in words.'),
  }),
  event('retry', { agent: text, retry_of: text, round: count, dimensions, reason: text }),
  event('evaluation', {
    round: count,
    step: z.enum(['detect-truncation', 'rate-coverage', 'ask-questions']),
    interrupted_agents: texts,
    gaps: dimensions,
    coverage_ratio: ratio.max(1).nullable(),
    is_met: flag.nullable(),
    unsearched: flag.nullable(),
    all_traced: flag.nullable(),
    combinations: flag.nullable(),
  }),
  event('deep-dive', { target: text, files: count, outcome: z.enum(['flow-complete', 'flow-open', 'refuted']) }),
  event('chain', { chain: text, title: text, findings: texts, severity }),
  event('validation', {
    finding: text,
    validator: text,
    outcome: z.enum(['confirmed', 'downgraded', 'rejected', 'needs_manual']),
    severity,
    reason: text,
  }),
  event('marker', { line: text }),
] as const;

/** What every line begins with; `schema` stands in the first line alone. */
const place = {
  schema: z.literal(EVENTS_SCHEMA).optional().describe('In the first line alone.'),
  seq: count.describe('Number of the line, from 1.'),
  at: text.describe('ISO 8601, UTC.'),
};

/** The last line: the report, or why there is none. */
const endSchemas = [
  event('report', {
    report: z.looseObject({ schema: z.literal(REPORT_SCHEMA) }).describe('The document of report.schema.json.'),
  }),
  event('error', { code: text, message: text, exit: count }),
] as const;

const [first, ...others] = [...eventSchemas, ...endSchemas].map((schema) => schema.extend(place));

export const eventLineSchema = z.discriminatedUnion('event', [first ?? eventSchemas[0], ...others]);
