import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLedger } from '../../engine/ledger.ts';
import type { TokenCounter } from '../../ports/file-index.ts';
import { DEFAULT_THRESHOLDS } from '../../protocol/budget/thresholds.ts';
import { createWordCounter } from '../../testing/fixed-ports.ts';
import { createMemoryRepository, type MemoryFile } from '../../testing/memory-repository.ts';
import { createTokenCounter } from '../tokens.ts';
import { type AgentToolsOptions, createAgentTools } from './agent-tools.ts';
import { MAX_ANSWER_TOKENS } from './meter.ts';

const RULES = { include: [], exclude: [], ignoreLines: ['private/'], maxFileBytes: 1_000_000 };

async function setUp(
  files: Readonly<Record<string, MemoryFile>>,
  more: Partial<AgentToolsOptions> & { budgetTokens?: number; counter?: TokenCounter } = {},
) {
  const snapshot = await createMemoryRepository(files).open({ kind: 'all' }, RULES);
  const account = createLedger(more.budgetTokens ?? 100_000, DEFAULT_THRESHOLDS);
  const counter = more.counter ?? createWordCounter();
  const options = { snapshot, account, counter, thresholds: DEFAULT_THRESHOLDS, search: null, ...more };
  return { tools: createAgentTools(options), account, counter };
}

const numbered = (from: number, to: number, word = 'line'): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `${word} ${from + i}\n`).join('');
const bodyOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);
const lastOf = (text: string): string => text.split('\n').at(-1) ?? '';

const FILES = {
  'src/pay.ts': 'export function pay(amount: number): void {\n  charge(amount);\n}\n\nclass Till {\n  open() {}\n}\n',
  'src/charge.ts': 'export const charge = (n: number) => n;\n',
  'docs/guide.md': '# Guide\n\ntext\n\n```\n# no heading\n```\n\n## Paying\n',
  'private/key.txt': 'secret canary\n',
};

