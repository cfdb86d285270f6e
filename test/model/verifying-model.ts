/** A model that reviews as it is told and takes second looks as it is told: both as one scripted provider. */
import type { LoopbackReply, LoopbackRequest } from '../../src/testing/index.ts';
import { writeResult } from './obedient-model.ts';

export const isSecondLook = ({ body }: LoopbackRequest): boolean => JSON.stringify(body).includes(': second look');

export interface Decided {
  readonly id?: string;
  readonly verdict: 'confirmed' | 'downgraded' | 'rejected';
  readonly steps?: string;
  readonly evidence?: string;
  readonly notes?: string;
}

/** The answer of a second look; without decisions it leaves everything open. */
export function writeDecisions(request: LoopbackRequest, decisions: readonly Decided[]): string {
  const end = /===VALIDATION_RESULT_END:[0-9a-f]+===/u.exec(JSON.stringify(request.body))?.[0] ?? 'no end marker';
  const blocks = decisions.map(({ id = 'F001', verdict, steps, evidence, notes }) =>
    [
      `[V-${id}] ${verdict}`,
      '  original: as stated',
      `  verification: ${steps ?? '1:pass(it does) 2:pass(no check) 3:pass(any request)'}`,
      `  evidence_file: ${evidence ?? 'src/login.ts:1'}`,
      `  ${verdict === 'confirmed' ? 'notes' : 'reason'}: ${notes ?? 'seen in the code'}`,
    ].join('\n'),
  );
  return [
    '===VALIDATION_RESULT===',
    'agent_id: verifier-01',
    'round: 1',
    `validated_count: ${decisions.length}`,
    'source_agents: reviewers',
    '',
    ...blocks,
    end,
    '',
  ].join('\n');
}

/** Claims what it is told to claim and decides as it is told. */
export const claimAndDecide =
  (findings: readonly object[], decide: (request: LoopbackRequest) => LoopbackReply, fields: object = {}) =>
  (request: LoopbackRequest): LoopbackReply =>
    isSecondLook(request) ? decide(request) : { text: writeResult(request, { findings, ...fields }) };
