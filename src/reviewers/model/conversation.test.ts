/** The one loop under every agent that is a model, with a policy that does nothing but note what it is asked. */
import { describe, expect, test } from 'vitest';
import { createAgentTools } from '../../context/tools/agent-tools.ts';
import { createLedger } from '../../engine/ledger.ts';
import { COMPRESS, LOOKING_IS_OVER } from '../../prompts/conversation.ts';
import { DEFAULT_THRESHOLDS } from '../../protocol/budget/thresholds.ts';
import { NOTHING_RECEIVED, type TurnEnd } from '../../protocol/calls/turn-outcome.ts';
import { createWordCounter } from '../../testing/fixed-ports.ts';
import { createMemoryRepository } from '../../testing/memory-repository.ts';
import { createScriptedModel, type ScriptedTurn } from '../../testing/scripted-model.ts';
import type { AgentPolicy, AgentSession, ConversationEnd } from './agent-policy.ts';
import type { AskModel } from './ask-model.ts';
import { converse, lookUp } from './conversation.ts';

const RULES = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 1_000_000 };
const NOTE = { name: 'note', description: '', parameters: { type: 'object' } };
const note = (text: string) => ({ name: NOTE.name, args: { text } });
const read = { name: 'read_file', args: { path: 'a.ts' } };
const words = (count: number): string => 'w '.repeat(count);
const lineOf = (path: string) => [path, [{ start: 1, end: 1 }]];

interface Setting extends Partial<AgentPolicy> {
  readonly budgetTokens?: number;
  readonly maxOutputTokens?: number;
  /** Answers behind the script. */
  readonly breaksOff?: AskModel;
}

async function run(
  turns: readonly ScriptedTurn[],
  { budgetTokens = 10_000, maxOutputTokens = 4000, breaksOff, ...policy }: Setting = {},
) {
  const snapshot = await createMemoryRepository({ 'a.ts': 'a()\n', 'b.ts': 'b()\n' }).open({ kind: 'all' }, RULES);
  const account = createLedger(budgetTokens, DEFAULT_THRESHOLDS);
  const counter = createWordCounter();
  const tools = createAgentTools({ snapshot, account, counter, thresholds: DEFAULT_THRESHOLDS, search: null });
  tools.confirm();
  const model = createScriptedModel(turns);
  const noted: unknown[] = [];
  const session: AgentSession = {
    ask: (question, signal) =>
      breaksOff !== undefined && model.questions.length === turns.length
        ? breaksOff(question, signal)
        : model.ask(question, signal),
    counter,
    thresholds: DEFAULT_THRESHOLDS,
    maxOutputTokens,
    account,
    context: () => tools,
    signal: new AbortController().signal,
  };
  const end = await converse(session, {
    nonce: '1',
    system: 'system',
    briefing: 'briefing',
    maxTurns: 10,
    lastExplorationTurn: 8,
    tools: [...tools.definitions, NOTE],
    recordingTools: new Set([NOTE.name]),
    async answer(call) {
      const { name, args, isPaid, seen } = call;
      if (name !== NOTE.name) return lookUp(tools, call);
      noted.push({ args, isPaid, seen: [...seen.keys()] });
      return { text: 'noted', isError: false };
    },
    isResult: (text) => text.includes('RESULT'),
    isUsable: (text) => text.includes('RESULT'),
    mustReturn: 'RETURN',
    nudge: (lacking) => `NUDGE ${lacking.join()}`,
    listLacking: (text) => [`\`${text}\``],
    ...policy,
  });
  model.assertPlayed();
  const told = model.questions.map(({ messages }) => JSON.stringify(messages.at(-1)));
  return { end, told, noted, tools, account, questions: model.questions };
}

const timedOut = { kind: 'timed-out', message: 'the time was over' } as const;

