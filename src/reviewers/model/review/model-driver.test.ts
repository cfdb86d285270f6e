import { describe, expect, test } from 'vitest';
import { DEFAULT_THRESHOLDS } from '../../../protocol/budget/thresholds.ts';
import { createRedactor } from '../../../protocol/redaction/redactor.ts';
import { createTestEngine, writeWords } from '../../../testing/engine.ts';
import { createWordCounter } from '../../../testing/fixed-ports.ts';
import { createScriptedModel, type ScriptedTurn } from '../../../testing/scripted-model.ts';
import { createModelDriver } from './model-driver.ts';

const NONCE = 'n0';
const answer = (fields: object = {}): readonly string[] => [
  'Done.\n===AGENT_RESULT===\n',
  JSON.stringify({ agent: 'security-reviewer', findings: [], verdict: 'OK', ...fields }),
  `\n===AGENT_RESULT_END:${NONCE}===\n`,
];
const finding = (fields: object = {}) => ({
  severity: 'HIGH',
  category: 'injection',
  file: 'src/a.ts',
  line: 1,
  issue: 'The query is built from input.',
  evidence: 'query(input)',
  recommendation: 'Bind the value.',
  ...fields,
});
const report = (fields: object = {}) => ({ name: 'report_finding', args: finding(fields) });

interface Setting {
  readonly files?: Readonly<Record<string, string>>;
  readonly waves?: number;
  readonly maxOutputTokens?: number;
}

async function review(turns: readonly ScriptedTurn[], { files, waves = 1, maxOutputTokens = 4000 }: Setting = {}) {
  const model = createScriptedModel(turns);
  const driver = createModelDriver({
    modelName: 'scripted/model',
    openAsk: () => model.ask,
    counter: createWordCounter(),
    thresholds: DEFAULT_THRESHOLDS,
    maxOutputTokens,
    hasTools: true,
    createNonce: () => NONCE,
    fenceName: 'FENCE',
    guidance: [],
    redactor: createRedactor(),
    analyzers: null,
  });
  const engine = createTestEngine({
    files: files ?? { 'src/a.ts': 'query(input)\n' },
    driver,
    request: { reviewerNames: ['security-reviewer'], waves },
  });
  const { report: document } = await engine.run();
  model.assertPlayed();
  const [agent] = document.agents;
  if (agent === undefined) throw new Error('no agent');
  return { document, agent, questions: model.questions };
}

const told = (question: { readonly messages: readonly object[] } | undefined): string =>
  JSON.stringify(question?.messages.at(-1));

test('a shared scope is one prefix for all, findings are kept as they are made, and the verdict is heard', async () => {
  const { document, agent, questions } = await review([
    { calls: [report()] },
    { says: answer({ verdict: 'VETO', veto_reasons: ['injection'] }) },
  ]);
  expect(questions[0]?.system).toContain('1\tquery(input)');
  expect(questions[0]?.system).not.toContain('security-reviewer');
  expect(told(questions[1])).toContain('recorded');
  expect(document.findings.map(({ status, file, line }) => `${status} ${file}:${line}`)).toEqual([
    'confirmed src/a.ts:1',
  ]);
  expect(agent).toMatchObject({ partial: false, verdict: 'VETO', files_reviewed: 1 });
  expect(document.complete).toBe(true);
});

test('a large scope is handed out file by file in order of priority, and what was not delivered is not reviewed [HOST-10]', async () => {
  const files = {
    'src/auth.ts': writeWords(5000, 90),
    'src/b.ts': writeWords(3000, 90),
    'src/c.ts': writeWords(9000, 90),
  };
  const { agent, document, questions } = await review(
    [
      { calls: [{ name: 'next_file', args: {} }] },
      { calls: [report({ file: 'src/b.ts' })] },
      { says: answer() },
      { says: answer() },
    ],
    { files },
  );
  expect(told(questions[3])).toContain('2 of your files have not been given to you yet');
  expect(told(questions[1])).toContain('src/auth.ts, lines 1-');
  expect(told(questions[2])).toContain('never delivered');
  expect(agent).toMatchObject({ files_reviewed: 1, skipped_files: ['src/b.ts', 'src/c.ts'] });
  expect(document.findings.filter(({ status }) => status !== 'rejected')).toEqual([]);
  expect(document.complete).toBe(false);
});

