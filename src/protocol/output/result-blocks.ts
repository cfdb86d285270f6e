/**
 * Parses the `===VALIDATION_RESULT===` block of a validator (FACT-08), or the same as values of a call, into one decision per finding;
 * of a cut block the whole decisions are kept and it is marked as cut. Called by reviewers/model/audit/validate.ts and
 * reviewers/model/review/verify-claims.ts.
 */

import { isJsonObject } from '../text/json-object.ts';
import { FieldLines } from './field-lines.ts';
import { readCount, readText } from './reviewer-claims.ts';

export interface Validation {
  /** Id of the finding that was looked at. */
  readonly id: string;
  readonly verdict: ValidationVerdict;
  /** The finding as its agent rated it. */
  readonly original: string;
  /** What was checked, step by step: `1:pass(…) 2:fail(…)`. */
  readonly verification: string;
  readonly evidenceFile: string;
  /** Notes on a confirmed finding, the reason for any other decision. */
  readonly reason: string;
}

export interface ValidationResult {
  readonly agentId: string | null;
  readonly round: number | null;
  readonly sourceAgents: readonly string[];
  readonly validations: readonly Validation[];
  /** Ids whose decision was begun and did not arrive whole. */
  readonly undecided: readonly string[];
  readonly complete: boolean;
  readonly warnings: readonly string[];
}

const START = '===VALIDATION_RESULT===';
const END = '===VALIDATION_RESULT_END===';
const DECISION = /^\[V-(?<id>[A-Z]{1,3}-?\d{1,6})\][ \t]*(?<verdict>.*)$/isu;
export const VERDICTS = ['confirmed', 'downgraded', 'rejected'] as const;
export type ValidationVerdict = (typeof VERDICTS)[number];
const DECISION_FIELDS = ['original', 'verification', 'evidence_file'] as const;
const DECISION_RULES = { keys: new Set([...DECISION_FIELDS, 'notes', 'reason']), multiline: null } as const;
const HEADER_RULES = {
  keys: new Set(['agent_id', 'round', 'validated_count', 'source_agents']),
  multiline: null,
} as const;

interface BlockText {
  /** Lines that ended, without their line ends. */
  readonly lines: readonly string[];
  readonly complete: boolean;
}

/** The last block of that name, up to its end marker or the end of the text; null where none starts. */
function findBlock(text: string): BlockText | null {
  const all = text.split('\n');
  const ended = all.slice(0, -1).map((line) => line.replace(/[ \t\r]+$/u, ''));
  const start = ended.lastIndexOf(START);
  if (start < 0) return null;
  const lines = ended.slice(start + 1);
  const end = lines.indexOf(END);
  if (end >= 0) return { lines: lines.slice(0, end), complete: true };
  return { lines, complete: all.at(-1)?.trimEnd() === END };
}

/** Null where no block starts. Never throws; a decision counts only with all its lines. */
export function parseValidationResult(text: string): ValidationResult | null {
  const block = findBlock(text);
  if (block === null) return null;
  const header = new FieldLines(HEADER_RULES);
  const decisions: { readonly id: string; readonly verdict: ValidationVerdict | null; readonly fields: FieldLines }[] =
    [];
  for (const line of block.lines) {
    const groups = DECISION.exec(line)?.groups;
    if (groups === undefined) (decisions.at(-1)?.fields ?? header).push(line);
    else
      decisions.push({
        id: groups.id?.toUpperCase() ?? '',
        verdict: readVerdict(groups.verdict ?? ''),
        fields: new FieldLines(DECISION_RULES),
      });
  }
  // Of an answer that was cut, the last decision may have lost its end.
  const whole = block.complete ? decisions : decisions.slice(0, -1);
  const validations = whole.flatMap(({ id, verdict, fields }) => readValidation(id, verdict, fields) ?? []);
  const decided = new Set(validations.map(({ id }) => id));
  const claimed = readCount(header.get('validated_count'));
  const wrongCount = block.complete && claimed !== validations.length;
  return {
    agentId: header.get('agent_id'),
    round: readCount(header.get('round')),
    sourceAgents: (header.get('source_agents') ?? 'none')
      .split(',')
      .map((agent) => agent.trim())
      .filter((agent) => agent !== '' && agent !== 'none'),
    validations,
    undecided: [...new Set(decisions.map(({ id }) => id))].filter((id) => !decided.has(id)),
    complete: block.complete,
    warnings: wrongCount ? [`validated_count says ${claimed ?? 'nothing'}, ${validations.length} arrived`] : [],
  };
}

/** The same decisions as values of a call; the places in the list of those that lack something are named. */
export function readValidations(list: readonly unknown[]): {
  readonly validations: readonly Validation[];
  readonly lacking: readonly string[];
} {
  const read = list.map((value, at) => {
    const row = isJsonObject(value) ? value : {};
    const [id, verification, evidenceFile, reason] = [row.id, row.verification, row.evidence_file, row.notes].map(
      readText,
    );
    const verdict = readVerdict(readText(row.verdict) ?? '');
    if (id == null || verdict === null || verification == null || evidenceFile == null || reason == null)
      return id ?? `decision ${at + 1}`;
    return { id: id.replace(/^V-/iu, '').toUpperCase(), verdict, original: '', verification, evidenceFile, reason };
  });
  return {
    validations: read.filter((each) => typeof each !== 'string'),
    lacking: read.filter((each) => typeof each === 'string'),
  };
}

const readVerdict = (text: string): ValidationVerdict | null =>
  VERDICTS.find((verdict) => text.trim().toLowerCase() === verdict) ?? null;

function readValidation(id: string, verdict: ValidationVerdict | null, fields: FieldLines): Validation | null {
  const [original, verification, evidenceFile] = DECISION_FIELDS.map((key) => fields.get(key));
  const reason = fields.get('reason') ?? fields.get('notes');
  if (verdict === null || original == null || verification == null || evidenceFile == null || reason === null)
    return null;
  return { id, verdict, original, verification, evidenceFile, reason };
}
