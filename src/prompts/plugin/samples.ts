/**
 * Writes the sample outputs and report lines that the plugin shows to agents, with the functions that write real ones
 * (OUTPUT-06..10). Called by agent.ts, includes.ts and phases.ts.
 */

import { formatReviewerOutput, type OutputFacts, type OutputFinding } from '../../protocol/report/reviewer-output.ts';
import { synthesize } from '../../protocol/report/synthesis.ts';
import type { ReviewerProfile } from '../../protocol/reviewers/reviewer.ts';

export const START_MARKER = '===AGENT_RESULT===';
export const END_MARKER = '===AGENT_RESULT_END===';

const SKIPPED_FILES = ['src/auth/worker.go', 'src/auth/cache.go', 'src/auth/middleware.go', 'src/auth/types.go'];

/** A form to fill, not an example to repeat: an agent must not find a vulnerability here. */
const sampleFinding = (category: string): OutputFinding => ({
  id: null,
  severity: 'HIGH',
  category,
  dimension: null,
  cwe: null,
  file: 'src/auth/validate.go',
  line: 45,
  end_line: 45,
  title: '<what is wrong, and what follows from it>',
  issue: '<what is wrong, and what follows from it>',
  evidence: '<the offending lines, quoted exactly>',
  recommendation: '<what to do, with an example>',
  references: [],
  related: [],
  source: null,
  sink: null,
  flow: null,
  impact: null,
  confidence: 0.9,
  extra: {},
});

const COMPLETE: Omit<OutputFacts, 'agent'> = {
  partial: false,
  cutoff_reason: null,
  mode: 'full',
  budget_tokens: 0,
  used_tokens: 0,
  budget_used_percent: 40,
  budget_remaining_percent: 60,
  files_reviewed: 12,
  files_skipped: 0,
  skipped_files: [],
  skipped: { medium_count: 0, low_count: 0 },
  verdict: 'WARN',
  veto_reasons: [],
};

const sampleOutput = ({ name, categories }: ReviewerProfile, said: Partial<OutputFacts>): string =>
  JSON.stringify(
    formatReviewerOutput({ agent: name, ...COMPLETE, ...said }, [sampleFinding(categories[0] ?? 'general')]),
    null,
    2,
  );

export const fullSample = (reviewer: ReviewerProfile): string => sampleOutput(reviewer, {});

export const highSeveritySample = (reviewer: ReviewerProfile): string =>
  sampleOutput(reviewer, {
    mode: 'high_severity_only',
    budget_used_percent: 88,
    budget_remaining_percent: 12,
    skipped: { medium_count: 3, low_count: 5 },
  });

export const partialSample = (reviewer: ReviewerProfile): string =>
  sampleOutput(reviewer, {
    partial: true,
    cutoff_reason: 'budget',
    mode: 'force_return',
    budget_used_percent: 97,
    budget_remaining_percent: 3,
    files_reviewed: 8,
    files_skipped: SKIPPED_FILES.length,
    skipped_files: SKIPPED_FILES,
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
