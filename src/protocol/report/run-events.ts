/**
 * Declares in zod the events of a running review or audit, the lines of `-f jsonl` (`consensus-review/events@1`), and their type
 * in code with camelCase names (RunEvent), which engine/ emits and cli/progress/ shows. event-document.ts converts one to the
 * other.
 */

import { z } from 'zod';
import type { DocumentOf } from '../text/document-of.ts';
import type { CamelCase } from '../text/key-case.ts';
import {
  agentStatus,
  analyzerStatus,
  count,
  dimensions,
  flag,
  isolation,
  mode,
  playbook,
  ratio,
  roundDecision,
  runMode,
  severity,
  text,
  texts,
  truncationSeverity,
} from './document.ts';
import { EVENTS_SCHEMA, REPORT_SCHEMA } from './document-names.ts';
import { signalSchema } from './report-document.ts';

const status = z.enum(['started', 'finished']);
const wave = count.describe('The round in an audit.');

const event = <Name extends string, Shape extends z.ZodRawShape>(name: Name, when: string, shape: Shape) =>
  z.object({ event: z.literal(name), ...shape }).describe(when);

export const eventSchemas = [
  event('run', 'The first event of every run.', { run_id: text, playbook, mode: runMode, model: text }),
  event('step', 'The scope is being read and counted; step `scope` has `progress` after every 2,000 files.', {
    step: z.enum(['scope', 'index']),
    status: z.enum(['started', 'progress', 'finished']),
    files: count,
  }),
  event('phase', 'A phase starts or ends.', {
    phase: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
    name: text,
    status,
    wave,
    state: z.exactOptional(text).describe('State of the audit, such as `ROUND_2_RUNNING`.'),
  }),
  event('plan', 'A wave is planned.', {
    wave: count,
    total_tokens: count,
    scale: z.number().min(1),
    isolation,
    agents: count,
  }),
  event('branch', "An agent's own context is opened or closed.", {
    agent: text,
    branch_id: text,
    status: z.enum(['created', 'returned']),
  }),
  event('agent', 'An agent starts, makes progress or ends.', {
    agent: text,
    wave,
    status: z.enum(['started', 'progress', 'finished']),
    usage_ratio: z.number().min(0).describe('Share of the budget that is used.'),
    mode,
    findings: count,
    files_done: count,
    files_total: count,
    message: text.nullable(),
    dimensions: z.exactOptional(dimensions).describe('Of an agent of an audit.'),
    outcome: z.exactOptional(agentStatus).describe('Of an agent of an audit that has finished.'),
    file: z.exactOptional(text).describe('The file that the agent looked at last.'),
  }),
  event('decision', 'What happens after a wave or a round.', {
    wave,
    decision: z.enum(['next-wave', ...roundDecision.options, 'restart']),
    reason: text,
  }),
  event('signal', 'A return signal: a wave, a phase or the run is over.', { signal: signalSchema }),
  event('transition', 'An audit moves from one state to the next.', { from: text, to: text, reason: text.nullable() }),
  event('marker', 'A line of the log of an audit, such as `[PHASE] phase:2 status:completed next:2.5`.', {
    line: text,
  }),
  event('recon', 'Phase 1 of an audit is done.', {
    modules: count,
    entry_points: count,
    dependencies: count,
    loc: count,
    is_library: flag,
  }),
  event('baseline', 'A scan beside the agents of an audit starts or ends.', {
    analyzer: text,
    status: z.enum(['started', ...analyzerStatus.options]),
    findings: count,
    reason: text.nullable(),
  }),
  event('round', 'A round of an audit starts or ends.', {
    round: count,
    is_emergency: flag,
    status,
    agents: count,
    dimensions,
    findings: count,
  }),
  event('truncation', 'The output of an agent was cut off.', {
    agent: text,
    round: count,
    severity: truncationSeverity,
    kept_findings: count,
    recovery: text.describe('What was done with the output, in words.'),
  }),
  event('retry', 'Another agent takes over from one that was cut off or failed.', {
    agent: text,
    retry_of: text,
    round: count,
    dimensions,
    reason: text,
  }),
  event('evaluation', 'A step of an evaluation, in the order of `step`. Fields of other steps are empty or null.', {
    round: count,
    step: z.enum(['detect-truncation', 'rate-coverage', 'ask-questions']),
    interrupted_agents: texts,
    gaps: dimensions,
    coverage_ratio: ratio.nullable(),
    is_met: flag.nullable(),
    unsearched: flag.nullable(),
    all_traced: flag.nullable(),
    combinations: flag.nullable(),
  }),
  event('deep-dive', 'The deep dive followed a hotspot or a finding.', {
    target: text,
    files: count,
    outcome: z.enum(['flow-complete', 'flow-open', 'refuted']),
  }),
  event('chain', 'Findings add up to an attack.', { chain: text, title: text, findings: texts, severity }),
  event('validation', 'A finding was validated.', {
    finding: text,
    validator: text,
    outcome: z.enum(['confirmed', 'downgraded', 'rejected', 'needs_manual']),
    severity,
    reason: text,
  }),
] as const;

/** What every line begins with. */
const place = {
  schema: z.literal(EVENTS_SCHEMA).optional().describe('In the first line only.'),
  seq: count.describe('Number of the line, from 1.'),
  at: text.describe('ISO 8601, UTC.'),
};

const endSchemas = [
  event('report', 'The last line of a run that has a report.', {
    report: z.looseObject({ schema: z.literal(REPORT_SCHEMA) }).describe('The document of report.schema.json.'),
  }),
  event('error', 'The last line of a run without a report.', { code: text, message: text, exit: count }),
] as const;

const [first, ...others] = [...eventSchemas, ...endSchemas].map((schema) =>
  schema.extend(place).describe(schema.description ?? ''),
);

export const eventLineSchema = z.discriminatedUnion('event', [first ?? eventSchemas[0], ...others]);

/** An event under its wire names. */
export type EventDocument = DocumentOf<(typeof eventSchemas)[number]>;

type EventFields<Wire> = Wire extends EventDocument
  ? { readonly [Key in keyof Wire as Key extends 'event' ? 'kind' : CamelCase<Key & string>]: Wire[Key] }
  : never;

/** Everything a watcher may want to know, as it happens. */
export type RunEvent = EventFields<EventDocument>;
