/** The objects shown to agents as examples, written by the same functions that write and judge real ones (OUTPUT-06..10). */

import { claimFinding } from '../../protocol/findings/finding.ts';
import type { PlacedFinding, ReviewerOutput } from '../../protocol/output/reviewer-output.ts';
import { formatReviewerOutput } from '../../protocol/output/reviewer-output.ts';
import { synthesize } from '../../protocol/report/synthesis.ts';
import type { ReviewerProfile } from '../../protocol/reviewers/reviewer.ts';

export const START_MARKER = '===AGENT_RESULT===';
export const END_MARKER = '===AGENT_RESULT_END===';

const SKIPPED_FILES = ['src/auth/worker.go', 'src/auth/cache.go', 'src/auth/middleware.go', 'src/auth/types.go'];
const BUDGET_TOKENS = 100;

/** A form to fill, not an example to repeat: an agent must not find a vulnerability here. */
const sampleFinding = (category: string): PlacedFinding => {
  const { rule: _, ...claim } = claimFinding({
    severity: 'HIGH',
    category,
    title: '<what is wrong, and what follows from it>',
    issue: '<what is wrong, and what follows from it>',
    evidence: '<the offending lines, quoted exactly>',
    recommendation: '<what to do, with an example>',
    confidence: 0.9,
  });
  return { ...claim, file: 'src/auth/validate.go', line: 45 };
};

const sampleOutput = ({ name, categories }: ReviewerProfile, said: Partial<ReviewerOutput>): string =>
  JSON.stringify(
    formatReviewerOutput({
      agent: name,
      partial: false,
      cutoffReason: null,
      mode: 'full',
      usedTokens: 40,
      budgetTokens: BUDGET_TOKENS,
      filesReviewed: 12,
      skippedFiles: [],
      skippedMedium: 0,
      skippedLow: 0,
      findings: [sampleFinding(categories[0] ?? 'general')],
      verdict: 'WARN',
      vetoReasons: [],
      ...said,
    }),
    null,
    2,
  );

export const fullSample = (reviewer: ReviewerProfile): string => sampleOutput(reviewer, {});

export const highSeveritySample = (reviewer: ReviewerProfile): string =>
  sampleOutput(reviewer, { mode: 'high_severity_only', usedTokens: 88, skippedMedium: 3, skippedLow: 5 });

export const partialSample = (reviewer: ReviewerProfile): string =>
  sampleOutput(reviewer, {
    partial: true,
    cutoffReason: 'budget',
    mode: 'force_return',
    usedTokens: 97,
    filesReviewed: 8,
    skippedFiles: SKIPPED_FILES,
  });

/** The lines of a report about one agent that the budget stopped and one that ran out of time (SYNTH-03..05, REV-16). */
export const sampleSynthesis = (): readonly string[] => {
  const skip = (reason: 'budget' | 'timeout', paths: readonly string[]) => paths.map((path) => ({ path, reason }));
  const { warnings, notes, suggestions } = synthesize([
    {
      agent: 'security-reviewer',
      reviewedCount: 8,
      skippedFiles: skip('budget', SKIPPED_FILES),
      unnamedCount: 0,
      cutoffReason: 'budget',
    },
    {
      agent: 'go-reviewer',
      reviewedCount: 3,
      skippedFiles: skip('timeout', SKIPPED_FILES.slice(0, 1)),
      unnamedCount: 0,
      cutoffReason: 'timeout',
    },
  ]);
  return [...warnings, ...notes, ...suggestions.map((line) => `→ ${line}`)];
};
