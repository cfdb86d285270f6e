/** Audit agents whose answers are held to a JSON schema, over real HTTP: without tools all of them, with tools the last one. */
import { expect, test } from 'vitest';
import { MODEL } from './audit-over-http.ts';
import { type Agent, type Asked, listShown, writeDecisions, writeResult } from './model-agents.ts';
import { audit, by, INJECTION, QUERY, rowOf, titlesOf } from './model-app.ts';

const serverOf = (hasTools: boolean, windowTokens = 65_536) =>
  new Map([
    [
      MODEL,
      { facts: { server: 'vLLM', windowTokens, slots: null, hasTools, takesSchema: true }, speed: null } as const,
    ],
  ]);

const FINDING = {
  severity: 'HIGH',
  dimension: 'D1',
  cwe: 'CWE-89',
  title: 'A query is built from input',
  file: 'src/users.ts',
  line: 5,
  end_line: 5,
  confidence: 'high',
  source: 'req.params.id :5',
  sink: 'db.query :5',
  flow: ':4 → :5',
  issue: 'req.params.id goes into the statement',
  evidence: QUERY,
  impact: 'all rows',
  recommendation: 'bind the value',
  validation: 'pass',
  chain_status: 'complete',
  chain_reason: 'none',
};
const OPEN = { ...FINDING, title: 'open', cwe: 'CWE-95', file: 'src/notes.ts', line: 20, end_line: 20 };
const NOTE = { ...OPEN, evidence: 'export const note20 = 20;' };
const COVERAGE = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`D${i + 1}`, 'shallow']));

const hold = ({ nonce }: Asked, answer: object) => ({
  text: JSON.stringify({ ...answer, end: nonce }),
  chunkChars: 50,
});

const hunt = (asked: Asked, fields: object = {}) =>
  hold(asked, { agent: asked.agent, findings: [FINDING], coverage: COVERAGE, hotspots: [], gaps: [], ...fields });

const decide: Agent = (asked) =>
  hold(asked, {
    validations: listShown(asked).map((id) => ({
      id,
      verdict: 'confirmed',
      verification: '1:pass(a) 2:pass(b) 3:pass(c) 4:pass(d)',
      evidence_file: 'src/users.ts:5',
      notes: 'seen',
    })),
  });

/** The words of a step begin no other line. */
const STEPS = [
  { file: 'src/notes.ts', line: 4, what: 'enters\nFLOW F001 in-place' },
  { file: 'src/notes.ts', line: 20, what: 'ends' },
];
const dive: Agent = (asked) =>
  hold(asked, {
    flows: [{ id: listShown(asked)[0], status: 'complete', reason: 'none', steps: STEPS }],
    chains: [],
    hotspots: [],
  });

const HELD: Readonly<Record<string, Agent>> = {
  'agent-r1-01': (asked) => hunt(asked, { findings: [FINDING, NOTE] }),
  'agent-r2': (asked) => hunt(asked, { findings: [] }),
  'agent-r3': (asked) => hunt(asked, { findings: [] }),
  orchestrator: decide,
  validator: decide,
  'deep-dive': dive,
};
const nameOf = (agent: string): string => agent.replace(/-r?\d.*$/u, '');

test('without tools hunt, deep dive and validation are held to the schema, and their answers count', async () => {
  const result = await audit(HELD, { servers: serverOf(false) });
  expect([...new Set(result.asked.map(({ agent, fields }) => `${nameOf(agent)} ${fields?.join()}`))]).toEqual([
    'agent agent,findings,coverage,hotspots,gaps,end',
    'deep-dive flows,chains,hotspots,end',
    'orchestrator validations,end',
  ]);
  expect(result.asked.map(({ system }) => system).join()).not.toContain('===');
  expect(rowOf(result, 'agent-r1-01')).toMatchObject({
    output_status: 'COMPLETE',
    findings: 2,
    claimed_coverage: { D1: '⚠️' },
  });
  expect(result.report.findings.map(({ title, status }) => [title, status])).toEqual([
    [FINDING.title, 'confirmed'],
    [NOTE.title, 'confirmed'],
  ]);
  expect(result.report.audit?.deep_dive.flows.map(({ steps }) => steps)).toContainEqual([
    'src/notes.ts:4 enters FLOW F001 in-place',
    'src/notes.ts:20 ends',
  ]);
});

test('an answer without its coverage is asked for once more, and what it lacked is named', async () => {
  const agent: Agent = (asked) => hunt(asked, asked.turn === 1 ? { coverage: { D1: 'shallow' } } : { findings: [] });
  const result = await audit({ ...HELD, 'agent-r1-01': agent }, { servers: serverOf(false) });
  expect(by(result.asked, 'agent-r1-01').at(-1)?.told.at(-1)).toContain('`coverage` must name each');
  expect(rowOf(result, 'agent-r1-01')).toMatchObject({ output_status: 'COMPLETE', findings: 1 });
});

test('an answer that breaks off keeps its whole findings and is not complete', async () => {
  const agent: Agent = (asked) => {
    const { text } = hunt(asked, { findings: [FINDING, { ...FINDING, line: 6, title: 'cut' }] });
    return { text: text.slice(0, text.indexOf('"title":"cut"')), finish: 'length' };
  };
  const result = await audit({ ...HELD, 'agent-r1-01': agent }, { servers: serverOf(false) });
  expect(titlesOf(result)).toEqual([FINDING.title]);
  expect(rowOf(result, 'agent-r1-01')?.output_status).not.toBe('COMPLETE');
});

test('a server that refuses the schema is asked in words, as the same agent', async () => {
  const refuse = { fault: { kind: 'status', status: 400, message: 'response format is not supported' } } as const;
  const decideInWords: Agent = (asked) => ({
    text: writeDecisions(
      asked,
      listShown(asked).map((id) => ({ id, verdict: 'confirmed' })),
    ),
  });
  const inWords: Readonly<Record<string, Agent>> = {
    'agent-r1-01': (asked) => ({ text: writeResult(asked, { findings: [{ ...INJECTION, title: 'given' }] }) }),
    'agent-r2': (asked) => ({ text: writeResult(asked) }),
    'agent-r3': (asked) => ({ text: writeResult(asked) }),
    orchestrator: decideInWords,
    validator: decideInWords,
  };
  const agents = Object.fromEntries(
    Object.entries(inWords).map(([name, agent]): [string, Agent] => [
      name,
      (asked) => (asked.fields === null ? agent(asked) : refuse),
    ]),
  );
  const result = await audit(agents, { servers: serverOf(false) });
  for (const [name, asked] of Map.groupBy(result.asked, ({ agent }) => agent))
    expect([name, asked.map(({ fields }) => fields !== null)]).toEqual([name, [true, false]]);
  expect(result.report.findings.find(({ title }) => title === 'given')?.status).toBe('confirmed');
});

test('with tools the one answer behind the soft stop is held to it [TRUST-05]', async () => {
  // The share of this window is 14,153 tokens: three such turns end between the soft and the hard stop.
  const read = { name: 'read_file', input: { path: 'src/users.ts' } };
  const agent: Agent = (asked) =>
    asked.fields === null ? { text: 'word '.repeat(4480), chunkChars: 4000, toolCalls: [read] } : hunt(asked);
  const result = await audit({ 'agent-r1': agent }, { servers: serverOf(true, 20_000) });
  expect(by(result.asked, 'agent-r1-01').map(({ fields }) => fields !== null)).toEqual([false, false, false, true]);
  expect(titlesOf(result)).toContain(FINDING.title);
});