describe('each tool', () => {
  test('is offered with its arguments; search comes first [CONTEXT-02]', async () => {
    const { tools } = await setUp(FILES);
    expect(tools.definitions.map(({ name }) => name)).toEqual([
      'semantic_search',
      'outline',
      'grep',
      'read_file',
      'list_files',
    ]);
    for (const { parameters } of tools.definitions) expect(parameters).toMatchObject({ type: 'object' });
    expect(tools.definitions[3]?.parameters.required).toEqual(['path']);
  });

  test('list_files shows what can be read and what is in scope', async () => {
    const { tools } = await setUp(FILES);
    const all = await tools.call('list_files', {});
    expect(bodyOf(all.text)).toEqual([
      '3 files',
      'docs/guide.md  markdown',
      'src/charge.ts  typescript',
      'src/pay.ts  typescript',
    ]);
    expect(bodyOf((await tools.call('list_files', { path: './src/', contains: 'PAY' })).text)).toEqual([
      '1 file',
      'src/pay.ts  typescript',
    ]);
    expect(bodyOf((await tools.call('list_files', { offset: 2 })).text)).toEqual(['3 files', 'src/pay.ts  typescript']);
  });

  test('read_file shows numbered lines, all or a range, and says so where there are none', async () => {
    const { tools } = await setUp({ ...FILES, 'empty.txt': '', 'cr.txt': 'a\r\nb\rc' });
    expect(bodyOf((await tools.call('read_file', { path: 'src/charge.ts' })).text)).toEqual([
      'src/charge.ts, lines 1-1 of 1',
      '1\texport const charge = (n: number) => n;',
    ]);
    const range = await tools.call('read_file', { path: './src//pay.ts', start_line: 2, end_line: 3 });
    expect(range).toMatchObject({
      kind: 'whole',
      delivered: [{ path: 'src/pay.ts', ranges: [{ start: 2, end: 3 }] }],
    });
    expect(bodyOf(range.text).slice(1)).toEqual(['2\t  charge(amount);', '3\t}']);
    expect((await tools.call('read_file', { path: 'empty.txt' })).text).toContain('is empty');
    expect(bodyOf((await tools.call('read_file', { path: 'cr.txt' })).text).slice(1)).toEqual(['1\ta', '2\tb', '3\tc']);
    expect(await tools.call('read_file', { path: 'src/pay.ts', start_line: 9 })).toMatchObject({ kind: 'failed' });
  });

  test('outline names declarations and headings, and delivers no line', async () => {
    const { tools } = await setUp(FILES);
    const code = await tools.call('outline', { path: 'src/pay.ts' });
    expect(bodyOf(code.text).slice(1)).toEqual(['1\texport function pay(amount: number): void {', '5\tclass Till {']);
    expect(code.delivered).toEqual([]);
    expect(bodyOf((await tools.call('outline', { path: 'docs/guide.md' })).text).slice(1)).toEqual([
      '1\t# Guide',
      '9\t## Paying',
    ]);
  });

  test('grep finds lines by expression or plain text, in a folder, up to a limit', async () => {
    const { tools } = await setUp({ ...FILES, 'many.txt': numbered(1, 300), 'z/last.txt': 'no break at the end' });
    const found = await tools.call('grep', { pattern: 'charge\\(|const \\w+ =' });
    expect(bodyOf(found.text)).toEqual([
      'src/charge.ts',
      '1\texport const charge = (n: number) => n;',
      'src/pay.ts',
      '2\t  charge(amount);',
    ]);
    expect(found.delivered.map(({ path }) => path)).toEqual(['src/charge.ts', 'src/pay.ts']);
    expect(bodyOf((await tools.call('grep', { pattern: '(AMOUNT', literal: true, ignore_case: true })).text)).toEqual([
      'src/pay.ts',
      '1\texport function pay(amount: number): void {',
      '2\t  charge(amount);',
    ]);
    expect((await tools.call('grep', { pattern: 'charge', path: 'docs' })).text).toContain('no line matches');
    expect(bodyOf((await tools.call('grep', { pattern: 'the end$', path: 'z' })).text)[1]).toBe(
      '1\tno break at the end',
    );
    const cut = await tools.call('grep', { pattern: '^line', limit: 3 });
    expect(cut).toMatchObject({ kind: 'cut', delivered: [{ path: 'many.txt', ranges: [{ start: 1, end: 3 }] }] });
    expect(cut.text).toContain('[cut: there may be more');
    expect(await tools.call('grep', { pattern: '(' })).toMatchObject({ kind: 'failed' });
  });

  test('semantic_search ranks by the index and shows the text of the snapshot; without one it looks for the words [CONTEXT-02]', async () => {
    const search = () => ({
      query: 'q',
      source: 'keyword' as const,
      results: [
        { filePath: 'src/pay.ts', startLine: 5, endLine: 90, score: 2, content: 'an old text' },
        { filePath: 'private/key.txt', startLine: 1, endLine: 1, score: 1, content: 'secret canary' },
        { filePath: '../../etc/passwd', startLine: 1, endLine: 1, score: 1, content: 'root' },
      ],
    });
    const { tools, account } = await setUp(FILES, { search });
    const answer = await tools.call('semantic_search', { query: 'till' });
    expect(bodyOf(answer.text)).toEqual(['src/pay.ts:5-7', '5\tclass Till {', '6\t  open() {}', '7\t}']);
    expect(account.usedTokens).toBe(answer.tokens);
    const failing = await setUp(FILES, {
      search: () => {
        throw new Error('broken');
      },
    });
    const words = await failing.tools.call('semantic_search', { query: 'TILL' });
    expect(bodyOf(words.text)).toEqual(['src/pay.ts:5-5', '5\tclass Till {']);
    const none = await (await setUp(FILES)).tools.call('semantic_search', { query: 'zebra' });
    expect(none.text).toContain('nothing found');
  });
});

