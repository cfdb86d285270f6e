/** Writing the text form, and reading it back strictly: every line as agreed, nothing forgiven (FACT-05, AUD-18). */

import {
  compareDimensions,
  type Dimension,
  formatCoverageSymbol,
  isDimension,
} from '../../src/protocol/findings/dimension.ts';
import { type ClaimedFinding, CONFIDENCE } from '../../src/protocol/findings/finding.ts';
import { formatLines } from '../../src/protocol/findings/location.ts';
import { toAuditSeverity } from '../../src/protocol/findings/severity.ts';
import type { AgentClaims } from '../../src/protocol/output/agent-claims.ts';
import { type AgentOutput, parseAgentOutput } from '../../src/protocol/output/agent-output.ts';
import { FINDING_FIELDS } from '../../src/protocol/output/agent-result.ts';
import { readText } from '../../src/protocol/output/reviewer-claims.ts';
import { isJsonObject } from '../../src/protocol/text/json-object.ts';

type HeaderClaims = Pick<AgentClaims, 'dimensions' | 'coverage' | 'modulesLoaded' | 'toolCalls' | 'hotspots' | 'gaps'>;

export interface AgentResult extends HeaderClaims {
  readonly agentId: string;
  readonly round: number;
  readonly filesReadCount: number;
  readonly findings: readonly ClaimedFinding[];
}

export type AgentResultReading =
  | { readonly kind: 'valid'; readonly result: AgentResult }
  | { readonly kind: 'invalid'; readonly errors: readonly string[] };

const MAX_EVIDENCE_LINES = 3;
const NOTHING = 'n/a';

export const startMarker = (name: string): string => `===${name}===`;
export const endMarker = (name: string, nonce?: string): string =>
  `===${name}_END${nonce === undefined ? '' : `:${nonce}`}===`;

const oneLine = (text: string | null): string => (text ?? '').replace(/\s+/gu, ' ').trim() || NOTHING;
const orNone = (items: readonly string[]): string => items.join(',') || 'none';

/** Writes a result. Evidence beyond three lines is left out: the form has no room for it. */
export function formatAgentResult(result: AgentResult, nonce?: string): string {
  const coverage = Object.entries(result.coverage)
    .filter((entry): entry is [Dimension, NonNullable<(typeof entry)[1]>] => isDimension(entry[0]))
    .sort(([a], [b]) => compareDimensions(a, b))
    .map(([dimension, status]) => `${dimension}=${formatCoverageSymbol(status)}`);
  const hotspots = result.hotspots.map(
    ({ file, lines, reason }) =>
      `${oneLine(file)}${lines === null ? '' : `:${lines}`} — ${oneLine(reason).replaceAll(';', ',')}`,
  );
  const header = [
    `agent_id: ${oneLine(result.agentId)}`,
    `round: ${result.round}`,
    `dimensions: ${orNone(result.dimensions)}`,
    `coverage: ${orNone(coverage)}`,
    `modules_loaded: ${orNone(result.modulesLoaded)}`,
    `files_read_count: ${result.filesReadCount}`,
    `tool_calls: ${orNone(Object.entries(result.toolCalls).map(([tool, calls]) => `${tool}=${calls}`))}`,
    ...(hotspots.length > 0 ? [`hotspots: ${hotspots.join('; ')}`] : []),
    ...(result.gaps.length > 0 ? [`gaps: ${result.gaps.join(',')}`] : []),
  ];
  const blocks = result.findings.map((finding, index) => `\n${formatBlock(finding, index + 1)}`);
  return [startMarker('AGENT_RESULT'), ...header, ...blocks, endMarker('AGENT_RESULT', nonce), ''].join('\n');
}

function formatBlock(finding: ClaimedFinding, number: number): string {
  const id = /^F\d{3,6}$/u.test(finding.id ?? '') ? finding.id : `F${String(number).padStart(3, '0')}`;
  const lines = formatLines(finding.line, finding.endLine);
  const fields: Record<(typeof FINDING_FIELDS)[number], string> = {
    file: `${oneLine(finding.file)}${lines === null ? '' : `:${lines}`}`,
    dim: finding.dimension ?? NOTHING,
    confidence: confidenceWord(finding.confidence),
    source: oneLine(finding.source),
    sink: oneLine(finding.sink),
    flow: oneLine(finding.flow),
    evidence: formatEvidence(finding.evidence),
    impact: oneLine(finding.impact),
    validation: formatValidation(finding),
  };
  const heading = `[${id}] ${toAuditSeverity(finding.severity)} | ${finding.cwe ?? NOTHING} | ${oneLine(finding.title)}`;
  return [heading, ...FINDING_FIELDS.map((key) => `  ${key}: ${fields[key]}`)].join('\n');
}

