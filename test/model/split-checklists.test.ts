/** `checklists: "split"`: one conversation, one part of the checklist to a question, and partial where a part was not asked for. */
import { afterEach, expect, test } from 'vitest';
import { TASKS } from '../../src/prompts/reviewer-tasks.ts';
import { type LoopbackProvider, type LoopbackRequest, startLoopbackProvider } from '../../src/testing/index.ts';
import { reviewOverHttp } from './review-over-http.ts';

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

const POINTS = TASKS['security-reviewer']?.points ?? [];
const FINDING = {
  severity: 'HIGH',
  category: 'injection',
  file: 'src/a.ts',
  line: 1,
  issue: 'The query is built from input.',
  evidence: 'query(input)',
  recommendation: 'Bind the value.',
};
const KEY = {
  ...FINDING,
  category: 'secrets',
  line: 2,
  issue: 'A key is in the code.',
  evidence: 'const key = load();',
};

const markerOf = (asked: string): string => /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(asked)?.[0] ?? '';
const answer = (asked: string, findings: readonly object[]): string =>
  `===AGENT_RESULT===\n${JSON.stringify({ agent: 'security-reviewer', findings, verdict: 'WARN' })}\n${markerOf(asked)}\n`;

/** A model that finds only what it was asked for last. `words` are written before its first answer. */
async function review(checklists: 'whole' | 'split', words = 0) {
  const provider = await startLoopbackProvider();
  providers.push(provider);
  provider.otherwise(({ body }: LoopbackRequest) => {
    const asked = JSON.stringify(body);
    const wantsKeys = asked.includes(POINTS[2] ?? '?');
    const isFirst = provider.requests.length === 1;
    const findings = wantsKeys ? [KEY] : [FINDING];
    return { text: `${isFirst ? 'word '.repeat(words) : ''}\n${answer(asked, findings)}` };
  });
  const { report } = await reviewOverHttp(provider, {
    model: 'openai-compatible/any',
    files: { 'src/a.ts': 'query(input)\nconst key = load();\n' },
    config: { checklists, verify: 'never' },
  });
  const asked = provider.requests.map(({ body }) => JSON.stringify(body));
  return { report, asked: asked.map((text) => POINTS.map((point) => text.includes(point))) };
}

test('each question holds a part of the points, in one conversation, and all findings count', async () => {
  const { report, asked } = await review('split');
  expect(asked).toEqual([
    [true, true, false],
    [true, true, true],
  ]);
  expect([report.complete, report.findings.map(({ title }) => title).sort()]).toEqual([
    true,
    [KEY.issue, FINDING.issue],
  ]);
});

test('without it one question holds all of them', async () => {
  const { report, asked } = await review('whole');
  expect([asked, report.complete]).toEqual([[[true, true, true]], true]);
});

test('a reviewer whose budget ends before it was asked for all is partial', async () => {
  const { report, asked } = await review('split', 7850);
  expect(asked).toEqual([[true, true, false]]);
  expect([report.complete, report.agents[0]?.cutoff_reason]).toEqual([false, 'budget']);
  expect(report.findings.map(({ title }) => title)).toEqual([FINDING.issue]);
});
