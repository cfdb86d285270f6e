/**
 * Asks a reviewer for its checklist in parts (`checklists: "split"`), one question after the other in one conversation. Called by
 * review-agent.ts; the parts are counted for the driver (model-driver.ts) and for a plan (wiring/review-cache.ts).
 */
import { asksForPart, splitTask } from '../../../prompts/reviewer-tasks.ts';
import type { ReviewerProfile } from '../../../protocol/reviewers/reviewer.ts';
import type { ModelOptions } from '../agent-policy.ts';
import type { ReviewEnd } from './review-outcome.ts';
import type { ReviewSession } from './review-tools.ts';

export interface Checklist {
  /** What it is asked for first; undefined for everything. */
  readonly first: readonly string[] | undefined;
  /** What it is asked for now that it has answered to what was asked before; null where that is nothing. */
  next(): string | null;
  /** Whoever was not asked for everything has not reviewed its files. */
  conclude(end: ReviewEnd): ReviewEnd;
}

/** Questions that a reviewer is asked about a shared scope. */
export const countParts = (reviewer: ReviewerProfile): number => splitTask(reviewer).length;

/**
 * One job to a question: the points of a reviewer in parts, in one conversation, where it has its scope before it all the time.
 * Where its budget constrains it, the rest comes in one question; behind the soft stop nothing is asked.
 */
export function openChecklist(
  { splitsChecklists = false }: Pick<ModelOptions, 'splitsChecklists'>,
  { assignment, account }: Pick<ReviewSession, 'assignment' | 'account'>,
  { isReduced }: { readonly isReduced: boolean },
): Checklist {
  const isSplit = splitsChecklists && assignment.isolation === 'shared' && assignment.round === 1 && !isReduced;
  const parts = isSplit ? splitTask(assignment.reviewer) : [];
  let asked = 1;
  return {
    first: parts.length > 1 ? parts[0] : undefined,
    next() {
      if (asked >= parts.length || account.mode === 'force_return') return null;
      const from = asked;
      asked = account.mode === 'full' ? asked + 1 : parts.length;
      return asksForPart(parts.slice(from, asked).flat());
    },
    conclude(end) {
      const left = parts.length - asked;
      if (left <= 0 || end.outcome.cutoffReason !== null) return end;
      const message = `${left} of ${parts.length} parts of its checklist were not asked for`;
      return { ...end, outcome: { ...end.outcome, cutoffReason: 'budget', message } };
    },
  };
}
