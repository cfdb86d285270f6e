/** Phase 3 by a model over real HTTP: a flow is what was delivered, and what the call graph shows is not taken back. */
import { expect, test } from 'vitest';
import { DEEPEN_COMPRESS } from '../../src/prompts/audit-validate.ts';
import type { LoopbackReply } from '../../src/testing/index.ts';
import { type Agent, type Asked, call, listShown, writeResult } from './model-agents.ts';
import { audit, INJECTION } from './model-app.ts';

const NOTE = { place: 'src/notes.ts:20', evidence: 'export const note20 = 20;', cwe: 'CWE-95', title: 'open' };
const hunter: Agent = (asked) =>
  asked.turn === 1
    ? { toolCalls: ['src/users.ts', 'src/notes.ts'].map((path) => ({ name: 'read_file', input: { path } })) }
    : { text: writeResult(asked, { findings: [INJECTION, NOTE] }) };

const dive = (lines: string, more: Partial<LoopbackReply> = {}): Agent => {
  const read = ['src/users.ts', 'src/notes.ts'].map((path) => ({ name: 'read_file', input: { path } }));
  return (asked) =>
    asked.turn === 1 ? { toolCalls: read } : { text: `${lines}\n===DEEP_DIVE_END:${asked.nonce}===\n`, ...more };
};

async function flowOf(agent: Agent) {
  const result = await audit({ 'agent-r1-01': hunter, 'deep-dive': agent });
  const byTitle = (title: string) => {
    const id = result.report.findings.find((finding) => finding.title === title)?.id;
    return result.report.audit?.deep_dive.flows.find(({ finding }) => finding === id);
  };
  const asked = result.asked.filter((each: Asked) => each.agent === 'deep-dive');
  return { asked, open: byTitle('open'), injection: byTitle('A query is built from input'), report: result.report };
}

test('a model is asked about what the call graph left open, and its flow counts where every step was delivered', async () => {
  const flow = 'FLOW F002 complete src/users.ts:4 enters → src/notes.ts:20 ends';
  const { asked, open, injection } = await flowOf(dive(`${flow}\nFLOW F001 broken callback src/users.ts:4 x`));
  expect(asked[0] && listShown(asked[0])).toContain('F002');
  expect(asked[0] && listShown(asked[0])).not.toContain('F001');
  expect(open).toMatchObject({ status: 'complete', steps: ['src/users.ts:4 enters', 'src/notes.ts:20 ends'] });
  expect(injection?.status).toBe('complete');
});

test.each([
  [
    'a step it never had',
    'FLOW F002 complete src/db.ts:1 enters → src/notes.ts:20 ends',
    'a step was never delivered to the agent',
  ],
  [
    'a flow beside the finding',
    'FLOW F002 complete src/users.ts:4 enters → src/users.ts:5 ends',
    'the flow does not touch the finding',
  ],
  ['data without a way', 'FLOW F002 in-place', 'reported as a flaw in one place, but data flows to it'],
])('%s is no flow', async (_name, line, reason) => {
  const { open } = await flowOf(dive(line));
  // What its finder stated is all there is.
  expect(open).toMatchObject({ status: 'stated', reason });
});

test('of an answer that is cut the last line is not used, and the phase says so', async () => {
  const line = 'FLOW F002 complete src/users.ts:4 enters → src/notes.ts:20 ends → src/no';
  const { open, report } = await flowOf((asked) =>
    asked.turn === 1 ? call('read_file', { path: 'src/users.ts' }) : { text: line, finish: 'length' },
  );
  expect(open?.status).not.toBe('complete');
  expect(report.audit?.deep_dive.status).toBe('partial');
  expect(report.notes).toContain('deep dive: the answer was cut at the length limit');
});

test('where the budget leaves little room, its answer is asked for in few words [TRUNC-02, AUD-26]', async () => {
  // 32,768 tokens, of which two answers take 97 %: one item is estimated at 500, more than 40 % of the rest.
  const spend: Agent = (asked) =>
    asked.turn < 3
      ? { text: 'word '.repeat(15_850), chunkChars: 20_000, ...call('list_files', {}) }
      : { text: `===DEEP_DIVE_END:${asked.nonce}===\n` };
  const { asked } = await flowOf(spend);
  const isTold = asked.map(({ told }) => told.join('\n').includes(DEEPEN_COMPRESS));
  expect(isTold).toEqual([false, false, true]);
});