function confidenceWord(confidence: number): string {
  if (confidence >= (CONFIDENCE.high + CONFIDENCE.medium) / 2) return 'high';
  return confidence >= (CONFIDENCE.medium + CONFIDENCE.low) / 2 ? 'medium' : 'low';
}

/** Later lines stand deeper than the fields, so that none of them can pass as a field, a heading or a marker. */
function formatEvidence(evidence: string | null): string {
  const lines = (evidence ?? '').split(/\r?\n/u).filter((line) => line.trim() !== '');
  const [first, ...rest] = lines
    .slice(0, MAX_EVIDENCE_LINES)
    .map((line) => line.replace(/[\r\u2028\u2029]/gu, ' ').trimEnd());
  return [first?.trim() ?? NOTHING, ...rest.map((line) => `    ${line}`)].join('\n');
}

function formatValidation({ severity, extra }: ClaimedFinding): string {
  const isMinor = severity === 'MEDIUM' || severity === 'LOW';
  const status = readText(extra.validation) ?? (isMinor ? 'skip' : 'partial');
  const steps = (Array.isArray(extra.validation_steps) ? extra.validation_steps : []).filter(isJsonObject);
  const words = steps.map(
    ({ step, result, reason }) => `${step}:${result}${readText(reason) === null ? '' : `(${oneLine(String(reason))})`}`,
  );
  return words.length === 0 ? status : `${status} | ${words.join(' ')}`;
}

const HEADING = /^\[F\d{3,6}\] (?:Critical|High|Medium|Low) \| (?:CWE-\d+|n\/a) \| \S.*$/u;
const CONFIDENCE_LINE = /^ {2}confidence: (?:high|medium|low)$/u;
const VALIDATION_LINE = /^ {2}validation: (?:skip|pass|partial)(?:$| \| )/u;

/** Reads a result strictly; the errors say what is not as agreed. */
export function parseAgentResult(text: string, nonce?: string): AgentResultReading {
  const output = parseAgentOutput(text, nonce === undefined ? {} : { nonce });
  const { claimed } = output;
  const errors = [...listFormErrors(output), ...listLineErrors(text), ...output.findings.flatMap(listFindingErrors)];
  if (errors.length > 0 || output.agent === null || claimed.round === null || claimed.filesReadCount === null)
    return { kind: 'invalid', errors: errors.length > 0 ? errors : ['round and files_read_count must be numbers'] };
  const { dimensions, coverage, modulesLoaded, toolCalls, hotspots, gaps } = claimed;
  const header = { dimensions, coverage, modulesLoaded, toolCalls, hotspots, gaps };
  return {
    kind: 'valid',
    result: {
      agentId: output.agent,
      round: claimed.round,
      filesReadCount: claimed.filesReadCount,
      ...header,
      findings: output.findings,
    },
  };
}

function listFormErrors(output: AgentOutput): readonly string[] {
  const uncovered = output.claimed.dimensions.filter((dimension) => output.claimed.coverage[dimension] === undefined);
  return [
    ...(output.format === 'text' ? [] : ['no AGENT_RESULT block']),
    ...(output.complete ? [] : ['the end marker is missing']),
    ...output.warnings,
    ...output.needsReaudit.map(({ id, reason }) => `${id}: ${reason}`),
    ...(output.claimed.dimensions.length > 0 ? [] : ['no dimensions']),
    ...uncovered.map((dimension) => `no coverage for ${dimension}`),
  ];
}

function listLineErrors(text: string): readonly string[] {
  return text.split(/\r?\n/u).flatMap((line) => {
    if (/^\[F/iu.test(line) && !HEADING.test(line)) return [`heading does not match the format: ${line.slice(0, 80)}`];
    if (/^ {2}confidence:/iu.test(line) && !CONFIDENCE_LINE.test(line))
      return [`confidence does not match the format: ${line.slice(0, 80)}`];
    if (/^ {2}validation:/iu.test(line) && !VALIDATION_LINE.test(line))
      return [`validation does not match the format: ${line.slice(0, 80)}`];
    return [];
  });
}

function listFindingErrors({ id, severity, evidence, extra, line }: ClaimedFinding): readonly string[] {
  const isMajor = severity === 'CRITICAL' || severity === 'HIGH';
  return [
    ...(line === null ? [`${id}: file has no line`] : []),
    ...((evidence ?? '').split('\n').length > MAX_EVIDENCE_LINES ? [`${id}: evidence has more than 3 lines`] : []),
    ...(isMajor && extra.validation === 'skip' ? [`${id}: validation may be skipped for Medium and Low only`] : []),
  ];
}
