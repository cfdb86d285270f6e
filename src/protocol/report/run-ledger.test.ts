import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleReports } from '../../../test/support/sample-reports.ts';
import { composeUsage } from '../../engine/compose-usage.ts';
import { formatLedgerCsv } from '../../report/ledger-csv.ts';
import { createRunAccount, type RunAccount } from '../budget/run-account.ts';
import type { TurnOutcome } from '../calls/turn-outcome.ts';
import type { ReportUsage } from './report-document.ts';
import { nameCaller, readLedger, sumJournal } from './run-ledger.ts';
import type { RunLedger } from './runs-document.ts';

const PRICE = { input: 3, cached: 0.3, write: 3.75, output: 15, contextTokens: null, maxOutputTokens: null };
const COUNTS = [
  'calls',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'reused_calls',
  'repeated_calls',
  'estimated_calls',
  'unpriced_calls',
  'reasoning_tokens',
] as const satisfies readonly (keyof ReportUsage)[];

/** As versions before this one wrote them. */
const NO_SUMS = Object.fromEntries(COUNTS.filter((name) => name !== 'reasoning_tokens').map((name) => [name, 0]));

/** To the token and to a millionth of a cent. */
function expectSame(rows: readonly ReportUsage[], total: ReportUsage): void {
  const sumOf = (name: keyof ReportUsage): number => rows.reduce((sum, row) => sum + row[name], 0);
  expect(COUNTS.map(sumOf)).toEqual(COUNTS.map((name) => total[name]));
  expect(sumOf('cost_usd')).toBeCloseTo(total.cost_usd, 8);
}

function expectBalanced({ agents, models, entries, total }: RunLedger): void {
  for (const rows of [agents, models, entries]) expectSame(rows, total);
}

const amount = fc.nat(200_000);
const anyPosting = fc.record({
  agent: fc.constantFrom('security-reviewer', 'go-reviewer', 'agent-r1-01'),
  model: fc.constantFrom('a/one', 'b/two', 'c/three'),
  input: amount,
  cached: amount,
  output: amount,
  kind: fc.constantFrom('paid', 'unsaid', 'open', 'released', 'lost' as const),
});

type Posting = typeof anyPosting extends fc.Arbitrary<infer T> ? T : never;

function post(account: RunAccount, { agent, model, input, cached, output, kind }: Posting): void {
  const by = { agent, model };
  const worst = { by, inputTokens: input, outputTokens: output };
  const price = model === 'c/three' ? null : PRICE;
  if (kind === 'lost') {
    account.bookLost(worst, price);
    return;
  }
  const claim = account.claim(worst, price);
  const cachedInputTokens = Math.min(cached, input);
  const usage = { inputTokens: input, cachedInputTokens, cacheWriteInputTokens: 0, outputTokens: output };
  if (kind === 'paid') claim?.settle({ ...usage, isEstimated: false });
  if (kind === 'unsaid') claim?.settle(null);
  if (kind === 'released') claim?.release();
}

test('per agent, per model and per both, the ledger of a report is its bill', () => {
  fc.assert(
    fc.property(fc.array(anyPosting, { maxLength: 50 }), (postings) => {
      const account = createRunAccount({ maxTokens: null, maxCostUsd: null, reservedTokens: 0 });
      for (const said of postings) post(account, said);
      const usage = composeUsage(account.usage);
      const ledger = readLedger({ usage });
      expectBalanced(ledger);
      expect(ledger.total).toEqual(
        (composeUsage({ ...account.usage, entries: [] }) satisfies ReportUsage) && ledger.total,
      );
      expect(ledger.total.calls).toBe(postings.filter(({ kind }) => kind !== 'released').length);
      expect(ledger.total.repeated_calls).toBe(postings.filter(({ kind }) => kind === 'lost').length);
    }),
  );
});

test.each(Object.entries(sampleReports))('the ledger of the sample %s is its bill', (_, report) => {
  expectBalanced(readLedger(report));
});

describe('a run without a report', () => {
  const replied = (usage: object | null): TurnOutcome =>
    ({ kind: 'replied', text: '', toolCalls: [], usage, mayBeBilled: true }) as unknown as TurnOutcome;
  const used = (inputTokens: number, outputTokens: number) => ({
    inputTokens,
    cachedInputTokens: 0,
    cacheWriteInputTokens: 0,
    outputTokens,
    isEstimated: false,
  });
  const ledger = sumJournal({
    calls: [
      {
        key: '1/security-reviewer/1',
        attempts: [
          { model: 'a/one', outcome: { ...replied(null), mayBeBilled: false } },
          { model: 'a/one', outcome: replied(used(1000, 100)) },
        ],
      },
      { key: 'a/one/2/security-reviewer/12', attempts: [{ model: 'b/two', outcome: replied(used(10, 1)) }] },
      { key: 'deep-dive/fed/1', attempts: [{ model: 'a/one', outcome: replied(null) }] },
      { key: 'deep-dive/2', attempts: [{ model: 'a/one', outcome: replied(used(9, 9)), reusedFrom: 'run-0' }] },
    ],
    openCalls: 2,
    priceOf: (model) => (model === 'a/one' ? PRICE : null),
  });

  test('has the account of its recorded calls; what nobody can tell is said', () => {
    expectBalanced(ledger);
    expect(ledger).toMatchObject({
      source: 'journal',
      open_calls: 2,
      total: {
        calls: 3,
        input_tokens: 1010,
        output_tokens: 101,
        cost_usd: 0.0045,
        estimated_calls: 1,
        unpriced_calls: 2,
        reused_calls: 1,
      },
    });
    expect(ledger.entries.map(({ agent, model, calls }) => [agent, model, calls])).toEqual([
      ['deep-dive', 'a/one', 1],
      ['security-reviewer', 'a/one', 1],
      ['security-reviewer', 'b/two', 1],
    ]);
  });

  test('leaves its lines as CSV that adds up, and no cell is a formula', () => {
    const lines = formatLedgerCsv('run-1', {
      ...ledger,
      entries: [...ledger.entries, { ...ledger.entries[0], agent: '=cmd,"x"' } as never],
    })
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe(
      'run,agent,model,calls,input_tokens,cached_input_tokens,output_tokens,cost_usd,reused_calls,repeated_calls,estimated_calls,unpriced_calls,reasoning_tokens',
    );
    expect(lines[2]).toBe('run-1,security-reviewer,a/one,1,1000,0,100,0.0045,0,0,0,0,0');
    expect(lines.at(-1)).toMatch(/^run-1,"'=cmd,""x""",a\/one,/u);
  });
});

test('a report of an earlier version has a ledger without holes', () => {
  const old = { ...NO_SUMS, calls: 1 };
  const ledger = readLedger({ usage: { ...old, ledger: [{ agent: 'a', model: 'm', ...old }] } as never });
  expect([ledger.total.reasoning_tokens, ledger.agents[0]?.reasoning_tokens]).toEqual([0, 0]);
});

test('the agent of a call is found in any text', () => {
  fc.assert(fc.property(fc.string(), (key) => typeof nameCaller(key) === 'string'));
  expect(['agent-r1-01/2', '1/go-reviewer/3', 'deep-dive/fed/1', 'x/y/1/go-reviewer/9'].map(nameCaller)).toEqual([
    'agent-r1-01',
    'go-reviewer',
    'deep-dive',
    'go-reviewer',
  ]);
});
