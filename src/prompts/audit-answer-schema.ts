/**
 * Builds the JSON Schemas of answers of audit agents (hunt, deep dive, validation, second look) for models that keep to a schema, and
 * the sentences that ask for them. Fields are those of the calls that hand in the same. Used by reviewers/model/audit/ and
 * reviewers/model/review/verify-claims.ts.
 */
import type { JsonValue } from '../protocol/calls/turn-outcome.ts';
import { COVERAGE_STATUSES, DIMENSIONS, type Dimension } from '../protocol/findings/dimension.ts';
import { SEVERITIES } from '../protocol/findings/severity.ts';
import { VERDICTS } from '../protocol/output/result-blocks.ts';
import { closed, listOf, oneOf, text } from './answer-schema.ts';

export interface HeldForm {
  /** What the answer has to look like, in words. */
  readonly form: string;
  readonly schema: { readonly name: string; readonly schema: Readonly<Record<string, JsonValue>> };
}

const MAX_FINDINGS = 24;
const LINE: JsonValue = { type: 'integer', minimum: 1, maximum: 999_999 };

const frame = (nonce: string, fields: string, notes: string): string => `## Your result

Answer with one JSON object and nothing else: ${fields}, and at the end \`"end": "${nonce}"\`. ${notes}`;

const BREAKS = ['reflection', 'dynamic_dispatch', 'callback', 'async_boundary', 'external_library'];

const FINDING = closed({
  severity: oneOf(SEVERITIES),
  dimension: oneOf(DIMENSIONS),
  cwe: text(20),
  title: text(120),
  file: text(400),
  line: LINE,
  end_line: LINE,
  confidence: oneOf(['high', 'medium', 'low']),
  source: text(200),
  sink: text(200),
  flow: text(400),
  issue: text(400),
  evidence: text(400),
  impact: text(300),
  recommendation: text(300),
  validation: oneOf(['pass', 'partial', 'skip']),
  chain_status: oneOf(['complete', 'broken']),
  chain_reason: oneOf(['none', ...BREAKS]),
});

export interface HuntForm {
  readonly agentId: string;
  readonly dimensions: readonly Dimension[];
  readonly maxFindings: number | null;
  readonly nonce: string;
}

export const holdHunt = ({ agentId, dimensions, maxFindings, nonce }: HuntForm): HeldForm => ({
  form: frame(
    nonce,
    '`agent`, `findings`, `coverage` (each of your dimensions with its status), `hotspots`, `gaps`',
    'A list with nothing to say is empty. `evidence` quotes at most three lines exactly. For a flaw without a flow (a key, a setting, a version) source and sink name the place. `validation` is how your own check in four steps went; `skip` is for MEDIUM and LOW alone.',
  ),
  schema: {
    name: 'hunt',
    schema: closed({
      agent: oneOf([agentId]),
      findings: listOf(FINDING, Math.min(maxFindings ?? MAX_FINDINGS, MAX_FINDINGS)),
      coverage: closed(Object.fromEntries(dimensions.map((dimension) => [dimension, oneOf(COVERAGE_STATUSES)]))),
      hotspots: listOf(closed({ file: text(400), line: LINE, end_line: LINE, reason: text(200) }), 20),
      gaps: listOf(oneOf(DIMENSIONS), DIMENSIONS.length),
      end: oneOf([nonce]),
    }),
  },
});

/** `ids` are the findings that may be decided; an id of nothing is no decision. */
export const holdDecisions = (
  ids: readonly string[],
  nonce: string,
  verdicts: readonly string[] = VERDICTS,
): HeldForm => ({
  form: frame(
    nonce,
    '`validations`, one for each you decide',
    '`verification` holds each step as `1:pass(reason) 2:fail(reason)`, `evidence_file` is `path:line` or `path:line — quoted code`, `notes` says what you saw.',
  ),
  schema: {
    name: 'validation',
    schema: closed({
      validations: listOf(
        closed({
          id: oneOf(ids),
          verdict: oneOf(verdicts),
          verification: text(600),
          evidence_file: text(600),
          notes: text(400),
        }),
        ids.length,
      ),
      end: oneOf([nonce]),
    }),
  },
});

export interface DiveForm {
  readonly findings: readonly string[];
  readonly chains: readonly string[];
  readonly nonce: string;
}

export const holdDive = ({ findings, chains, nonce }: DiveForm): HeldForm => ({
  form: frame(
    nonce,
    '`flows`, `chains`, `hotspots`',
    "A flow is `complete`, `broken` (with its `reason`, else `none`) or `in-place` (no steps); its `steps` begin where the data enters and end at the finding. A chain's `why` names lines as path:line. Leave out what you could not follow.",
  ),
  schema: {
    name: 'deep_dive',
    schema: closed({
      flows: listOf(
        closed({
          id: idOf(findings),
          status: oneOf(['complete', 'broken', 'in-place']),
          reason: oneOf(['none', ...BREAKS]),
          steps: listOf(closed({ file: text(400), line: LINE, what: text(200) }), 20),
        }),
        findings.length,
      ),
      chains: listOf(closed({ id: idOf(chains), verdict: oneOf(['holds', 'fails']), why: text(300) }), chains.length),
      hotspots: listOf(closed({ file: text(400), line: LINE, status: oneOf(['followed', 'open']) }), 40),
      end: oneOf([nonce]),
    }),
  },
});

/** A list of values must not be empty, even where the list it is for has to be. */
const idOf = (ids: readonly string[]): JsonValue => (ids.length === 0 ? text(20) : oneOf(ids));

/** After an answer that is not whole. */
export const asksForHeld = (nonce: string, reason: string | null): string =>
  `Your answer is not complete: it needs one JSON object with all the fields asked for and, at its end, "end": "${nonce}".${reason === null ? '' : ` It was ${reason}.`} Write it now and nothing else.`;
