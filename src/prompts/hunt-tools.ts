/**
 * Describes the extra tools of an audit's hunt agent (record a finding, load a document, rule a place out, hand in the result) as
 * its model sees them, and the answers to its calls (FACT-04, TRANSFER-11..15). Used by reviewers/model/audit/hunt-tools.ts and
 * host-agent.ts.
 */
import { COVERAGE_STATUSES, DIMENSIONS } from '../protocol/findings/dimension.ts';
import { REPORT_FINDING, RETURN_RESULT, rejects } from './review-tools.ts';
import { LINE, TEXT, type ToolPrompt } from './tool-prompt.ts';

const { properties, ...frame } = REPORT_FINDING.parameters;

/** All that the result block would hold (FACT-05). */
export const REPORT_AUDIT_FINDING: ToolPrompt = {
  name: REPORT_FINDING.name,
  description: REPORT_FINDING.description,
  parameters: {
    ...frame,
    required: [...frame.required, 'dimension', 'cwe', 'confidence', 'validation'],
    properties: {
      ...properties,
      dimension: { ...TEXT, description: 'D1' },
      source: { ...TEXT, description: 'expression and line where the data enters' },
      sink: { ...TEXT, description: 'expression and line where it does harm' },
      flow: { ...TEXT, description: ':42 → :45(what happens) → :50' },
      impact: TEXT,
      proof: { ...TEXT, description: 'a request or input that would show it; leave it out where you have none' },
      validation: { type: 'string', enum: ['pass', 'partial', 'skip'], description: 'how your own check went' },
      chain_status: { type: 'string', enum: ['complete', 'broken'] },
      chain_reason: {
        type: 'string',
        enum: ['reflection', 'dynamic_dispatch', 'callback', 'async_boundary', 'external_library'],
      },
    },
  },
};

export const LOAD_DOCUMENT: ToolPrompt = {
  name: 'load_document',
  description: 'What sources, sinks, guards and typical flaws look like in a language or framework of this project.',
  parameters: { type: 'object', required: ['name'], properties: { name: TEXT } },
};

export const RULE_OUT: ToolPrompt = {
  name: 'rule_out',
  description: 'A place you have read that looks like a flaw and is none; later rounds will not report it again.',
  parameters: {
    type: 'object',
    required: ['file', 'line', 'reason'],
    properties: { file: TEXT, line: LINE, reason: TEXT },
  },
};

/** The head of the result as a call; findings are recorded before, so that a cut call loses none. */
export const RETURN_HUNT: ToolPrompt = {
  name: RETURN_RESULT.name,
  description: RETURN_RESULT.description,
  parameters: {
    type: 'object',
    required: ['coverage'],
    properties: {
      coverage: {
        type: 'array',
        items: {
          type: 'object',
          required: ['dimension', 'status'],
          properties: {
            dimension: { type: 'string', enum: DIMENSIONS },
            status: { type: 'string', enum: COVERAGE_STATUSES },
          },
        },
      },
      hotspots: {
        type: 'array',
        description: 'places somebody should look at again',
        items: {
          type: 'object',
          required: ['file', 'line', 'reason'],
          properties: { file: TEXT, line: LINE, end_line: LINE, reason: TEXT },
        },
      },
      gaps: { type: 'array', items: { type: 'string', enum: DIMENSIONS }, description: 'dimensions you did not cover' },
    },
  },
};

/** Arguments the rules of the rounds ask for, beside those of the tool itself. */
const RULE_ARGUMENTS = {
  dimension: { ...TEXT, description: 'the dimension this is for, as D3' },
  traces: { ...TEXT, description: 'id of the known finding, or file of the hotspot, that you follow' },
} as const;

export const withRuleArguments = ({ name, description, parameters }: ToolPrompt): ToolPrompt => {
  const { properties: own, ...rest } = parameters as { readonly properties?: object };
  return { name, description, parameters: { ...rest, properties: { ...own, ...RULE_ARGUMENTS } } };
};

const refuses = (reason: string): string => `refused: ${reason}`;

export const HUNT_ANSWERS = {
  rejected: rejects,
  refused: refuses,
  recorded: 'recorded',
  recordedAlready: 'recorded already',
  tooMany: (maxFindings: number): string => refuses(`at most ${maxFindings} findings count here`),
  ruledOutBefore: (lines: number): string =>
    `flagged: an earlier round has ruled out this place (within ${lines} lines), so it is kept and not counted`,
  callsUsedUp: (calls: number): string => refuses(`your ${calls} searches and readings are used up: write your result`),
  incompleteRuleOut: rejects('it needs file, line and reason'),
  notDelivered: (path: string, line: number): string => rejects(`${path}:${line} was not delivered to you before`),
  hasDocument: (name: string): string => refuses(`you have ${name} already`),
  documentsUsedUp: (turns: number): string => refuses(`the ${turns} turns for documents are used up`),
  lacksCoverage: 'refused: `coverage` must name each of your dimensions with its status',
  noDocument: (names: readonly string[]): string => `there is no such document; there are ${names.join(', ')}`,
} as const;
