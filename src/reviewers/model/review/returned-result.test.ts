/** A result that comes as a call: it ends the review, loses no finding, and is refused where it would. */
import { expect, test } from 'vitest';
import { answer, nextFile, report, reviewByScript, told } from '../../../../test/model/scripted-review.ts';
import type { ScriptedTurn } from '../../../testing/scripted-model.ts';

const FILES = { 'src/a.ts': 'query(input)\n' };
const returns = (fields: object = { verdict: 'WARN' }) => ({ name: 'return_result', args: fields });
const review = (turns: readonly ScriptedTurn[], options = {}) => reviewByScript(turns, { files: FILES, options });

test('findings and result in one answer: nothing more is asked', async () => {
  const { document, questions } = await review([{ calls: [report(), returns()] }]);
  expect([document.complete, document.findings.length, document.agents[0]?.verdict]).toEqual([true, 1, 'WARN']);
  expect(questions[0]?.tools.map(({ name }) => name)).toContain('return_result');
  expect(JSON.stringify(questions[0]?.messages)).toContain('End with `return_result`');
});

test('findings that are put into the result against its schema are taken all the same', async () => {
  const { document } = await review([{ calls: [returns({ verdict: 'WARN', findings: [report().args] })] }]);
  expect([document.complete, document.findings.length]).toEqual([true, 1]);
});

test('nobody returns over a finding that was rejected in the same answer', async () => {
  const { document, questions } = await review([
    { calls: [report({ severity: 'soon' }), returns()] },
    { calls: [report(), returns()] },
  ]);
  expect(told(questions[1])).toContain('Report it again, whole');
  expect([document.complete, document.findings.length]).toEqual([true, 1]);
});

test.each([{}, { verdict: 'FINE' }, 'OK'])(
  'a result without a verdict (%j) is refused, with what it lacks',
  async (args) => {
    const { document, questions } = await review([{ calls: [{ name: 'return_result', args }] }, { says: answer() }]);
    expect(told(questions[1])).toContain('`verdict` must be OK, WARN or VETO');
    expect(document.complete).toBe(true);
  },
);

test('a result in an answer that was cut is none', async () => {
  const cut = { calls: [report(), returns()], end: { kind: 'truncated', message: 'length' } } as const;
  const { document } = await review([cut]);
  expect([document.complete, document.findings.length]).toEqual([false, 1]);
});

test('a file that was never asked for is still asked about', async () => {
  const { document, questions } = await reviewByScript(
    [{ calls: [returns()] }, { calls: [nextFile] }, { calls: [returns()] }],
    { files: { ...FILES, 'src/b.ts': 'b() '.repeat(40_000) }, request: { isolation: 'branch' } as object },
  );
  expect(told(questions[1])).toContain('not been given to you yet');
  expect(document.agents[0]?.verdict).toBe('WARN');
});

test('whoever hands its text in is offered no such call', async () => {
  const { questions } = await review([{ says: answer() }], { handsIn: true });
  expect(questions[0]?.tools.map(({ name }) => name)).not.toContain('return_result');
  expect(JSON.stringify(questions[0]?.messages)).not.toContain('return_result');
});
