import { describe, expect, test } from 'vitest';
import type { IndexedFile } from '../../ports/file-index.ts';
import { planTurns } from '../../protocol/budget/turns.ts';
import { DIMENSIONS } from '../../protocol/findings/dimension.ts';
import { mapLanguages } from './language-areas.ts';
import { planAgents } from './plan-audit.ts';

const file = (path: string, language: string | null, loc = 100): IndexedFile => ({
  kind: 'file',
  path,
  language,
  loc,
  changed: null,
  tokens: loc,
  estimated: false,
  lines: loc,
  branch: null,
});

const SHOP = [
  file('Dockerfile', 'dockerfile', 10),
  file('package.json', 'json', 10),
  file('src/app.ts', 'typescript', 300),
  file('src/page.tsx', 'tsx', 200),
  file('src/views/order.ejs', 'template', 50),
  file('inventory/main.go', 'go', 250),
  file('inventory/go.mod', 'go-module', 5),
  file('reports/monthly.py', 'python', 200),
  file('reports/requirements.txt', 'text', 5),
];

describe('languages as areas', () => {
  test('what is written in no language of its own goes with the code of its folder, else with the largest [AUD-10]', () => {
    const { shares, areaOf } = mapLanguages(SHOP);
    expect(shares).toEqual([
      { language: 'script', loc: 500 },
      { language: 'go', loc: 250 },
      { language: 'python', loc: 200 },
    ]);
    expect(SHOP.map(({ path }) => areaOf(path))).toEqual([
      'script',
      'script',
      'script',
      'script',
      'script',
      'go',
      'go',
      'python',
      'python',
    ]);
  });
});

describe('planned agents', () => {
  const planned = (agents: number) =>
    planAgents({ dimensions: DIMENSIONS, agents, turns: planTurns(1), files: SHOP, gaps: [], cellPaths: null });

  test('of one track are divided by language, the rest by track alone', () => {
    expect(planned(5).map(({ dimensions, files }) => [dimensions.join(' '), files.length])).toEqual([
      ['D1 D4 D5 D6', 5],
      ['D1 D4 D5 D6', 4],
      ['D2 D7 D8 D10', 5],
      ['D2 D7 D8 D10', 4],
      ['D3 D9', 9],
    ]);
  });

  test.each([1, 2, 3, 4, 5, 7, 9, 12, 20])('of %i agents give every file to every dimension exactly once', (agents) => {
    const divided = planned(agents);
    for (const dimension of DIMENSIONS) {
      const own = divided.filter(({ dimensions }) => dimensions.includes(dimension));
      expect(own.flatMap(({ files }) => files.map(({ path }) => path)).toSorted()).toEqual(
        SHOP.map(({ path }) => path).toSorted(),
      );
    }
  });
});
