/**
 * Converts a run event (camelCase, in code) to a line of `-f jsonl` (snake_case), for report/jsonl.ts and
 * cli/progress/verbose-log.ts. Also makes the events of an audit round's evaluation, one per step (EVALUATE-01), for
 * engine/audit/hunt-rounds.ts.
 */

import type { Evaluation } from '../rounds/evaluation.ts';
import { toSnakeKeys } from '../text/key-case.ts';
import type { EventDocument, RunEvent } from './run-events.ts';

const SILENT = {
  interruptedAgents: [],
  gaps: [],
  coverageRatio: null,
  isMet: null,
  unsearched: null,
  allTraced: null,
  combinations: null,
} as const;

/** The steps an evaluation took, in the order in which it took them (EVALUATE-01). */
export const evaluationEvents = (
  round: number,
  evaluation: Evaluation,
): readonly Extract<RunEvent, { kind: 'evaluation' }>[] =>
  evaluation.steps.map((step) => {
    const event = { kind: 'evaluation', round, step, ...SILENT } as const;
    if (step === 'detect-truncation') return { ...event, interruptedAgents: evaluation.interruptedAgents };
    if (step === 'rate-coverage')
      return { ...event, gaps: evaluation.gaps, coverageRatio: evaluation.ratio, isMet: evaluation.met };
    return { ...event, ...evaluation.answers };
  });

export const toEventDocument = ({ kind, ...fields }: RunEvent): EventDocument =>
  ({ event: kind, ...toSnakeKeys(fields) }) as unknown as EventDocument;
