/**
 * Declares in zod the key `audit` of the report document, null in reviews: what an audit tells beyond a review (FACT-11,
 * REPORT-01..04). Part of report-document.ts; filled by engine/audit/compose-audit-document.ts, shown by report/.
 */
import { z } from 'zod';
import { AUDIT_MODES } from '../coverage/audit-mode.ts';
import { DIMENSIONS } from '../findings/dimension.ts';
import { registryRowSchema } from '../rounds/agent-registry-wire.ts';
import type { DocumentOf } from '../text/document-of.ts';
import { count, coverageSymbol, dimension, dimensions, flag, ratio, severity, text, texts } from './document.ts';

const reconSchema = z.object({
  modules: count,
  entry_points: z.array(z.object({ place: text, kind: text, label: text })),
  dependencies: count,
  frameworks: texts,
  library: flag,
  knowledge: texts.describe('Documents of the knowledge pack that fit the project.'),
  notes: texts,
  module_list: z.array(z.object({ name: text, files: count, loc: count })).describe('Most lines first.'),
  dependency_list: texts.describe('`name:version`, direct ones first.'),
  left_out: z.object({ modules: count, dependencies: count }).describe('How many entries the two lists left out.'),
});

const endpointSchema = z.object({
  place: text,
  endpoint: text,
  resource: text.nullable(),
  verb: text.nullable(),
  sensitive: flag,
  guards: texts,
  handler: text.nullable().describe('`file:line` of the function that answers; null where it was not found.'),
  verified: flag.describe('Declaration, guards and answering function were examined, every sink there followed.'),
});

const huntAgentSchema = z.object({
  agent: text,
  round: count,
  status: text,
  output_status: text,
  dimensions,
  retry_of: text.nullable(),
  emergency: flag,
  restart: flag.describe('Sent with a smaller part of the work after every agent of the round had failed.'),
  findings: count,
  reason: text.nullable(),
  max_turns: count,
  tool_calls: z.record(text, count),
  files_read: count,
  rereads: count,
  refused_calls: count,
  modules_loaded: texts,
  claimed_coverage: z
    .partialRecord(dimension, coverageSymbol)
    .describe('What the agent says; the host measures itself.'),
});

type CoverageSymbols = Record<(typeof DIMENSIONS)[number], typeof coverageSymbol>;

const evaluationSchema = z.object({
  round: count,
  emergency: flag,
  dimensions: z.object(Object.fromEntries(DIMENSIONS.map((name) => [name, coverageSymbol])) as CoverageSymbols),
  ratio,
  met: flag,
  questions: z.object({ unsearched: flag, all_traced: flag, combinations: flag }).nullable(),
  transfer_losses: z
    .record(text, count)
    .describe('Entries that did not fit into the state handed to the next round, by kind.'),
});

const deepDiveSchema = z.object({
  status: z.enum(['completed', 'partial', 'skipped']),
  hotspots: count,
  hotspots_covered: count,
  flows: z.array(z.object({ finding: text, status: text, reason: text.nullable(), steps: texts })),
  chains_refuted: count,
  chains_left_out: count,
});

const validationSchema = z.object({
  finding: text,
  verdict: text,
  validator: text.nullable(),
  method: text.nullable(),
  verification: text.nullable(),
  reason: text.nullable(),
  stated_severity: severity,
  score: z.number().nullable(),
  rating_dispute: z.object({ stated: severity, scored: severity }).nullable(),
  poc: z.object({ status: z.enum(['provided', 'not_reproducible', 'not_required']), reason: text.nullable() }),
});

const score = z.int().min(0).max(3);

const pathScoreSchema = z.object({
  finding: text,
  authentication: score,
  request: score,
  interaction: score,
  threshold: score,
  total: z.int().min(0).max(12),
});

export const auditSchema = z.object({
  mode: z.enum(AUDIT_MODES),
  watermarks: texts.describe('Such as `audit incomplete` or `not validated`: shown at the top of the report.'),
  limitations: texts.describe('One line per duty of disclosure.'),
  markers: texts.describe('The log of the audit.'),
  recon: reconSchema,
  permission_matrix: z.array(endpointSchema),
  agents: z.array(huntAgentSchema),
  evaluations: z.array(evaluationSchema),
  control_evidence: z.array(z.object({ dimension, lines: texts })),
  semgrep: z.object({ status: text, reason: text.nullable(), verification: texts }),
  deep_dive: deepDiveSchema,
  validation: z.array(validationSchema),
  path_scores: z.array(pathScoreSchema).describe('How easy the attack is: the sum of four scores of 0 to 3.'),
  not_applicable: z.array(z.object({ dimension, reason: text })).describe('Dimensions that are N/A, and why.'),
  agent_registry: z
    .array(registryRowSchema)
    .describe('The life of every agent over all rounds. Of a deep audit; empty in other modes.'),
});

export type AuditDocument = DocumentOf<typeof auditSchema>;