describe('an answer that breaks off', () => {
  test('makes nothing reviewed that was given just before, whatever arrived of it; what it says may rest on it [HOST-03, HOST-10]', async () => {
    const { end, tools } = await run([{ calls: [read] }, { says: ['a.ts looks'], end: timedOut }]);
    expect([end.kind, end.text]).toEqual(['timeout', 'a.ts looks']);
    expect([...tools.delivered()]).toEqual([lineOf('a.ts')]);
    expect([...tools.confirmed()]).toEqual([]);
    expect([...end.seen]).toEqual([lineOf('a.ts')]);
    const cut = await run([{ calls: [read] }, { says: ['a.ts'], end: { kind: 'truncated', message: 'length' } }]);
    expect([...cut.tools.confirmed()]).toEqual([lineOf('a.ts')]);
  });

  test.each<[string, string, TurnEnd]>([
    ['a failure', 'a.ts looks', timedOut],
    ['the budget', words(9900), { kind: 'aborted', message: 'budget' }],
    ['the budget at its very end', words(9900), { kind: 'replied', finish: 'tool-calls', continuation: null }],
  ])('by %s keeps what was handed over whole, and looks nothing up [HOST-02]', async (_name, text, ending) => {
    const toolCalls = [note('whole'), { ...read, args: { path: 'b.ts' } }].map(({ name, args }, index) => ({
      id: `${index}`,
      name,
      input: { kind: 'json', value: args } as const,
    }));
    const { noted, tools, end } = await run([{ calls: [read] }], {
      breaksOff: async (question) => {
        question.onText(text);
        const outcome = { ...NOTHING_RECEIVED, text, toolCalls, ...ending };
        return { kind: 'ended', model: 'scripted/model', attempts: 1, outcome };
      },
    });
    expect(end.kind).toBe(ending.kind === 'timed-out' ? 'timeout' : 'budget');
    expect(noted).toMatchObject([{ args: { text: 'whole' }, seen: ['a.ts'] }]);
    expect([...tools.looked()]).toEqual(['a.ts']);
  });

  test('at the length limit is cut by the budget where that left less room than the model has [REV-16]', async () => {
    const cut = [{ says: ['a'], end: { kind: 'truncated', message: 'length' } }] as const;
    expect((await run(cut)).end.kind).toBe('truncated');
    expect((await run(cut, { budgetTokens: 1000 })).end.kind).toBe('budget');
  });

  test('is charged for the calls it made [HOST-01]', async () => {
    const { account } = await run([{ calls: [note('four words of text')], end: timedOut }]);
    expect(account.usedTokens).toBe('note {"text":"four words of text"}'.split(' ').length);
  });
});

