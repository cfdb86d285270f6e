import { describe, expect, test } from 'vitest';
import type { DimensionRating } from '../coverage/audit-coverage.ts';
import { DIMENSIONS, type Dimension } from '../findings/dimension.ts';
import type { ModuleFinding } from './attack-chains.ts';
import {
  type AgentOutcome,
  answerQuestions,
  answersCallForRound,
  evaluateRound,
  type QuestionEvidence,
  type RoundEvidence,
} from './evaluation.ts';

const quiet: QuestionEvidence = {
  plannedAreas: ['src/auth'],
  searchedAreas: ['src/auth'],
  entryPoints: ['src/app.ts:4'],
  tracedEntryPoints: ['src/app.ts:4'],
  findings: [],
  followedFindings: [],
};
const agent = (agentId: string, said: Partial<AgentOutcome>): AgentOutcome => ({
  agentId,
  dimensions: [],
  ending: 'completed',
  keptFindings: 0,
  ratings: {},
  retryOf: null,
  ...said,
});
const all = (rating: DimensionRating): Partial<Record<Dimension, DimensionRating>> =>
  Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, rating]));
const evaluate = (said: Partial<RoundEvidence>) =>
  evaluateRound({ mode: 'deep', isLibrary: false, agents: [], earlierRounds: [], questions: quiet, ...said });

describe('order', () => {
  test('truncation, then coverage, then the questions [EVALUATE-01]', () => {
    const cut = agent('agent-r1-01', {
      dimensions: ['D1', 'D3'],
      ending: 'truncated',
      keptFindings: 3,
      ratings: { D1: 'covered', D3: 'covered' },
    });
    const evaluation = evaluate({ agents: [cut] });
    expect(evaluation.steps).toEqual(['detect-truncation', 'rate-coverage', 'ask-questions']);
    expect(evaluation.interruptedAgents).toEqual(['agent-r1-01']);
    // The rating is made after the cut was seen: what the cut agent claims does not count.
    expect(evaluation.roundRatings).toEqual({ D1: 'interrupted', D3: 'interrupted' });
    expect(evaluation.coverage).toMatchObject({ D1: 'shallow', D3: 'shallow', D2: 'missing' });
  });

  test('only deep asks, and it stores the three raw answers [EVALUATE-02]', () => {
    expect(evaluate({ mode: 'deep' }).answers).toEqual({ unsearched: false, allTraced: true, combinations: false });
    expect(evaluate({ mode: 'standard' }).answers).toBeNull();
    expect(evaluate({ mode: 'standard' }).steps).toEqual(['detect-truncation', 'rate-coverage']);
  });
});

describe('rating agents', () => {
  test.each<[AgentOutcome['ending'], number, DimensionRating]>([
    ['completed', 0, 'covered'],
    ['truncated', 2, 'interrupted'],
    ['truncated', 0, 'interrupted-empty'],
    ['failed', 0, 'interrupted-empty'],
    ['timeout', 1, 'interrupted'],
  ])('%s with %i kept is %s', (ending, keptFindings, rating) => {
    const row = agent('a', { dimensions: ['D5'], ending, keptFindings, ratings: { D5: 'covered' } });
    expect(evaluate({ agents: [row] }).roundRatings).toEqual({ D5: rating });
  });

  test('a dimension the agent does not mention is missing', () => {
    expect(evaluate({ agents: [agent('a', { dimensions: ['D5'] })] }).roundRatings).toEqual({ D5: 'missing' });
  });

  test('a retry answers for what it took over, the first attempt for the rest', () => {
    const first = agent('agent-r1-01', { dimensions: ['D1', 'D2', 'D7'], ending: 'truncated' });
    const retry = agent('agent-r1-02', {
      dimensions: ['D1', 'D2'],
      ratings: { D1: 'covered', D2: 'shallow' },
      retryOf: 'agent-r1-01',
    });
    expect(evaluate({ agents: [first, retry] }).roundRatings).toEqual({
      D1: 'covered',
      D2: 'shallow',
      D7: 'interrupted-empty',
    });
  });

  test('earlier rounds are built upon', () => {
    const { ratio, met, gaps } = evaluate({
      earlierRounds: [{ ...all('covered'), D4: 'missing' }],
      agents: [agent('a', { dimensions: ['D4'], ratings: { D4: 'covered' } })],
    });
    expect({ ratio, met, gaps }).toEqual({ ratio: 1, met: true, gaps: [] });
  });
});

describe('the three questions', () => {
  const finding = (id: string, module: string, said: Partial<ModuleFinding> = {}): ModuleFinding => ({
    id,
    module,
    severity: 'HIGH',
    dimension: 'D1',
    traits: [],
    title: id,
    file: `${module}/a.ts`,
    line: 1,
    ...said,
  });
  const injection = finding('F1', 'orders');
  const rights = finding('F2', 'users', { dimension: 'D3' });

  test.each<[string, Partial<QuestionEvidence>, [boolean, boolean, boolean]]>([
    ['nothing open', {}, [false, true, false]],
    ['an area is unsearched', { plannedAreas: ['src/auth', 'src/pay'] }, [true, true, false]],
    ['an entry point has no trace', { entryPoints: ['src/app.ts:4', 'src/b.ts:1'] }, [false, false, false]],
    ['findings of two modules combine', { findings: [injection, rights] }, [false, true, true]],
    ['they lie in one module', { findings: [injection, { ...rights, module: 'orders' }] }, [false, true, false]],
    ['one is of low risk', { findings: [injection, { ...rights, severity: 'MEDIUM' }] }, [false, true, false]],
    ['no pattern joins them', { findings: [injection, { ...rights, dimension: 'D4' }] }, [false, true, false]],
    ['both were followed', { findings: [injection, rights], followedFindings: ['F1', 'F2'] }, [false, true, false]],
    ['one is new', { findings: [injection, rights], followedFindings: ['F1'] }, [false, true, true]],
  ])('%s [EVALUATE-02]', (_, said, [unsearched, allTraced, combinations]) => {
    expect(answerQuestions({ ...quiet, ...said })).toEqual({ unsearched, allTraced, combinations });
  });

  test('of the eight answers only no, yes, no ends the rounds [AUD-01]', () => {
    const ending: boolean[][] = [];
    for (const unsearched of [false, true])
      for (const allTraced of [false, true])
        for (const combinations of [false, true])
          if (!answersCallForRound({ unsearched, allTraced, combinations }))
            ending.push([unsearched, allTraced, combinations]);
    expect(ending).toEqual([[false, true, false]]);
  });
});
