/** Findings of a whole result that lack something: one question, what was whole stays, what does not come back is told. */
import { expect, test } from 'vitest';
import { answer, finding, reviewByScript, told } from '../../../../test/model/scripted-review.ts';
import type { ScriptedTurn } from '../../../testing/scripted-model.ts';

const FILES = { 'src/a.ts': 'query(input)\nother(input)\n' };
const { severity: _, ...unrated } = finding({ line: 2, issue: 'The second one.', evidence: 'other(input)' });
const mended = { ...unrated, severity: 'MEDIUM' };

const review = (...turns: readonly ScriptedTurn[]) => reviewByScript(turns, { files: FILES, hasTools: false });
const titles = ({ document }: Awaited<ReturnType<typeof review>>) => document.findings.map(({ title }) => title);

test('what a finding lacks is asked for once, by name, and the mended one joins the others', async () => {
  const result = await review(
    { says: answer({ findings: [finding(), unrated], verdict: 'WARN' }) },
    { says: answer({ findings: [mended], verdict: 'OK' }) },
  );
  expect(told(result.questions[1])).toContain('severity is missing or unknown');
  expect(titles(result)).toEqual(['The query is built from input.', 'The second one.']);
  const { complete, notes, agents } = result.document;
  expect([complete, agents[0]?.verdict]).toEqual([true, 'WARN']);
  expect(notes.join()).toContain('could not be used as they were written: 1 (severity is missing or unknown); 1 came');
});

test.each([
  ['an answer that is no result', { says: ['I cannot.'] }],
  [
    'an answer that breaks off',
    { says: ['===AGENT_RESULT===\n{"agent":"x"'], end: { kind: 'truncated', message: 'length' } },
  ],
  ['a call that is denied', { denied: true }],
  ['the same again', { says: answer({ findings: [unrated] }) }],
] as const)('%s leaves the result as it was, and the review is not complete', async (_name, second) => {
  const result = await review(
    { says: answer({ findings: [finding(), unrated], verdict: 'WARN' }) },
    second as ScriptedTurn,
  );
  expect(titles(result)).toEqual(['The query is built from input.']);
  const { complete, truncation, agents } = result.document;
  expect([complete, agents[0]?.verdict, truncation.unrecovered_findings]).toEqual([false, 'WARN', 1]);
  expect(result.questions).toHaveLength(2);
});

test('a whole result asks nothing more, and so many broken findings are no slip', async () => {
  expect((await review({ says: answer({ findings: [finding()] }) })).questions).toHaveLength(1);
  const many = await review({ says: answer({ findings: Array.from({ length: 9 }, () => unrated) }) });
  expect([many.questions.length, many.document.truncation.unrecovered_findings]).toEqual([1, 9]);
});
