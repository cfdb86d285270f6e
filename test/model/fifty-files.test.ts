import { expect, test } from 'vitest';
import { REVIEWERS } from '../../src/protocol/reviewer.ts';
import { startLoopbackProvider } from '../../src/testing/index.ts';
import { answerDiligently, listTexts } from './diligent-model.ts';
import { counter, reviewOverHttp } from './review-over-http.ts';

const TOKENS = 2000;

/** A file of exactly that many tokens. */
function writeFile(file: number): string {
  const lines: string[] = [];
  while (counter.count(lines.join('\n')) < TOKENS - 40)
    lines.push(`func value${file}x${lines.length}() int { return 1 }`);
  let text = `${lines.join('\n')}\n// `;
  while (counter.count(`${text}\n`) < TOKENS) text += 'a ';
  return `${text}\n`;
}

const FILES = Object.fromEntries(
  Array.from({ length: 50 }, (_, file) => [`src/part${String(file).padStart(2, '0')}.go`, writeFile(file)]),
);
/** Smaller than any model has today. */
const WINDOW_TOKENS = 64_000;

test('50 files of 2,000 tokens and all six reviewers: complete, nothing too large, nobody past its budget in any wave [SUCCESS-01]', async () => {
  const provider = await startLoopbackProvider();
  let largest = 0;
  provider.otherwise((request) => {
    const inputTokens = counter.count([...listTexts(request.body)].join('\n'));
    largest = Math.max(largest, inputTokens);
    if (inputTokens > WINDOW_TOKENS) return { fault: { kind: 'context-exceeded' } };
    return { ...answerDiligently(request).reply, chunkChars: 2000, usage: { inputTokens, outputTokens: 300 } };
  });
  try {
    const review = { model: 'anthropic/loopback', files: FILES, roster: REVIEWERS };
    const { report, outcomes } = await reviewOverHttp(provider, review);
    expect(report.scope.tokens).toBeGreaterThanOrEqual(50 * TOKENS);
    expect([...new Set(outcomes)]).toEqual(['replied']);
    expect(report.warnings).toEqual([]);
    expect(report.complete).toBe(true);
    expect(report.agents.filter(({ used_tokens, budget_tokens }) => used_tokens >= budget_tokens)).toEqual([]);
    expect(report.findings).toHaveLength(100);
    expect(largest).toBeLessThan(WINDOW_TOKENS);
    const waves = REVIEWERS.map(({ name }) => report.agents.filter(({ agent }) => agent === name).length);
    expect(waves).toEqual([6, 6, 6, 8, 13, 13]);
  } finally {
    await provider.close();
  }
});
