/**
 * Describes as one text everything but the files that decides what a model reviewer answers: prompts, rules, tools, notes of the
 * project. Its hash is part of the key of the review cache, so that a changed prompt is asked anew. Budgets are left out: only what
 * was reviewed in full analysis is ever reused. Called by model-driver.ts and wiring/review-cache.ts.
 */
import { TOOL_DEFINITIONS } from '../../../context/tools/agent-tools.ts';
import { formatAssignment } from '../../../prompts/assignment.ts';
import { describeViews } from '../../../prompts/change-view.ts';
import { formatReviewerPrompt } from '../../../prompts/reviewer-prompt.ts';
import { splitTask } from '../../../prompts/reviewer-tasks.ts';
import type { Thresholds } from '../../../protocol/budget/thresholds.ts';
import type { ReasoningLevel } from '../../../protocol/config/config-names.ts';
import type { ReviewerProfile } from '../../../protocol/reviewers/reviewer.ts';
import type { Note } from '../../../protocol/text/shorten-notes.ts';
import { isHeld } from '../held-answer.ts';
import { canReturn, handingOf } from './review-agent.ts';
import { listReviewTools } from './review-tools.ts';

export interface QuestionTerms {
  readonly modelName: string;
  readonly thresholds: Thresholds;
  readonly maxOutputTokens: number;
  readonly hasTools: boolean;
  readonly takesSchema?: boolean;
  readonly windowTokens?: number | null;
  readonly feedsAtOnce?: boolean;
  readonly handsIn?: boolean;
  readonly reasoning?: ReasoningLevel;
  readonly splitsChecklists?: boolean;
  readonly guidance: readonly Note[];
  /** Hash of the analyzers and rules whose findings the model is told of, and whatever else decides. */
  readonly rules: string;
}

const ISOLATIONS = ['shared', 'branch'] as const;
/** Stands for every nonce. */
const WORD = 'WORD';

export function describeQuestion(reviewer: ReviewerProfile, terms: QuestionTerms): string {
  const { modelName, thresholds, maxOutputTokens, hasTools, guidance, rules } = terms;
  const assignments = ISOLATIONS.map((isolation) =>
    formatAssignment({
      files: [],
      isolation,
      hints: [],
      guidance,
      fenceName: WORD,
      handing: handingOf(terms),
      canReturn: canReturn(terms),
    }),
  );
  const tools = hasTools ? [...listReviewTools({ isolation: 'branch' }, terms.handsIn), ...TOOL_DEFINITIONS] : [];
  const hasSchema = isHeld(terms);
  const budgetTokens = reviewer.baseBudgetTokens;
  const prompt = formatReviewerPrompt({ reviewer, budgetTokens, thresholds, nonce: WORD, hasSchema });
  const window = terms.windowTokens ?? null;
  return JSON.stringify([
    ...[modelName, prompt, reviewer, assignments, tools, thresholds, maxOutputTokens, rules],
    ...(window === null ? [] : [window]),
    ...(terms.reasoning === undefined ? [] : [terms.reasoning]),
    ...(terms.splitsChecklists === true ? [splitTask(reviewer)] : []),
    describeViews(WORD),
  ]);
}