test.each<[string, ScriptedTurn['end'], string]>([
  ['refused', { kind: 'refused', message: 'no' }, 'error'],
  ['filtered', { kind: 'filtered', message: 'no' }, 'error'],
  ['stalled', { kind: 'stalled', message: 'quiet' }, 'timeout'],
  ['malformed', { kind: 'malformed', message: 'garbage' }, 'error'],
])('a call that is %s is not "no findings" [HOST-03]', async (_name, end, cutoff) => {
  const { agent, document } = await review([{ end: end as NonNullable<ScriptedTurn['end']> }]);
  expect([agent.partial, agent.cutoff_reason, agent.files_reviewed]).toEqual([true, cutoff, 0]);
  expect(document.complete).toBe(false);
  expect(document.warnings.join()).toContain(_name);
});

test('an answer without its end marker is asked for again, and is never complete', async () => {
  const loose = [
    '===AGENT_RESULT===\n{"agent":"security-reviewer","findings":[],"verdict":"OK"}\n===AGENT_RESULT_END===\n',
  ];
  const { agent, questions } = await review([{ says: loose }, { says: loose }, { says: loose }]);
  expect(questions).toHaveLength(3);
  expect([agent.partial, agent.cutoff_reason]).toEqual([true, 'truncated']);
});

test('only lines that were delivered can be quoted, wherever the finding begins [OUTPUT-11]', async () => {
  const files = { 'src/a.ts': `${writeWords(9000, 90)}query(input)\n`, 'src/b.ts': writeWords(9000, 90) };
  const last = files['src/a.ts'].split('\n').length - 1;
  const read = { name: 'read_file', args: { path: 'src/a.ts', start_line: 1, end_line: 2 } };
  const claim = report({ line: 1, end_line: last });
  const { document, questions } = await review(
    [{ calls: [read] }, { calls: [claim] }, { says: answer() }, { says: answer() }],
    { files },
  );
  expect(told(questions[2])).toContain('recorded as unverified');
  expect(document.findings.map(({ status }) => status)).toEqual(['unverified']);
});

/** Compact and with nothing behind it: no blank and no newline ends its last words. */
const CLOSED = `===AGENT_RESULT===\n{"agent":"security-reviewer","findings":[${JSON.stringify(finding())}`;

test.each<[string, ScriptedTurn, string]>([
  ['the deadline', { says: [CLOSED], end: { kind: 'aborted', message: 'the time was over' } }, 'aborted'],
  ['a timeout', { says: [CLOSED], end: { kind: 'timed-out', message: 'the time was over' } }, 'timeout'],
  ['the hard stop', { says: [`${CLOSED},{"issue":"${'w '.repeat(90_000)}`] }, 'budget'],
  ['the hard stop behind it', { says: [CLOSED, `,{"issue":"${'w '.repeat(90_000)}`] }, 'budget'],
  ['thoughts at the hard stop', { says: [CLOSED], hides: { kind: 'reasoning', text: 'w '.repeat(90_000) } }, 'budget'],
  ['a call at the hard stop', { says: [CLOSED], hides: { kind: 'arguments', text: 'w '.repeat(90_000) } }, 'budget'],
])('a finding whose block closed before %s is kept [HOST-02, TRUNC-08]', async (_name, turn, cutoff) => {
  const { agent, document } = await review([turn], {
    files: { 'src/a.ts': 'query(input)\n', 'src/b.ts': 'other()\n' },
  });
  expect(document.findings.map(({ file, line, status }) => `${status} ${file}:${line}`)).toEqual([
    'confirmed src/a.ts:1',
  ]);
  expect([agent.partial, agent.cutoff_reason]).toEqual([true, cutoff]);
  expect(agent.used_tokens).toBeLessThan(agent.budget_tokens);
});

test('a finding inside a cut answer is kept, the rest of the scope is open', async () => {
  const cut = ['===AGENT_RESULT===\n{"agent":"security-reviewer","findings":[', `${JSON.stringify(finding())},{"sev`];
  const { agent, document } = await review([{ says: cut, end: { kind: 'truncated', message: 'length' } }], {
    files: { 'src/a.ts': 'query(input)\n', 'src/b.ts': 'other()\n' },
  });
  expect(document.findings).toHaveLength(1);
  expect(agent).toMatchObject({ partial: true, cutoff_reason: 'truncated', files_reviewed: 1, files_skipped: 1 });
});