describe('metering', () => {
  test('every answer is charged before it is delivered and ends with used, budget and mode [MODE-16, CONTEXT-02]', async () => {
    const { tools, account, counter } = await setUp(FILES, { counter: createTokenCounter() });
    const calls: readonly [string, unknown][] = [
      ['list_files', {}],
      ['read_file', { path: 'src/pay.ts' }],
      ['grep', { pattern: 'a' }],
      ['semantic_search', { query: 'charge' }],
      ['outline', { path: 'src/pay.ts' }],
      ['read_file', { path: 'nowhere' }],
      ['no_such_tool', null],
      ['read_file', { path: 7 }],
    ];
    let used = 0;
    for (const [name, args] of calls) {
      const answer = await tools.call(name, args);
      used += answer.tokens;
      expect(account.usedTokens).toBe(used);
      expect(answer.tokens).toBeGreaterThanOrEqual(counter.count(answer.text));
      expect(answer.tokens).toBeLessThanOrEqual(counter.count(answer.text) + 2);
      expect(lastOf(answer.text)).toBe(`[budget] used: ${used}, budget: 100000, mode: full (report everything)`);
    }
  });

  test('what would pass 95 % is cut at a line and says where to go on; the next refusal forces the return [HOST-11]', async () => {
    const { tools, account } = await setUp({ 'a.txt': numbered(1, 100, 'word') }, { budgetTokens: 200 });
    const first = await tools.call('read_file', { path: 'a.txt' });
    expect(first.kind).toBe('cut');
    expect(account.usedTokens).toBeLessThanOrEqual(190);
    const last = first.delivered[0]?.ranges[0]?.end ?? 0;
    expect(first.text).toContain(`[read on with start_line ${last + 1}]`);
    expect(first.text).toContain(`${last}\tword ${last}\n`);
    const second = await tools.call('read_file', { path: 'a.txt', start_line: last + 1 });
    expect(second).toMatchObject({ kind: 'refused', tokens: 0, delivered: [] });
    expect(second.text).toMatch(/^\[budget\] used: \d+, budget: 200, mode: force_return/u);
    expect(account.mode).toBe('force_return');
    const third = await tools.call('list_files', {});
    expect(third).toEqual(second);
  });

  test('no answer is larger than the cap, whatever the budget', async () => {
    const { tools } = await setUp({ 'a.txt': numbered(1, 20_000, 'word') }, { budgetTokens: 10_000_000 });
    const answer = await tools.call('read_file', { path: 'a.txt' });
    expect(answer).toMatchObject({ kind: 'cut' });
    expect(answer.tokens).toBeLessThanOrEqual(MAX_ANSWER_TOKENS);
    expect(answer.text).toContain('[cut:');
  });

  test('delivered lines add up, and a line shown in part is not delivered [HOST-10]', async () => {
    const long = `first\n${'x'.repeat(5000)}\nthird\n`;
    const { tools } = await setUp({ 'a.txt': numbered(1, 10), 'long.txt': long });
    await tools.call('read_file', { path: 'a.txt', start_line: 1, end_line: 3 });
    await tools.call('read_file', { path: 'a.txt', start_line: 3, end_line: 4 });
    await tools.call('grep', { pattern: 'line 9' });
    const part = await tools.call('read_file', { path: 'long.txt' });
    expect(part.text).toContain('[cut: 3000 more characters]');
    expect([...tools.delivered()]).toEqual([
      [
        'a.txt',
        [
          { start: 1, end: 4 },
          { start: 9, end: 9 },
        ],
      ],
      [
        'long.txt',
        [
          { start: 1, end: 1 },
          { start: 3, end: 3 },
        ],
      ],
    ]);
  });

  test('whatever is asked, usage stays at or below 95 % and every answer ends with its notice [HOST-11, MODE-16]', async () => {
    const call = fc.oneof(
      fc.record({ name: fc.constant('read_file'), args: fc.record({ path: fc.constantFrom('a.txt', 'b.txt', 'c') }) }),
      fc.record({ name: fc.constant('list_files'), args: fc.anything() }),
      fc.record({ name: fc.constant('outline'), args: fc.record({ path: fc.string() }) }),
      fc.record({ name: fc.string(), args: fc.anything() }),
    );
    const files = { 'a.txt': numbered(1, 50), 'b.txt': 'x '.repeat(400) };
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 12 }), fc.nat(400), async (calls, budgetTokens) => {
        const { tools, account } = await setUp(files, { budgetTokens });
        for (const { name, args } of calls) {
          const { text } = await tools.call(name, args);
          expect(lastOf(text)).toMatch(/^\[budget\] used: \d+, budget: \d+, mode: /u);
          expect(account.usedTokens).toBeLessThanOrEqual(Math.floor(budgetTokens * 0.95));
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('a canary that A reads reaches neither the answers nor the log of B [ISOLATION-03]', async () => {
  const files = { ...FILES, 'src/canary.ts': 'canary-7f3a\n' };
  const a = await setUp(files);
  const b = await setUp(files);
  expect((await a.tools.call('read_file', { path: 'src/canary.ts' })).text).toContain('canary-7f3a');
  const texts: string[] = [];
  for (const [name, args] of [
    ['list_files', { path: 'docs' }],
    ['read_file', { path: 'docs/guide.md' }],
    ['grep', { pattern: 'charge' }],
    ['semantic_search', { query: 'charge' }],
  ] as const) {
    texts.push((await b.tools.call(name, args)).text);
  }
  expect(texts.join('\n')).not.toContain('canary-7f3a');
  expect([...b.tools.delivered().keys()]).not.toContain('src/canary.ts');
  expect([...a.tools.delivered()]).toEqual([['src/canary.ts', [{ start: 1, end: 1 }]]]);
  expect(a.account.usedTokens).not.toBe(b.account.usedTokens);
});