test('an agent that never answers ends with its time', async () => {
  const time = new AbortController();
  const hang: Agent = () => {
    time.abort(new DOMException('over', 'TimeoutError'));
    return { fault: { kind: 'stall', atByte: 0 } };
  };
  const result = await audit({ 'agent-r1-01': hunter, 'deep-dive': hang }, { agentTime: time.signal });
  expect(result.report.notes.join('\n')).toMatch(
    /deep dive: flows come from the call graph only: .*the time for this call is over/u,
  );
});

/** Three grave findings of which two make a candidate chain: a query from input, and a record nobody asks the owner of. */
const ACCESS = { place: 'src/notes.ts:10', evidence: 'export const note10 = 10;', cwe: 'CWE-639', dimension: 'D3' };
const chained: Agent = (asked) =>
  asked.turn === 1
    ? { toolCalls: ['src/users.ts', 'src/notes.ts'].map((path) => ({ name: 'read_file', input: { path } })) }
    : {
        text: writeResult(asked, {
          hotspots: 'src/notes.ts:28-29 — nobody knows who calls this',
          findings: [INJECTION, { ...NOTE, dimension: 'D7', cwe: 'CWE-798' }, { ...ACCESS, title: 'access' }],
        }),
      };

async function chainsOf(reads: readonly string[], lines: string) {
  const { report, asked } = await audit({
    'agent-r1-01': chained,
    'deep-dive': (each) =>
      each.turn === 1 && reads.length > 0
        ? { toolCalls: reads.map((path) => ({ name: 'read_file', input: { path } })) }
        : { text: `${lines}\n===DEEP_DIVE_END:${each.nonce}===\n` },
  });
  return { report, told: asked.find(({ agent }) => agent === 'deep-dive')?.told[0] ?? '' };
}

test.each([
  [
    'its lines delivered',
    ['src/users.ts', 'src/notes.ts'],
    'CHAIN AC-01 holds the id of src/users.ts:5 opens it',
    'shown',
  ],
  ['its lines never delivered', [], 'CHAIN AC-01 holds the id of src/users.ts:5 opens it', 'unverified'],
  [
    'a line it names never delivered',
    ['src/users.ts', 'src/notes.ts'],
    'CHAIN AC-01 holds by src/db.ts:1',
    'unverified',
  ],
  ['no reason', ['src/users.ts', 'src/notes.ts'], 'CHAIN AC-01 holds', 'unverified'],
  ['refuted unread', [], 'CHAIN AC-01 fails nothing links them', 'candidate'],
] as const)('a chain by a model, %s', async (_name, reads, line, standing) => {
  const { report, told } = await chainsOf(reads, line);
  expect(report.attack_chains.map((chain) => chain.standing)).toContain(standing);
  expect(told).toContain('[AC-01] injection past authorization: F001');
  expect(told).toContain('(src/notes.ts:10)');
});

test('a chain that a model refutes after reading it is gone', async () => {
  const { report } = await chainsOf(['src/users.ts', 'src/notes.ts'], 'CHAIN AC-01 fails nothing links them');
  expect(report.audit?.deep_dive.chains_refuted).toBe(1);
});

test.each([
  ['read and said', ['src/users.ts', 'src/notes.ts'], 'HOTSPOT src/notes.ts:28 followed nobody calls it', true],
  ['said, not read', [], 'HOTSPOT src/notes.ts:28 followed nobody calls it', false],
  ['read, left open', ['src/users.ts', 'src/notes.ts'], 'HOTSPOT src/notes.ts:28 open no caller', false],
] as const)('a hotspot of a model, %s', async (_name, reads, line, covered) => {
  const { report, told } = await chainsOf(reads, line);
  expect(told).toContain('hotspot src/notes.ts:28-29 nobody knows who calls this');
  expect(report.notes.some((note) => note.includes('src/notes.ts:28'))).toBe(!covered);
});
