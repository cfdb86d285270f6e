// The context engine as a whole run uses it: branches, counts and tools.
import { expect, test } from 'vitest';
import { collect, createGitFixture, openSnapshot } from '../../test/contracts/temporary-repository.ts';
import { createLedger } from '../engine/ledger.ts';
import type { Branches } from '../ports/agent-host.ts';
import type { Driver } from '../ports/driver.ts';
import type { Index } from '../ports/file-index.ts';
import { DEFAULT_THRESHOLDS } from '../protocol/budget/thresholds.ts';
import { createTestEngine, writeWords } from '../testing/engine.ts';
import { createCountingIds, createWordCounter } from '../testing/fixed-ports.ts';
import { completed, createScriptedDriver, reviewEverything } from '../testing/scripted-driver.ts';
import { createBranches } from './branches.ts';
import { createIndex } from './file-index.ts';
import { openContextStore } from './store/sqlite-store.ts';
import { createTokenCounter } from './tokens.ts';
import { createAgentTools } from './tools/agent-tools.ts';

const SIX = [
  'security-reviewer',
  'vulnerability-reviewer',
  'go-reviewer',
  'code-quality-reviewer',
  'documentation-reviewer',
  'user-persona-reviewer',
];
const everybody = Object.fromEntries(SIX.map((name) => [name, reviewEverything]));

function createWatchedBranches() {
  const calls: { readonly call: 'create' | 'return'; readonly id: string }[] = [];
  const real = createBranches(createCountingIds());
  const branches: Branches = {
    create(request) {
      const id = real.create(request);
      calls.push({ call: 'create', id });
      return id;
    },
    complete(id, usedTokens) {
      real.complete(id, usedTokens);
      calls.push({ call: 'return', id });
    },
  };
  return { branches, calls };
}

test.each([
  [16_384, 0, 1],
  [16_385, 6, 1],
  [40_000, 12, 2],
  [30_000, 6, 2],
])(
  '%i tokens and six agents: %i branches are created and as many return, over %i waves [CONTEXT-03]',
  async (tokens, branchCount, waves) => {
    const { branches, calls } = createWatchedBranches();
    const half = waves === 2 ? 0.5 : 1;
    const files = { 'a.go': writeWords(Math.ceil(tokens * half)), 'b.go': writeWords(Math.floor(tokens * (1 - half))) };
    const firstFileOnly: Driver = {
      ...createScriptedDriver(everybody, { hasContext: false }),
      async *review({ files: assigned, wave }) {
        const take = waves === 2 && wave === 1 ? assigned.slice(0, 1) : assigned;
        for (const { path } of take) yield { kind: 'file-done', path };
        const cutoffReason = take.length < assigned.length ? 'budget' : null;
        yield { kind: 'outcome', outcome: { ...completed, cutoffReason } };
      },
    };
    const { report } = await createTestEngine({ files, driver: firstFileOnly, ports: { branches } }).run();
    expect(report.complete).toBe(true);
    const created = calls.filter(({ call }) => call === 'create').map(({ id }) => id);
    const returned = calls.filter(({ call }) => call === 'return').map(({ id }) => id);
    expect([new Set(created).size, returned.length]).toEqual([branchCount, branchCount]);
    expect(returned.toSorted()).toEqual(created.toSorted());
  },
);

test('the counts of phase 1 are the only input of the budgets: what the index says decides, not the text [CONTEXT-04]', async () => {
  const plan = async (tokens: number) => {
    const real = createIndex(createWordCounter());
    const index: Index = {
      async *measure(snapshot, entries) {
        for await (const entry of real.measure(snapshot, entries)) {
          yield entry.kind === 'file' ? { ...entry, tokens } : entry;
        }
      },
    };
    const driver = createScriptedDriver(everybody, { hasContext: false });
    const { report, events } = await createTestEngine({
      files: { 'main.go': 'one\n' },
      driver,
      ports: { index },
    }).run();
    const counted = events.findIndex(
      (event) => event.kind === 'step' && event.step === 'index' && event.status === 'finished',
    );
    expect(counted).toBeLessThan(events.findIndex((event) => event.kind === 'plan'));
    return [report.budget, report.agents[0]?.budget_tokens];
  };
  expect(await plan(16_384)).toEqual([{ total_tokens: 16_384, scale: 2, isolation: 'shared' }, 16_384]);
  expect(await plan(32_768)).toEqual([{ total_tokens: 32_768, scale: 3, isolation: 'branch' }, 24_576]);
});

