/**
 * The two blocks that pass between orchestrator and validators: `===MERGE_RESULT===` (FACT-05) and
 * `===VALIDATION_RESULT===` (FACT-08). Cut blocks keep their whole decisions and say that they were cut.
 */

import {
  type CoverageStatus,
  DIMENSIONS,
  type Dimension,
  formatCoverageMark,
  isDimension,
  parseCoverageMark,
} from '../findings/dimension.ts';
import type { ValidationVerdict } from '../rounds/validation-plan.ts';
import { endMarker, startMarker } from './agent-result-wire.ts';
import { FieldLines } from './field-lines.ts';
import { readCount } from './reviewer-claims.ts';

export interface MergeResult {
  readonly mergedFindings: number;
  /** Findings whose agent validated them itself (`pass`). */
  readonly preValidated: number;
  /** The others (`partial`, `skip`). */
  readonly needsValidation: number;
  readonly coverage: Readonly<Partial<Record<Dimension, CoverageStatus>>>;
  readonly hotspots: number;
}

export interface Validation {
  /** Id of the finding that was looked at. */
  readonly id: string;
  readonly verdict: ValidationVerdict;
  /** The finding as its agent rated it. */
  readonly original: string;
  /** What was checked, step by step. */
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

const MERGE = 'MERGE_RESULT';
const VALIDATION = 'VALIDATION_RESULT';
const DECISION = /^\[V-(?<id>[A-Z]{1,3}-?\d{1,6})\][ \t]*(?<verdict>.*)$/iu;
const VERDICTS = ['confirmed', 'downgraded', 'rejected'] as const satisfies readonly ValidationVerdict[];
const MERGE_KEYS = [
  'merged_findings_count',
  'pre_validated_count',
  'needs_validation_count',
  'coverage_summary',
  'hotspots_count',
] as const;
const DECISION_FIELDS = ['original', 'verification', 'evidence_file'] as const;
const DECISION_RULES = { keys: new Set([...DECISION_FIELDS, 'notes', 'reason']), multiline: null } as const;
const HEADER_RULES = {
  keys: new Set(['agent_id', 'round', 'validated_count', 'source_agents']),
  multiline: null,
} as const;

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim() || 'n/a';

interface BlockText {
  /** Lines that ended, without their line ends. */
  readonly lines: readonly string[];
  readonly complete: boolean;
}

/** The last block of that name, up to its end marker or the end of the text; null where none starts. */
function findBlock(text: string, name: string): BlockText | null {
  const all = text.split('\n');
  const ended = all.slice(0, -1).map((line) => line.replace(/[ \t\r]+$/u, ''));
  const start = ended.lastIndexOf(startMarker(name));
  if (start < 0) return null;
  const lines = ended.slice(start + 1);
  const end = lines.indexOf(endMarker(name));
  if (end >= 0) return { lines: lines.slice(0, end), complete: true };
  return { lines, complete: all.at(-1)?.trimEnd() === endMarker(name) };
}

export function formatMergeResult(result: MergeResult): string {
  const coverage = DIMENSIONS.flatMap((dimension) => {
    const status = result.coverage[dimension];
    return status === undefined ? [] : [`${dimension}=${formatCoverageMark(status)}`];
  });
  const values = [
    result.mergedFindings,
    result.preValidated,
    result.needsValidation,
    coverage.join(',') || 'none',
    result.hotspots,
  ];
  const lines = MERGE_KEYS.map((key, i) => `${key}: ${values[i]}`);
  return [startMarker(MERGE), ...lines, endMarker(MERGE), ''].join('\n');
}

/** Null where the block is missing, cut, lacks a line or does not add up. */
export function parseMergeResult(text: string): MergeResult | null {
  const block = findBlock(text, MERGE);
  if (block === null || !block.complete) return null;
  const fields = new FieldLines({ keys: new Set(MERGE_KEYS), multiline: null });
  for (const line of block.lines) fields.push(line);
  const [merged, pre, needs, hotspots] = [MERGE_KEYS[0], MERGE_KEYS[1], MERGE_KEYS[2], MERGE_KEYS[4]].map((key) =>
    readCount(fields.get(key)),
  );
  const coverage = parseCoverage(fields.get('coverage_summary'));
  if (merged == null || pre == null || needs == null || hotspots == null || coverage === null || pre + needs !== merged)
    return null;
  return { mergedFindings: merged, preValidated: pre, needsValidation: needs, coverage, hotspots };
}

function parseCoverage(text: string | null): MergeResult['coverage'] | null {
  if (text === null) return null;
  const coverage: Partial<Record<Dimension, CoverageStatus>> = {};
  for (const part of text === 'none' ? [] : text.split(',')) {
    const [key = '', mark = ''] = part.trim().split('=', 2);
    const status = parseCoverageMark(mark);
    if (!isDimension(key) || status === null) return null;
    coverage[key] = status;
  }
  return coverage;
}

export function formatValidationResult(
  result: Pick<ValidationResult, 'sourceAgents' | 'validations'> & { readonly agentId: string; readonly round: number },
): string {
  const header = [
    `agent_id: ${oneLine(result.agentId)}`,
    `round: ${result.round}`,
    `validated_count: ${result.validations.length}`,
    `source_agents: ${result.sourceAgents.map(oneLine).join(',') || 'none'}`,
  ];
  const blocks = result.validations.map(({ id, verdict, original, verification, evidenceFile, reason }) =>
    [
      `\n[V-${id}] ${verdict}`,
      `  original: ${oneLine(original)}`,
      `  verification: ${oneLine(verification)}`,
      `  evidence_file: ${oneLine(evidenceFile)}`,
      `  ${verdict === 'confirmed' ? 'notes' : 'reason'}: ${oneLine(reason)}`,
    ].join('\n'),
  );
  return [startMarker(VALIDATION), ...header, ...blocks, endMarker(VALIDATION), ''].join('\n');
}

/** Null where no block starts. Never throws; a decision counts only with all its lines. */
export function parseValidationResult(text: string): ValidationResult | null {
  const block = findBlock(text, VALIDATION);
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
  const validations = decisions.flatMap(({ id, verdict, fields }) => readValidation(id, verdict, fields) ?? []);
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

const readVerdict = (text: string): ValidationVerdict | null =>
  VERDICTS.find((verdict) => text.trim().toLowerCase() === verdict) ?? null;

function readValidation(id: string, verdict: ValidationVerdict | null, fields: FieldLines): Validation | null {
  const [original, verification, evidenceFile] = DECISION_FIELDS.map((key) => fields.get(key));
  const reason = fields.get('reason') ?? fields.get('notes');
  if (verdict === null || original == null || verification == null || evidenceFile == null || reason === null)
    return null;
  return { id, verdict, original, verification, evidenceFile, reason };
}