test('where nothing usable arrived half of the files are tried once more [TRUNC-12, TRUNC-13]', async () => {
  const cut = { says: ['Let me think'], end: { kind: 'truncated', message: 'length' } } as const;
  const files = { 'src/a.ts': 'query(input)\n', 'src/b.ts': 'b()\n', 'src/c.ts': 'c()\n', 'src/d.ts': 'd()\n' };
  const halved = await review([cut, { says: answer() }], { files });
  expect(JSON.stringify(halved.questions[1]?.messages)).not.toContain('src/c.ts');
  expect(halved.agent).toMatchObject({ files_reviewed: 2, files_skipped: 2, cutoff_reason: 'truncated' });
  const twice = await review([cut, cut], { files });
  expect(twice.agent).toMatchObject({ files_reviewed: 0, cutoff_reason: 'truncated' });
  const alone = await review([cut, { says: answer() }]);
  expect(alone.agent).toMatchObject({ files_reviewed: 1, files_skipped: 0, cutoff_reason: null });
});

describe('the retry after an answer of which nothing could be used [TRUNC-12]', () => {
  const cut = { says: ['Let me think'], end: { kind: 'truncated', message: 'length' } } as const;
  const lines = Array.from({ length: 6 }, (_, i) => `query(input${i})`);
  const files = { 'src/a.ts': `${lines.join('\n')}\n` };
  const claims = lines.map((evidence, i) => ({ line: i + 1, evidence, issue: `Input ${i} reaches the query.` }));

  test('takes five findings and says so to the agent', async () => {
    const { document, agent, questions } = await review(
      [cut, { calls: claims.slice(0, 5).map(report) }, { says: answer() }],
      { files },
    );
    expect(JSON.stringify(questions[1]?.messages)).toContain('Report at most 5 findings');
    expect(JSON.stringify(questions[0]?.messages)).not.toContain('Report at most');
    expect([document.findings.length, document.complete, agent.cutoff_reason]).toEqual([5, true, null]);
  });

  test.each([
    ['a call', [{ calls: claims.map(report) }, { says: answer() }]],
    ['the result', [{ says: answer({ findings: claims.map(finding) }) }]],
  ])('refuses a sixth in %s, and is not complete', async (_where, turns: readonly ScriptedTurn[]) => {
    const { document, agent } = await review([cut, ...turns], { files });
    expect(document.findings).toHaveLength(5);
    expect([document.complete, agent.cutoff_reason]).toEqual([false, 'truncated']);
    expect(document.warnings.join('\n')).toContain('1 findings beyond the 5 of a reduced retry were refused');
  });

  test('has half the turns', async () => {
    const silent = Array.from({ length: 30 }, () => ({ calls: [{ name: 'file_done', args: { path: 'src/a.ts' } }] }));
    const { agent, document } = await review([cut, ...silent], { files });
    expect([agent.status, agent.cutoff_reason, document.complete]).toEqual(['truncated', 'truncated', false]);
    expect(document.warnings.join('\n')).toContain('no result after 30 turns');
  });
});

test('what does not fit the model is split until it does', async () => {
  const exceeded = { end: { kind: 'context-exceeded', message: 'too long' } } as const;
  const files = { 'src/a.ts': 'query(input)\n', 'src/b.ts': 'b()\n', 'src/c.ts': 'c()\n', 'src/d.ts': 'd()\n' };
  const { agent, questions } = await review([exceeded, exceeded, { says: answer() }], { files });
  expect(questions).toHaveLength(3);
  expect(agent).toMatchObject({ files_reviewed: 1, files_skipped: 3 });
});

test('from 0.80 MEDIUM is counted, from 0.95 nothing is delivered, at 0.98 the answer is cut [MODE-08, MODE-12, HOST-02]', async () => {
  const budget = 8192 * 1;
  const chatter = (tokens: number): string => `${'w '.repeat(tokens)}\n`;
  const { agent, document, questions } = await review(
    [
      { says: [chatter(Math.ceil(budget * 0.8))], calls: [report({ severity: 'MEDIUM' }), report()] },
      { says: [chatter(Math.ceil(budget * 0.155))], calls: [{ name: 'read_file', args: { path: 'src/a.ts' } }] },
      { says: Array.from({ length: 50 }, () => chatter(100)) },
    ],
    { files: { 'src/a.ts': 'query(input)\n', 'src/b.ts': 'other()\n' } },
  );
  expect(told(questions[1])).toContain('counted, not kept');
  expect(agent.skipped).toEqual({ medium_count: 1, low_count: 0 });
  expect(document.findings.map(({ severity }) => severity)).toEqual(['HIGH']);
  expect(told(questions[2])).toContain('Your budget is used up');
  expect(questions[2]?.tools).toEqual([]);
  expect(agent).toMatchObject({ partial: true, cutoff_reason: 'budget' });
  expect(agent.used_tokens).toBeLessThan(budget);
});

test('a limit of the run ends the agent and says so', async () => {
  const { agent } = await review([{ denied: true }]);
  expect([agent.partial, agent.cutoff_reason]).toEqual([true, 'budget']);
});
