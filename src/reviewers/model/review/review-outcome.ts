/**
 * Works out from the end of a reviewer's conversation the outcome of its review (complete, cut, failed), and whether another
 * conversation could do better (HOST-03, TRUNC-10). Called by review-agent.ts and model-driver.ts.
 */
import type { CutAnswer, ReviewOutcome } from '../../../ports/driver.ts';
import type { AgentOutput } from '../../../protocol/output/agent-output.ts';
import { listSome } from '../../../protocol/text/list-some.ts';
import { type ConversationEnd, cutoffOf } from '../agent-policy.ts';
import type { ReviewProgress } from './review-tools.ts';

export interface ReviewEnd {
  readonly outcome: ReviewOutcome;
  /** `context`: it did not fit the model. `severe`: nothing usable arrived (TRUNC-10). `no-tools`, `no-schema`: the model has none. */
  readonly retry: 'context' | 'severe' | 'no-tools' | 'no-schema' | null;
}

/** The gravest first. */
const VERDICTS = ['VETO', 'WARN', 'OK'] as const;

/** Of these the host says itself what they mean for the files. */
const UNEXPLAINED: ReadonlySet<ConversationEnd['kind']> = new Set(['budget', 'truncated', 'aborted']);

export function concludeReview(end: ConversationEnd, progress: ReviewProgress, output: AgentOutput): ReviewEnd {
  const { outcome, retry } = judgeEnd(end, progress, output);
  return { outcome: { ...outcome, notes: [...noteInvented(progress), ...noteUnusable(progress)] }, retry };
}

const MAX_NAMED = 5;

/** Dropped, and said. */
const noteInvented = ({ invented }: ReviewProgress): readonly string[] =>
  invented.length === 0
    ? []
    : [`conventions cited and not found, not shown: ${listSome([...new Set(invented)], MAX_NAMED)}`];

/** Said even where all of them came back: the answer was not what was asked for. */
const noteUnusable = ({ unusable, repaired }: ReviewProgress): readonly string[] =>
  unusable.length === 0
    ? []
    : [
        `findings that could not be used as they were written: ${unusable.length} (${listSome([...new Set(unusable.map(({ reason }) => reason))], MAX_NAMED)}); ${repaired} came back whole when asked`,
      ];

function judgeEnd(end: ConversationEnd, progress: ReviewProgress, output: AgentOutput): ReviewEnd {
  if (end.kind === 'result')
    return { outcome: progress.refused > 0 ? endedFull(progress) : openFor(progress), retry: null };
  const ended = endedBy(cutoffOf(end), UNEXPLAINED.has(end.kind) ? null : end.reason);
  const outcome = { ...ended, cuts: listCuts(end, output) };
  return { outcome: end.kind === 'failed' ? { ...outcome, status: 'failed' } : outcome, retry: retryOf(end, progress) };
}

function retryOf({ kind, lacksTools, lacksSchema }: ConversationEnd, { findings }: ReviewProgress): ReviewEnd['retry'] {
  if (lacksTools) return 'no-tools';
  if (lacksSchema) return 'no-schema';
  if (kind === 'context-exceeded') return 'context';
  return kind === 'truncated' && findings === 0 ? 'severe' : null;
}

export const endedBy = (cutoffReason: ReviewOutcome['cutoffReason'], message: string | null): ReviewOutcome => ({
  status: cutoffReason === 'budget' || cutoffReason === null ? 'completed' : 'truncated',
  cutoffReason,
  verdict: null,
  vetoReasons: [],
  message,
});

/** A result that had begun and broke off; an answer that never came to its result lost nothing but words. */
function listCuts({ kind, received }: ConversationEnd, output: AgentOutput): readonly CutAnswer[] {
  if (kind === 'unfinished' || output.complete || (output.format === 'none' && kind !== 'truncated')) return [];
  const { findings, unrecovered, truncation, needsReaudit } = output;
  const severity = truncation === 'severe' ? 'severe' : 'mild';
  return [
    {
      severity,
      kept: findings.length,
      lost: unrecovered.count,
      needsReaudit: needsReaudit.map(({ id, file }) => ({ id, file })),
      raw: received,
    },
  ];
}

/** What was refused is not reviewed: its files are given again. */
const endedFull = ({ maxFindings, refused }: ReviewProgress): ReviewOutcome =>
  endedBy('truncated', `${refused} findings beyond the ${maxFindings} of a reduced retry were refused`);

/** A whole result of which findings are lost: its files are not done, and what it says of itself stands. */
function openFor({ claims, unusable, repaired, findings }: ReviewProgress): ReviewOutcome {
  const whole = completedWith(claims);
  const lost = unusable.length - repaired;
  if (lost <= 0) return whole;
  const needsReaudit = unusable.map(({ id, file }) => ({ id, file }));
  return {
    ...whole,
    status: 'truncated',
    cutoffReason: 'truncated',
    message: `${lost} of its findings could not be used: ${listSome([...new Set(unusable.map(({ reason }) => reason))], MAX_NAMED)}`,
    cuts: [{ severity: 'mild', kept: findings, lost, needsReaudit, raw: '' }],
  };
}

const completedWith = (claims: ReviewProgress['claims']): ReviewOutcome => ({
  status: 'completed',
  cutoffReason: null,
  verdict: VERDICTS.find((verdict) => claims.some((claim) => claim.verdict === verdict)) ?? null,
  vetoReasons: [...new Set(claims.flatMap(({ vetoReasons }) => vetoReasons))],
  message: null,
  claimed: claims.at(-1) ?? null,
  opinions: claims.flatMap(({ confirmed, refuted, model }) => [
    ...confirmed.map((id) => ({ id, stance: 'confirm', model }) as const),
    ...refuted.map((id) => ({ id, stance: 'refute', model }) as const),
  ]),
  requirements: claims.flatMap(({ requirements, model }) => requirements.map((answer) => ({ ...answer, model }))),
});
