/**
 * Evaluates a round of an audit from what its agents did: first truncation, then the coverage of each dimension, then three
 * questions, always in this order (EVALUATE-01..03, AUD-01). Called by engine/audit/rate-round.ts; convergence.ts decides what
 * follows.
 */

import type { CoverageRules } from '../coverage/audit-coverage.ts';
import {
  coverageOf,
  coverageRatio,
  type DimensionRating,
  type DimensionRatings,
  isCoverageMet,
  limitRatings,
  mergeAgents,
  mergeRounds,
  type PartialRatings,
} from '../coverage/audit-coverage.ts';
import { AUDIT_MODE_PROFILES } from '../coverage/audit-mode.ts';
import { listGaps } from '../coverage/gaps.ts';
import type { Dimension, DimensionCoverage } from '../findings/dimension.ts';
import { hasCombination, type ModuleFinding } from './attack-chains.ts';

export type EvaluationStep = 'detect-truncation' | 'rate-coverage' | 'ask-questions';

/** How one agent's work of the round ended. */
export interface AgentOutcome {
  readonly agentId: string;
  readonly dimensions: readonly Dimension[];
  readonly ending: 'completed' | 'truncated' | 'failed' | 'timeout';
  readonly keptFindings: number;
  /** What the host accepts as reached in each dimension; ignored where the agent was interrupted. */
  readonly ratings: PartialRatings;
  /** The agent this one replaces (AUD-24). */
  readonly retryOf: string | null;
}

export interface QuestionEvidence {
  readonly plannedAreas: readonly string[];
  readonly searchedAreas: readonly string[];
  readonly entryPoints: readonly string[];
  readonly tracedEntryPoints: readonly string[];
  readonly findings: readonly ModuleFinding[];
  /** Findings whose combinations an earlier round has already followed. */
  readonly followedFindings: readonly string[];
}

export interface QuestionAnswers {
  /** Q1: is a planned area still unsearched? */
  readonly unsearched: boolean;
  /** Q2: does each entry point have a trace to its sinks? The one question whose good answer is yes. */
  readonly allTraced: boolean;
  /** Q3: could high-risk findings of different modules combine? */
  readonly combinations: boolean;
}

export interface RoundEvidence extends CoverageRules {
  readonly agents: readonly AgentOutcome[];
  /** Merged ratings of the rounds before, oldest first. */
  readonly earlierRounds: readonly PartialRatings[];
  readonly questions: QuestionEvidence;
}

export interface Evaluation {
  readonly steps: readonly EvaluationStep[];
  readonly interruptedAgents: readonly string[];
  /** This round alone, to be handed to the next evaluation. */
  readonly roundRatings: PartialRatings;
  readonly ratings: DimensionRatings;
  readonly coverage: DimensionCoverage;
  readonly gaps: readonly Dimension[];
  readonly ratio: number;
  readonly met: boolean;
  /** Raw answers; null in modes that do not ask. */
  readonly answers: QuestionAnswers | null;
}

export function evaluateRound(evidence: RoundEvidence): Evaluation {
  const steps: EvaluationStep[] = ['detect-truncation'];
  const interrupted = evidence.agents.filter(({ ending }) => ending !== 'completed');

  steps.push('rate-coverage');
  const roundRatings = mergeAgents(rateAgents(evidence.agents));
  const merged = mergeRounds([...evidence.earlierRounds, roundRatings], evidence.isLibrary);
  const ratings = limitRatings(merged, evidence.asked);
  const coverage = coverageOf(ratings);

  const asks = AUDIT_MODE_PROFILES[evidence.mode].asksQuestions;
  if (asks) steps.push('ask-questions');
  return {
    steps,
    interruptedAgents: interrupted.map(({ agentId }) => agentId),
    roundRatings,
    ratings,
    coverage,
    gaps: listGaps(coverage),
    ratio: coverageRatio(coverage),
    met: isCoverageMet(coverage, evidence),
    answers: asks ? answerQuestions(evidence.questions) : null,
  };
}

/** An agent that was retried still answers for the dimensions its retry did not take over. */
function rateAgents(agents: readonly AgentOutcome[]): readonly PartialRatings[] {
  const retried = new Map(agents.filter(({ retryOf }) => retryOf !== null).map((retry) => [retry.retryOf, retry]));
  return agents.map((agent) => {
    const takenOver = retried.get(agent.agentId)?.dimensions ?? [];
    return rateAgent(
      agent,
      agent.dimensions.filter((dimension) => !takenOver.includes(dimension)),
    );
  });
}

/** An interrupted agent's dimensions are shallow, whatever it claims (TRUNC-09, TRUNC-11, REGISTRY-07). */
function rateAgent(agent: AgentOutcome, dimensions: readonly Dimension[]): PartialRatings {
  const interruption: DimensionRating = agent.keptFindings > 0 ? 'interrupted' : 'interrupted-empty';
  const rate = (dimension: Dimension): DimensionRating =>
    agent.ending === 'completed' ? (agent.ratings[dimension] ?? 'missing') : interruption;
  return Object.fromEntries(dimensions.map((dimension) => [dimension, rate(dimension)]));
}

export function answerQuestions(evidence: QuestionEvidence): QuestionAnswers {
  const searched = new Set(evidence.searchedAreas);
  const traced = new Set(evidence.tracedEntryPoints);
  return {
    unsearched: evidence.plannedAreas.some((area) => !searched.has(area)),
    allTraced: evidence.entryPoints.every((entry) => traced.has(entry)),
    combinations: hasCombination(evidence.findings, new Set(evidence.followedFindings)),
  };
}

/** Only (no, yes, no) ends the rounds: full tracing is the good answer to the second question. */
export const answersCallForRound = ({ unsearched, allTraced, combinations }: QuestionAnswers): boolean =>
  unsearched || !allTraced || combinations;