describe('whoever must return', () => {
  const spent = { says: [words(9500)], calls: [note('before')] };

  test.each<[string, ScriptedTurn, ConversationEnd['kind']]>([
    ['a result', { says: ['RESULT'] }, 'result'],
    ['calls', { calls: [read, note('after')] }, 'budget'],
    ['words', { says: ['hm'] }, 'budget'],
    ['nothing', {}, 'budget'],
    ['an answer that was cut', { says: ['RES'], end: { kind: 'truncated', message: 'length' } }, 'budget'],
    ['a question that is too long', { end: { kind: 'context-exceeded', message: 'too long' } }, 'budget'],
  ])(
    'for its budget has one short answer without tools, and ends with %s [TRUST-05, HOST-02, MODE-12]',
    async (_name, last, kind) => {
      const { questions, told, noted, tools, end } = await run([spent, last]);
      expect(end.kind).toBe(kind);
      expect([questions.length, questions[1]?.tools]).toEqual([2, []]);
      expect(told[1]).toContain('RETURN');
      expect(told[1]).toContain('This is your last answer');
      // What was whole in it counts; nothing is looked up any more.
      expect(noted).toHaveLength(last.calls === undefined ? 1 : 2);
      expect([...tools.looked()]).toEqual([]);
    },
  );

  test('is given room for a short answer only, and what it called before is told as text [TRUST-05]', async () => {
    const { questions } = await run([{ calls: [read] }, { says: [words(950_000)] }, { says: ['RESULT'] }], {
      budgetTokens: 1_000_000,
      maxOutputTokens: 50_000,
    });
    expect(questions.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([50_000, 50_000, 4096]);
    expect(questions[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    const [first, called, answered] = questions[2]?.messages ?? [];
    expect(first).toEqual(questions[0]?.messages[0]);
    expect(called).toEqual({
      role: 'assistant',
      text: '[called read_file {"path":"a.ts"}]',
      toolCalls: [],
      continuation: null,
    });
    expect(answered).toMatchObject({ role: 'user', text: expect.stringContaining('[read_file answered]\na.ts') });
  });

  test('by what it wrote ends there: arguments count before their call is whole, and thoughts like text [TRUST-04, HOST-02]', async () => {
    const cut: AskModel = async (question, signal) => {
      for (let piece = 0; piece < 1000 && !signal.aborted; piece += 1) question.onHidden?.(words(512), 'arguments');
      pieces.push(signal.aborted);
      const outcome = { ...NOTHING_RECEIVED, kind: 'aborted', message: 'budget' } as const;
      return { kind: 'ended', model: 'scripted/model', attempts: 1, outcome };
    };
    const pieces: boolean[] = [];
    const { end, account } = await run([], { breaksOff: cut });
    expect([end.kind, pieces]).toEqual(['budget', [true]]);
    expect(account.usedTokens).toBeGreaterThanOrEqual(9800);
    expect(account.usedTokens).toBeLessThan(10_000);
    const thinking = await run([], {
      breaksOff: async (question) => {
        question.onHidden?.(words(3000), 'reasoning');
        return { kind: 'ended', model: 'm', attempts: 1, outcome: { ...NOTHING_RECEIVED, ...timedOut } };
      },
    });
    expect(thinking.account.usedTokens).toBe(3000);
  });

  test('by a call that came whole ends there too, and is not asked again [TRUST-04]', async () => {
    const { end, questions, noted } = await run([
      { calls: [note('kept'), { name: 'no_such_tool', args: { a: words(20_000) } }] },
    ]);
    expect([end.kind, questions.length, noted.length]).toEqual(['budget', 1, 1]);
  });

  test('is told so in time for its last turns, by budget or not', async () => {
    const silent = Array.from({ length: 9 }, () => ({ calls: [read] }));
    const { told, end } = await run([...silent, { says: ['RESULT'] }]);
    expect(told.findIndex((text) => text.includes('RETURN'))).toBe(8);
    expect(told[9]).toContain(LOOKING_IS_OVER);
    expect(told[9]).toContain('mode: full');
    expect(end.kind).toBe('result');
    const lost = await run([...silent, { calls: [read] }]);
    expect([lost.end.kind, lost.end.reason]).toEqual(['unfinished', 'no result after 10 turns']);
  });

  test('is asked to be brief before any turn that may write its result, once [TRUNC-02, TRUNC-06, AUD-26]', async () => {
    const turns = [{ says: [words(7000)], calls: [note('x')] }, { calls: [read] }, { says: ['RESULT'] }];
    const { told } = await run(turns, { countFindings: () => 4 });
    expect(told.map((text) => text.includes(COMPRESS))).toEqual([false, true, false]);
    expect((await run(turns)).told.join()).not.toContain(COMPRESS);
  });
});

describe('an answer that is neither a call nor a result', () => {
  const thought = { says: ['hm'] };

  test('is asked for again twice in a row, then the conversation ends', async () => {
    const { end, told } = await run([thought, thought, thought]);
    expect(told.slice(1).every((text) => text.includes('NUDGE `hm`'))).toBe(true);
    expect([end.kind, end.reason]).toEqual([
      'unfinished',
      "the model's answer did not match the required format: missing `hm`",
    ]);
  });

  test('counts anew after a call', async () => {
    const { end } = await run([thought, thought, { calls: [read] }, thought, thought, { says: ['RESULT'] }]);
    expect([end.kind, end.earlier.length]).toEqual(['result', 5]);
  });
});

describe('a whole result', () => {
  test('ends the conversation beside calls too, which are answered [HOST-03]', async () => {
    const { end, noted } = await run([{ says: ['RESULT'], calls: [note('with it')] }]);
    expect([end.kind, end.text, noted.length]).toEqual(['result', 'RESULT', 1]);
  });

  test('may be followed by more: what is said then, or what its calls have shown', async () => {
    const asked: boolean[] = [];
    const next = ['', 'MORE', null];
    const { end, told } = await run([{ says: ['RESULT'], calls: [read] }, { says: ['RESULT'] }, { says: ['RESULT'] }], {
      afterResult: async ({ hasLooked }) => {
        asked.push(hasLooked);
        return next[asked.length - 1] ?? null;
      },
    });
    expect(asked).toEqual([true, false, false]);
    expect(told[1]).toContain('a()');
    expect(told[2]).toContain('MORE');
    expect(end.kind).toBe('result');
  });
});

test('who answered is known turn by turn; a call that brought nothing names nobody', async () => {
  const { end } = await run([{ calls: [read] }, { end: timedOut }]);
  expect([end.kind, end.models, end.reason]).toEqual([
    'timeout',
    ['scripted/model'],
    'scripted/model timed-out: the time was over',
  ]);
});