test('where counting fails altogether, budgets are not scaled, contexts are shared, and the report says so [REV-21]', async () => {
  const { report } = await createTestEngine({
    files: { 'main.go': writeWords(40_000) },
    driver: createScriptedDriver(everybody, { hasContext: false }),
    ports: { index: createIndex({ countExact: () => null }) },
  }).run();
  expect(report.budget).toMatchObject({ scale: 1, isolation: 'shared' });
  expect(report.budget.total_tokens).toBeGreaterThan(16_384);
  expect(report.warnings).toEqual([expect.stringMatching('no tokens could be counted')]);
});

test('six agents in six branches, each with tools of its own: a canary read by one reaches no other [ISOLATION-03, CONTEXT-02]', async () => {
  const transcripts = new Map<string, { readonly agent: string; readonly text: string; readonly tools: string[] }>();
  const driver: Driver = {
    name: 'scripted/test',
    hasContext: false,
    async *review({ reviewer, branchId, budgetTokens, files }, { snapshot }) {
      const tools = createAgentTools({
        snapshot,
        account: createLedger(budgetTokens, DEFAULT_THRESHOLDS),
        counter: createWordCounter(),
        thresholds: DEFAULT_THRESHOLDS,
        search: null,
      });
      const path = reviewer.name === 'security-reviewer' ? 'canary.go' : 'plain.go';
      const texts = [await tools.call('read_file', { path }), await tools.call('list_files', {})];
      transcripts.set(String(branchId), {
        agent: reviewer.name,
        text: texts.map(({ text }) => text).join('\n'),
        tools: tools.definitions.map(({ name }) => name),
      });
      for (const file of files) yield { kind: 'file-done', path: file.path };
      yield { kind: 'outcome', outcome: completed };
    },
  };
  const files = { 'canary.go': 'package canary7f3a\n', 'plain.go': 'package plain\n', 'long.go': writeWords(17_000) };
  await createTestEngine({ files, driver }).run();
  const seen = [...transcripts.values()];
  expect(transcripts.size).toBe(6);
  expect(seen.filter(({ text }) => text.includes('canary7f3a')).map(({ agent }) => agent)).toEqual([
    'security-reviewer',
  ]);
  expect(seen.filter(({ text }) => text.includes('package plain'))).toHaveLength(5);
  for (const { tools } of seen) expect(tools).toContain('semantic_search');
});

test('the tool and the stored index fit together: ranked by the index, shown from the files, paid for [CONTEXT-02]', async () => {
  const fixture = createGitFixture({
    'src/till.go': 'package till\n\nfunc OpenCashDrawer() {}\n',
    'src/other.go': 'package other\n',
  });
  const snapshot = await openSnapshot(fixture.root, { kind: 'all' });
  const counter = createTokenCounter();
  using store = openContextStore({ stateDir: null, root: fixture.root });
  const index = createIndex(counter, { store, search: true, whole: true });
  expect(await collect(index.measure(snapshot, snapshot.entries()))).toHaveLength(2);
  const account = createLedger(10_000, DEFAULT_THRESHOLDS);
  const tools = createAgentTools({
    snapshot,
    account,
    counter,
    thresholds: DEFAULT_THRESHOLDS,
    search: (request) => store.search({ ...request, branch: snapshot.branch }),
  });
  const answer = await tools.call('semantic_search', { query: 'cash drawer', path: 'src', limit: 1 });
  expect(answer.text).toContain('src/till.go:1-3\n1\tpackage till\n2\t\n3\tfunc OpenCashDrawer() {}\n[budget] used: ');
  expect(answer.delivered).toEqual([{ path: 'src/till.go', ranges: [{ start: 1, end: 3 }] }]);
  expect(account.usedTokens).toBe(answer.tokens);
  expect(answer.tokens).toBeGreaterThanOrEqual(counter.count(answer.text));
});
