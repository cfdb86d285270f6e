/**
 * Builds the JSON Schema of a reviewer's answer for models that keep to a schema (of every answer where they have no tools, of the
 * last one where they have), the sentences that ask for it, and the check that an answer is whole (its last field is `end`). Used by reviewers/model/review/review-agent.ts
 * and audit-answer-schema.ts.
 */
import type { JsonValue } from '../protocol/calls/turn-outcome.ts';
import { SEVERITIES } from '../protocol/findings/severity.ts';
import { REQUIREMENT_STATUSES } from '../protocol/reviewers/requirements.ts';
import type { ReviewerProfile } from '../protocol/reviewers/reviewer.ts';

export interface AnswerForm {
  readonly reviewer: Pick<ReviewerProfile, 'name' | 'categories' | 'canVeto' | 'requirements'>;
  readonly nonce: string;
  /** What a finding may be about. */
  readonly paths: readonly string[];
  readonly maxFindings: number | null;
  /** The only answer that is left: about all of its files. */
  readonly isLast?: boolean;
}

/** More names than this make a grammar slow, and help no model. */
const MAX_PATHS = 40;
/** Of one answer, which is about one file or part of it. */
const MAX_FINDINGS = 8;
/** Of the last one, which has room for no more. */
const MAX_LAST_FINDINGS = 24;

export const text = (maxLength: number): JsonValue => ({ type: 'string', minLength: 1, maxLength });
export const oneOf = (values: readonly string[]): JsonValue => ({ type: 'string', enum: values });

export const listOf = (items: JsonValue, maxItems: number): JsonValue => ({ type: 'array', maxItems, items });

export function buildAnswerSchema({ reviewer, nonce, paths, maxFindings, isLast = false }: AnswerForm): {
  readonly name: string;
  readonly schema: Readonly<Record<string, JsonValue>>;
} {
  const most = isLast ? MAX_LAST_FINDINGS : MAX_FINDINGS;
  const finding: Readonly<Record<string, JsonValue>> = {
    severity: oneOf(SEVERITIES),
    category: reviewer.categories.length === 0 ? text(40) : oneOf(reviewer.categories),
    file: paths.length === 0 || paths.length > MAX_PATHS ? text(400) : oneOf(paths),
    line: { type: 'integer', minimum: 1, maximum: 999_999 },
    issue: text(400),
    evidence: text(300),
    recommendation: text(400),
  };
  const answer: Readonly<Record<string, JsonValue>> = {
    agent: oneOf([reviewer.name]),
    findings: listOf(closed(finding), Math.min(maxFindings ?? most, most)),
    ...(reviewer.requirements === undefined
      ? {}
      : {
          requirements: listOf(
            closed({
              id: oneOf(reviewer.requirements.map(({ id }) => id)),
              status: oneOf(REQUIREMENT_STATUSES),
              file: paths.length === 0 || paths.length > MAX_PATHS ? text(400) : oneOf(paths),
              line: { type: 'integer', minimum: 1, maximum: 999_999 },
              evidence: { type: 'string', maxLength: 300 },
              reason: text(300),
            }),
            reviewer.requirements.length,
          ),
        }),
    verdict: oneOf(reviewer.canVeto ? ['OK', 'WARN', 'VETO'] : ['OK', 'WARN']),
    end: oneOf([nonce]),
  };
  return { name: 'review', schema: closed(answer) };
}

export const closed = (properties: Readonly<Record<string, JsonValue>>) =>
  ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }) as const;

/** Whether an answer that keeps to the schema has arrived whole. */
export const endsAnswer = (answer: string, nonce: string): boolean =>
  new RegExp(`"end"\\s*:\\s*"${nonce}"\\s*\\}\\s*$`, 'u').test(answer);

export const formatSchemaFrame = (nonce: string, hasRequirements = false): string => `## Form of the answer

Answer with one JSON object and nothing else: \`agent\`, \`findings\`, ${hasRequirements ? '`requirements`, ' : ''}\`verdict\`, and at the end \`"end": "${nonce}"\`. \`findings\` is empty where there is nothing to report; \`evidence\` quotes the line exactly.`;

export const asksForSchema = (nonce: string, lacking: readonly string[]): string =>
  `Your answer is not complete: it needs one JSON object with \`agent\`, \`findings\`, \`verdict\` and, at its end, "end": "${nonce}".${lacking.length === 0 ? '' : ` It lacks ${lacking.join(', ')}.`} Write it now and nothing else.`;
