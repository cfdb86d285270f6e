/** The `audit` part of the report document as a zod schema; equal to the type in audit-document.ts. */
import { z } from 'zod';
import { COVERAGE_MARKS, DIMENSIONS } from '../findings/dimension.ts';
import { SEVERITIES } from '../findings/severity.ts';
import { AUDIT_MODES } from '../rounds/audit-mode.ts';

const count = z.int().min(0);
const ratio = z.number().min(0).max(1);
const score = z.int().min(0).max(3);
const text = z.string();
const texts = z.array(text);
const severity = z.enum(SEVERITIES);
const dimension = z.enum(DIMENSIONS);
const coverageMark = z.enum(Object.values(COVERAGE_MARKS));

const reconSchema = z.object({
  modules: count,
  entry_points: z.array(z.object({ place: text, kind: text, label: text })),
  dependencies: count,
  frameworks: texts,
  library: z.boolean(),
  knowledge: texts.describe('Documents of the knowledge pack that fit the project.'),
  notes: texts,
  module_list: z.array(z.object({ name: text, files: count, loc: count })),
  dependency_list: texts.describe('`name:version`, direct ones first.'),
  left_out: z.object({ modules: count, dependencies: count }).describe('What the caps of the two lists left out.'),
});

const endpointSchema = z.object({
  place: text,
  endpoint: text,
  resource: text.nullable(),
  verb: text.nullable(),
  sensitive: z.boolean(),
  guards: texts,
  handler: text.nullable(),
  verified: z
    .boolean()
    .describe('Declaration, guards and answering function were examined, every sink there followed.'),
});

const huntAgentSchema = z.object({
  agent: text,
  round: count,
  status: text,
  output_status: text,
  dimensions: z.array(dimension),
  retry_of: text.nullable(),
  emergency: z.boolean(),
  restart: z.boolean(),
  findings: count,
  reason: text.nullable(),
  max_turns: count,
  tool_calls: z.record(text, count),
  files_read: count,
  rereads: count,
  refused_calls: count,
  modules_loaded: texts,
  claimed_coverage: z.partialRecord(dimension, coverageMark).describe('What the agent says; the host measures itself.'),
});

const evaluationSchema = z.object({
  round: count,
  emergency: z.boolean(),
  dimensions: z.object({
    D1: coverageMark,
    D2: coverageMark,
    D3: coverageMark,
    D4: coverageMark,
    D5: coverageMark,
    D6: coverageMark,
    D7: coverageMark,
    D8: coverageMark,
    D9: coverageMark,
    D10: coverageMark,
  }),
  ratio,
  met: z.boolean(),
  questions: z.object({ unsearched: z.boolean(), all_traced: z.boolean(), combinations: z.boolean() }).nullable(),
  transfer_losses: z.record(text, count),
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

export const auditSchema = z.object({
  mode: z.enum(AUDIT_MODES),
  watermarks: texts,
  limitations: texts,
  markers: texts,
  recon: reconSchema,
  permission_matrix: z.array(endpointSchema),
  agents: z.array(huntAgentSchema),
  evaluations: z.array(evaluationSchema),
  control_evidence: z.array(z.object({ dimension, lines: texts })),
  semgrep: z.object({ status: text, reason: text.nullable(), verification: texts }),
  deep_dive: deepDiveSchema,
  validation: z.array(validationSchema),
  path_scores: z.array(
    z.object({
      finding: text,
      authentication: score,
      request: score,
      interaction: score,
      threshold: score,
      total: z.int().min(0).max(12),
    }),
  ),
  not_applicable: z.array(z.object({ dimension, reason: text })),
});
