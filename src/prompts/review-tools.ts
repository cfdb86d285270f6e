/**
 * Describes the tools `report_finding`, `file_done` and `next_file` of a reviewer as its model sees them, and the answers to its
 * calls (HOST-10, HOST-16). Used by reviewers/model/review/review-tools.ts, host-agent.ts and hunt-tools.ts.
 */
import { LINE, TEXT, type ToolPrompt } from './tool-prompt.ts';

export const REPORT_FINDING = {
  name: 'report_finding',
  description: 'Record one finding. It is kept from this moment on, whatever happens later.',
  parameters: {
    type: 'object',
    required: ['severity', 'category', 'file', 'line', 'issue', 'evidence', 'recommendation'],
    properties: {
      severity: { type: 'string', enum: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] },
      category: TEXT,
      file: { ...TEXT, description: 'path as it was given to you' },
      line: LINE,
      end_line: LINE,
      title: { ...TEXT, description: 'the problem in a few words' },
      issue: { ...TEXT, description: 'what is wrong and what follows from it' },
      evidence: { ...TEXT, description: 'the code at these lines, quoted exactly, without line numbers' },
      recommendation: TEXT,
      cwe: { ...TEXT, description: 'CWE-89' },
      source: TEXT,
      sink: TEXT,
      flow: TEXT,
      confidence: { type: 'string', enum: ['high', 'medium', 'low'] },
      references: { type: 'array', items: TEXT },
      convention: {
        ...TEXT,
        description: "the line of the project's notes it rests on, as AGENTS.md:12 and its words",
      },
    },
  },
} as const satisfies ToolPrompt;

/** The result as a call, for models with tools; findings are reported one by one, so that a cut call loses none. */
export const RETURN_RESULT: ToolPrompt = {
  name: 'return_result',
  description: 'Hand in your result when you are done. Report every finding before.',
  parameters: {
    type: 'object',
    required: ['verdict'],
    properties: {
      verdict: { type: 'string', enum: ['OK', 'WARN', 'VETO'] },
      veto_reasons: { type: 'array', items: TEXT },
      confirmed: { type: 'array', items: TEXT, description: 'ids of findings of other reviewers that are real' },
      refuted: { type: 'array', items: TEXT, description: 'ids of those that are not' },
    },
  },
};

export const FILE_DONE: ToolPrompt = {
  name: 'file_done',
  description: 'Say that you have finished a file.',
  parameters: { type: 'object', required: ['path'], properties: { path: TEXT } },
};

export const NEXT_FILE: ToolPrompt = {
  name: 'next_file',
  description: 'The next of your files, or the next part of it, in order of priority.',
  parameters: { type: 'object', properties: {} },
};

export const NO_MORE_FILES = 'there is no further file for you now: return your result';
export const NOT_YOUR_FILE = 'that is none of your files';
export const NOTED = 'noted';
export const RESULT_TAKEN = 'your result was taken';
export const RESULT_LACKS_VERDICT = 'refused: `verdict` must be OK, WARN or VETO';
export const RESULT_TOO_EARLY =
  'refused: a finding of this answer was rejected. Report it again, whole, or leave it out; then return your result.';
export const RESULT_IS_A_LIST = 'refused: your result is the list of points. Write it in the form described.';

export const rejects = (reason: string): string => `rejected: ${reason}`;

export const refusesMore = (maxFindings: number): string => `refused: at most ${maxFindings} findings this time`;

/** What the host made of a finding. */
export type SubmissionResult =
  | { readonly kind: 'recorded'; readonly doubt: string | null }
  | { readonly kind: 'rejected' | 'homeless'; readonly reason: string }
  | { readonly kind: 'counted' | 'refused' };

export function formatSubmissionResult(result: SubmissionResult): string {
  switch (result.kind) {
    case 'recorded':
      return result.doubt === null ? 'recorded' : `recorded as unverified: ${result.doubt}`;
    case 'rejected':
    case 'homeless':
      return rejects(result.reason);
    case 'counted':
      return 'counted, not kept: only CRITICAL and HIGH are recorded now';
    case 'refused':
      return 'not recorded: the budget is used up';
  }
}
