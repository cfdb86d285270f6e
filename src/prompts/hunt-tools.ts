/**
 * Describes the extra tools of an audit's hunt agent (record a finding, load a document, rule a place out) as its model sees
 * them, and the answers to its calls (FACT-04, TRANSFER-11..15). Used by reviewers/model/audit/hunt-tools.ts and host-agent.ts.
 */
import { REPORT_FINDING, rejects } from './review-tools.ts';
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
  noDocument: (names: readonly string[]): string => `there is no such document; there are ${names.join(', ')}`,
} as const;
