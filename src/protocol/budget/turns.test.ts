import { expect, test } from 'vitest';
import { breadthCallLimit, planTurns, toolCallLimit } from './turns.ts';

test('the first round has 25 turns, five of them for documents [TURNS-01]', () => {
  const plan = planTurns(1);
  expect(plan).toEqual({
    maxTurns: 25,
    documentTurns: 5,
    analysisTurns: 20,
    lastExplorationTurn: 20,
    budgetTokens: 102_400,
    allowsBreadthSearch: true,
  });
});

test('the second round ends after turn 20 [TURNS-02]', () => {
  const plan = planTurns(2);
  expect(plan).toMatchObject({ maxTurns: 20, lastExplorationTurn: 15 });
  expect(plan.documentTurns).toBe(0);
});

test('the third round has 15 turns and no breadth search [TURNS-03, AUD-09]', () => {
  expect(planTurns(3)).toMatchObject({ maxTurns: 15, allowsBreadthSearch: false, analysisTurns: 15 });
});

test('an agent has 4096 tokens for each turn [AUD-26]', () => {
  const budgets = [planTurns(1), planTurns(2), planTurns(3), planTurns(3, { emergency: true })];
  expect(budgets.map(({ budgetTokens }) => budgetTokens)).toEqual([102_400, 81_920, 61_440, 61_440]);
});

test('an emergency agent has 15 turns in any round and may search', () => {
  expect(planTurns(3, { emergency: true })).toMatchObject({
    maxTurns: 15,
    documentTurns: 0,
    allowsBreadthSearch: true,
  });
  expect(planTurns(4, { emergency: true })).toMatchObject({ maxTurns: 15, allowsBreadthSearch: true });
});

test('a halved assignment keeps at least one turn for analysis', () => {
  expect(planTurns(1, { maxTurns: 12 })).toMatchObject({
    maxTurns: 12,
    documentTurns: 5,
    analysisTurns: 7,
    budgetTokens: 49_152,
  });
  expect(planTurns(1, { maxTurns: 3 })).toMatchObject({
    maxTurns: 3,
    documentTurns: 2,
    analysisTurns: 1,
    lastExplorationTurn: 1,
  });
});

test('a single turn is for analysis', () => {
  expect(planTurns(1, { maxTurns: 1 })).toMatchObject({ maxTurns: 1, documentTurns: 0, analysisTurns: 1 });
});

test.each([
  [0, false, 60],
  [9_999, false, 60],
  [10_000, false, 80],
  [50_000, false, 80],
  [50_001, false, 100],
  [50_001, true, 110],
])('%i lines, documents %s: %i calls', (loc, documents, calls) => {
  expect(toolCallLimit(loc, documents)).toBe(calls);
});

test('six tenths of the calls are for breadth', () => {
  expect([60, 80, 100, 1].map(breadthCallLimit)).toEqual([36, 48, 60, 0]);
});
