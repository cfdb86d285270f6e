/** Rules of rounds, evaluation and state transfer, seen in what whole audits do: who is sent out, with what, and what is said. */
import { describe, expect, test } from 'vitest';
import type { BaselineScan, HuntTask, HuntTrail } from '../../src/ports/auditor.ts';
import type { AuditMode } from '../../src/protocol/coverage/audit-mode.ts';
import { DIMENSIONS, type Dimension } from '../../src/protocol/findings/dimension.ts';
import type { TransferData } from '../../src/protocol/rounds/round-context.ts';
import { createTestAudit, EMPTY_BASELINE, type TestAuditOptions } from '../support/audit-engine.ts';
import { createScriptedFleet, type FleetBehaviour, type FleetScript } from '../support/scripted-fleet.ts';

const TEXT = Array.from({ length: 300 }, (_, i) => `line ${i + 1}`).join('\n');
const FILES = { 'src/a.ts': TEXT, 'src/b.ts': TEXT, 'lib/c.ts': TEXT };

interface Script extends Partial<FleetScript> {
  /** What the records of an agent hold besides. */
  readonly leave?: (task: HuntTask) => Partial<HuntTrail>;
  /** Whether its agents call all their findings checked, each with a source of its own. */
  readonly passes?: boolean;
}

function audit({ leave, passes = false, ...script }: Script, options: Partial<TestAuditOptions> = {}) {
  const fleet = createScriptedFleet({
    behave: () => 'finish',
    findingCount: () => 0,
    severity: () => 'MEDIUM',
    cutAt: () => 0.5,
    verdict: () => 'confirmed',
    flow: () => 'complete',
    ...script,
  });
  const driver = {
    ...fleet,
    hunt: async (...call: Parameters<typeof fleet.hunt>) => {
      const result = await fleet.hunt(...call);
      const findings = result.output.findings.map((finding) =>
        passes ? { ...finding, source: finding.title, extra: { ...finding.extra, validation: 'pass' } } : finding,
      );
      return { ...result, output: { ...result.output, findings }, trail: { ...result.trail, ...leave?.(call[0]) } };
    },
  };
  return { fleet, ...createTestAudit({ files: FILES, driver, ...options }) };
}

/** One agent for each dimension in the first round; each behaves as its dimension is said to. */
const byDimension =
  (said: Partial<Record<Dimension, FleetBehaviour>>) =>
  ({ dimensions }: HuntTask): FleetBehaviour =>
    dimensions.map((dimension) => said[dimension]).find((behaviour) => behaviour !== undefined) ?? 'finish';
const ALONE = { agents: 10 } as const;

describe('agents of the first round', () => {
  const plan = async (lines: number, request: TestAuditOptions['request'] = {}): Promise<number> => {
    let agents = 0;
    const { run } = audit(
      {},
      {
        files: { 'a.ts': 'x\n'.repeat(Math.ceil(lines / 2)), 'b.ts': 'x\n'.repeat(Math.floor(lines / 2)) },
        request,
        ports: {
          confirmPlan: async (planned) => {
            agents = planned.agents.length;
            return false;
          },
        },
      },
    );
    await expect(run()).rejects.toMatchObject({ code: 'plan-declined' });
    return agents;
  };

  test.each([
    [1, 1],
    [499, 1],
    [500, 2],
    [4999, 2],
    [5000, 3],
    [39_999, 3],
    [40_000, 4],
    [69_999, 4],
    [70_000, 5],
    [200_000, 5],
    [200_001, 6],
    [700_001, 9],
  ])('%i lines are for %i [AGENTS-01, AGENTS-02, AGENTS-03, AGENTS-04, AUD-08]', async (lines, agents) => {
    expect(await plan(lines)).toBe(agents);
  });

  test('are not more than there are dimensions, and as many as the user says [AUD-08]', async () => {
    expect(await plan(70_000, { dimensions: ['D1', 'D5'] })).toBe(2);
    expect(await plan(1, { agents: 7 })).toBe(7);
  });
});

describe('agents of the second round', () => {
  test.each<[string, Partial<Record<Dimension, FleetBehaviour>>, number]>([
    ['no untouched dimension', { D5: 'shallow', D7: 'shallow', D8: 'shallow' }, 1],
    ['one', { D5: 'false-claim', D7: 'shallow', D8: 'shallow' }, 1],
    ['two', { D5: 'false-claim', D7: 'false-claim', D8: 'shallow' }, 2],
    ['three', { D5: 'false-claim', D7: 'false-claim', D8: 'false-claim' }, 2],
    ['four', { D5: 'false-claim', D6: 'false-claim', D7: 'false-claim', D8: 'false-claim' }, 3],
    ['one that failed and left nothing, beside another', { D5: 'false-claim', D6: 'failed', D7: 'shallow' }, 2],
    ['none, and nothing alarming in a shallow D2', { D2: 'shallow', D7: 'shallow', D8: 'shallow' }, 1],
  ])('%s [AGENTS-05, AUD-07, GAPS-02]', async (_what, said, agents) => {
    const { run, fleet } = audit({ behave: byDimension(said) }, { request: { ...ALONE, mode: 'standard' } });
    await run();
    const second = fleet.acts.filter(({ task }) => task.round === 2).map(({ task }) => task);
    expect(second).toHaveLength(agents);
    expect(new Set(second.map(({ turns }) => turns.maxTurns))).toEqual(new Set([20]));
  });

  test('a shallow D2 with a grave finding calls for three [AGENTS-06, AUD-07, TURNS-02]', async () => {
    const { run, fleet } = audit(
      {
        behave: byDimension({ D2: 'shallow', D7: 'shallow', D8: 'shallow' }),
        findingCount: ({ dimensions, round }) => (round === 1 && dimensions.includes('D2') ? 1 : 0),
        severity: () => 'HIGH',
      },
      { request: { ...ALONE, mode: 'standard' } },
    );
    await run();
    const second = fleet.acts.filter(({ task }) => task.round === 2).map(({ task }) => task);
    expect(second.map(({ turns }) => turns.maxTurns)).toEqual([20, 20, 20]);
  });
});

describe('rounds', () => {
  test.each<[AuditMode, number]>([
    ['standard', 2],
    ['deep', 3],
  ])('%s has at most %i of them, whatever is open [ROUND-01, GAPS-03, TURNS-03]', async (mode, rounds) => {
    const { run, fleet } = audit({ behave: () => 'shallow' }, { request: { ...ALONE, mode } });
    const report = await run();
    expect(report.rounds.map(({ gaps }) => gaps.length)).toEqual(Array(rounds).fill(10));
    const turns = fleet.acts.map(({ task }) => `${task.round}: ${task.turns.maxTurns}`);
    expect([...new Set(turns)]).toEqual(['1: 25', '2: 20', '3: 15'].slice(0, rounds));
  });

  test('N/A is no gap [GAPS-01]', async () => {
    const report = await audit(
      { behave: byDimension({ D5: 'shallow', D7: 'shallow' }) },
      { recon: { isLibrary: true }, request: { ...ALONE, mode: 'standard' } },
    ).run();
    expect(report.rounds.map(({ gaps, decision }) => [gaps, decision])).toEqual([[['D5', 'D7'], 'converge']]);
  });

  test('every phase is passed, in one order [CONVERGE-07, EVALUATE-05]', async () => {
    const { run, events } = audit({}, { request: { mode: 'deep' } });
    await run();
    expect(events.flatMap((event) => (event.kind === 'transition' ? [event.to] : []))).toEqual([
      'ROUND_1_RUNNING',
      'ROUND_1_EVALUATION',
      'DEEP_DIVE',
      'VALIDATION',
      'REPORT',
    ]);
  });

  test('deep ends with two gaps and clear answers, and says that its coverage is not met [AUD-02, AUD-03, EVALUATE-04]', async () => {
    const report = await audit(
      { behave: byDimension({ D7: 'shallow', D8: 'shallow' }) },
      { request: { ...ALONE, mode: 'deep' } },
    ).run();
    expect(report.rounds.map(({ decision }) => decision)).toEqual(['converge']);
    expect(report.coverage).toMatchObject({ gaps: ['D7', 'D8'], ratio: 0.8, met: false });
  });
});

test('a round is evaluated when its agents and the baseline scan are done, not before [REGISTRY-06]', async () => {
  const scan = Promise.withResolvers<BaselineScan>();
  const { run, events, fleet } = audit({}, { baseline: () => scan.promise });
  const report = run();
  while (fleet.acts.length === 0) await new Promise(setImmediate);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  const kinds = () => new Set(events.map(({ kind }) => kind));
  expect(kinds().has('evaluation')).toBe(false);
  scan.resolve(EMPTY_BASELINE);
  await report;
  expect(kinds().has('evaluation')).toBe(true);
});

describe('the evaluation of a deep audit', () => {
  /** Of the three files one is left for another round. */
  const UNREAD = { filesRead: ['src/a.ts'] };
  const entry = { file: 'src/a.ts', line: 1, kind: 'http' as const, framework: 'express', label: 'GET /' };
  const spot = { dimension: 'D5' as const, file: 'lib/c.ts', line: 3 };

  test('detects truncation, rates coverage, asks the questions, in this order [EVALUATE-01]', async () => {
    const { run, events } = audit({ behave: byDimension({ D5: 'cut-mild' }) }, { request: { ...ALONE, mode: 'deep' } });
    await run();
    const steps = events.flatMap((event) => (event.kind === 'evaluation' && event.round === 1 ? [event] : []));
    expect(steps.map(({ step }) => step)).toEqual(['detect-truncation', 'rate-coverage', 'ask-questions']);
    expect(steps[0]?.interruptedAgents).toHaveLength(1);
    expect(steps[1]?.gaps).toEqual(['D5']);
  });

  test.each([
    ['nothing is open', {}, { unsearched: false, all_traced: true, combinations: false }],
    ['an area is unsearched', { cells: [] }, { unsearched: true, all_traced: true, combinations: false }],
    [
      'an entry point is untraced',
      { tracedEntryPoints: [] },
      { unsearched: false, all_traced: false, combinations: false },
    ],
  ])('%s [EVALUATE-02, EVALUATE-03, AUD-01]', async (_what, trail, questions) => {
    const report = await audit(
      { leave: ({ round }) => (round === 1 ? { ...UNREAD, ...trail } : {}) },
      { request: { ...ALONE, mode: 'deep' }, recon: { entryPoints: [entry], spots: [spot as never] } },
    ).run();
    expect(report.audit?.evaluations[0]?.questions).toEqual(questions);
    const isClear = Object.keys(trail).length === 0;
    expect(report.rounds[0]?.decision).toBe(isClear ? 'converge' : 'next-round');
  });

  test('a round that could read nothing is not run, and the decision says so [EVALUATE-03]', async () => {
    const report = await audit(
      { leave: () => ({ tracedEntryPoints: [] }) },
      { request: { ...ALONE, mode: 'deep' }, recon: { entryPoints: [{ ...entry, kind: 'cli' as const }] } },
    ).run();
    expect(report.audit?.evaluations[0]?.questions).toMatchObject({ all_traced: false });
    expect(report.rounds).toMatchObject([
      {
        decision: 'converge',
        reason: 'entry points are not traced to their sinks; nothing is left that round 2 may read',
      },
    ]);
  });

  test.each([
    ['reads nothing, and the question stays open', { filesRead: [], delivered: {} }, true],
    ['reads what was left', {}, false],
  ])(
    'grave findings of two modules that may combine call for a round; the next one %s [EVALUATE-02, EVALUATE-03, AUD-01]',
    async (_what, second, isOpen) => {
      const report = await audit(
        {
          leave: ({ round }) => (round === 1 ? UNREAD : second),
          findingCount: ({ dimensions, round }) =>
            round === 1 && dimensions.some((name) => name === 'D1' || name === 'D2') ? 3 : 0,
          severity: () => 'HIGH',
        },
        {
          request: { ...ALONE, mode: 'deep' },
          recon: {
            modules: [
              { name: 'src', files: 2, loc: 1 },
              { name: 'lib', files: 1, loc: 1 },
            ],
          },
        },
      ).run();
      expect(report.audit?.evaluations[0]?.questions).toEqual({
        unsearched: false,
        all_traced: true,
        combinations: true,
      });
      expect(report.rounds[0]?.decision).toBe('next-round');
      expect(report.audit?.evaluations[1]?.questions).toMatchObject({ combinations: isOpen });
    },
  );
});

describe('an agent that does not answer', () => {
  test.each(['failed', 'sibling_error', 'not_found', 'timeout'] as const)(
    '%s: asked once more, then its dimension is ⚠️ [REGISTRY-07, AUD-24, AUD-21]',
    async (behaviour) => {
      const { run, fleet } = audit(
        { behave: byDimension({ D5: behaviour }) },
        { request: { ...ALONE, mode: 'standard' } },
      );
      const report = await run();
      expect(fleet.acts.filter(({ behaviour: how }) => how === behaviour)).toHaveLength(2);
      expect(report.coverage.dimensions.D5).toBe('\u26a0\ufe0f');
      expect(report.coverage.gaps).toEqual(['D5']);
    },
  );

  test('a severe cut is asked again with half of the work, D1 to D3 first [AUD-14, TRUNC-12]', async () => {
    const { run, fleet } = audit(
      { behave: (task) => (task.agentId === 'agent-r1-01' ? 'cut-severe' : 'finish') },
      { request: { agents: 1, mode: 'standard', dimensions: ['D5', 'D1', 'D7'] } },
    );
    await run();
    const [first, again] = fleet.acts.map(({ task }) => task);
    expect([first?.dimensions.length, first?.turns.maxTurns]).toEqual([3, 25]);
    expect([again?.dimensions[0], again?.dimensions.length, again?.turns.maxTurns]).toEqual(['D1', 2, 12]);
  });

  test('where all fail, at most two start again with half of the largest assignment, once [AUD-25, FAILURE-01, FAILURE-02]', async () => {
    const { run, fleet } = audit({ behave: () => 'failed' }, { request: { agents: 1, mode: 'standard' } });
    const report = await run();
    const restarted = report.audit?.agents.filter(({ restart }) => restart) ?? [];
    expect(restarted.length).toBeGreaterThan(0);
    expect(restarted.length).toBeLessThanOrEqual(2);
    for (const agent of restarted) {
      expect(agent.dimensions.length).toBeLessThanOrEqual(5);
      expect(agent.max_turns).toBe(12);
    }
    expect(restarted[0]?.dimensions.slice(0, 3)).toEqual(['D1', 'D2', 'D3']);
    expect(fleet.acts.filter(({ task }) => task.round > 1)).toEqual([]);
    expect([report.complete, report.audit?.watermarks]).toEqual([false, expect.arrayContaining(['audit incomplete'])]);
  });
});

describe('the state that the second round gets', () => {
  interface Handed {
    readonly data: TransferData | undefined;
    readonly losses: Readonly<Record<string, number>>;
    readonly warnings: readonly string[];
  }

  async function handOver(script: Script, files: Readonly<Record<string, string>> = FILES): Promise<Handed> {
    const { run, fleet } = audit(
      { behave: byDimension({ D5: 'shallow', D7: 'shallow', D8: 'shallow' }), ...script },
      { files, request: { ...ALONE, mode: 'standard' } },
    );
    const report = await run();
    const second = fleet.acts.find(({ task }) => task.round === 2)?.task;
    return {
      data: second?.transfer?.context.round_context.transfer_data,
      losses: report.audit?.evaluations[0]?.transfer_losses ?? {},
      warnings: report.audit?.limitations ?? [],
    };
  }
  const first =
    (trail: Partial<HuntTrail>) =>
    ({ agentId }: HuntTask): Partial<HuntTrail> =>
      agentId === 'agent-r1-01' ? trail : {};
  const numbered = (count: number, write: (number: number) => string): readonly string[] =>
    Array.from({ length: count }, (_, i) => write(i + 1));
  const texts = (paths: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(paths.map((path) => [path, 'x\n']));

  test('names files, ten dimensions and the gaps among them [TRANSFER-02, TRANSFER-04, TRANSFER-05, TRANSFER-16, TRANSFER-17, AUD-17, AUD-21]', async () => {
    const { data } = await handOver({});
    expect(data?.FILES_READ.toSorted()).toEqual(Object.keys(FILES).toSorted());
    expect(data?.COVERED).toEqual(
      Object.fromEntries(DIMENSIONS.map((name) => [name, ['D5', 'D7', 'D8'].includes(name) ? '\u26a0\ufe0f' : '✅'])),
    );
    expect(data?.GAPS).toEqual(['D5', 'D7', 'D8']);
  });

  test('is not handed over where no file was read, and that is said [TRANSFER-02, TRANSFER-16, AUD-11]', async () => {
    const { data, warnings } = await handOver({ leave: () => ({ filesRead: [] }) });
    expect(data).toBeUndefined();
    expect(warnings).toContainEqual(expect.stringContaining('round 2 starts without the state of the rounds before'));
  });

  test('has 100 files by path, more by folder, and of more than 100 folders the newest [TRANSFER-03, AUD-11]', async () => {
    const hundred = numbered(100, (n) => `src/f${n}.ts`);
    expect((await handOver({}, texts(hundred))).data?.FILES_READ.toSorted()).toEqual(hundred.toSorted());
    const more = await handOver({}, texts([...hundred, 'lib/a.ts']));
    expect(more.data?.FILES_READ.toSorted()).toEqual(['lib:1', 'src:100']);
    const folders = await handOver({}, texts(numbered(120, (n) => `d${n}/a.ts`)));
    expect(folders.data?.FILES_READ).toHaveLength(100);
    expect(folders.losses).toMatchObject({ filesDropped: 20 });
  });

  test('has what is clean, ruled out, hot and searched for [TRANSFER-06, TRANSFER-07, TRANSFER-08, TRANSFER-09]', async () => {
    const { data, losses } = await handOver({
      leave: first({
        cleanFiles: ['src/b.ts'],
        falsePositives: [{ file: 'src/a.ts', line: 9, reason: 'a constant' }],
        hotspots: [{ file: 'lib/c.ts', lines: { start: 40, end: 60 }, reason: 'odd' }],
        searches: numbered(31, (n) => `pattern ${n}`).map((pattern) => ({ pattern, scope: '.' })),
      }),
    });
    expect(data).toMatchObject({
      CLEAN: ['src/b.ts'],
      FALSE_POSITIVES: [{ file: 'src/a.ts', line: 9, reason: 'a constant' }],
      HOTSPOTS: [{ file: 'lib/c.ts', lines: '40-60', reason: 'odd' }],
    });
    expect(data?.GREP_DONE).toHaveLength(30);
    expect(data?.GREP_DONE?.some(({ pattern }) => pattern === 'pattern 1')).toBe(false);
    expect(losses.searchesDropped).toBeGreaterThan(0);
    const bare = await handOver({});
    expect([bare.data?.CLEAN ?? [], bare.data?.FALSE_POSITIVES ?? []]).toEqual([[], []]);
  });

  test('has at most 30 findings, Low cut first, with how far each has come [TRANSFER-10, AUD-29, AUD-21]', async () => {
    const severities = ['HIGH', 'LOW', 'LOW', 'MEDIUM'] as const;
    const { data, losses } = await handOver({
      findingCount: ({ round }) => (round === 1 ? 4 : 0),
      severity: (_task, index) => severities[index] ?? 'LOW',
    });
    const counts = Map.groupBy(data?.FINDINGS_SUMMARY ?? [], ({ severity }) => severity);
    expect([...counts].map(([severity, entries]) => [severity, entries.length])).toEqual([
      ['High', 10],
      ['Medium', 10],
      ['Low', 10],
    ]);
    expect(losses).toMatchObject({ findingsDropped: 10 });
    expect(data?.FINDINGS_SUMMARY?.[0]).toEqual({
      id: expect.stringMatching(/^F\d+$/u),
      severity: 'High',
      cwe: expect.stringMatching(/^CWE-\d+$/u),
      file: expect.any(String),
      status: 'unvalidated',
    });
  });

  test('has grave findings of one CWE and file once where they alone are too many [AUD-12]', async () => {
    const { data, losses } = await handOver({
      findingCount: ({ round }) => (round === 1 ? 11 : 0),
      severity: () => 'CRITICAL',
    });
    const keys = data?.FINDINGS_SUMMARY?.map(({ cwe, file }) => `${cwe} ${file}`) ?? [];
    expect(keys.length).toBeLessThanOrEqual(30);
    expect(new Set(keys).size).toBe(keys.length);
    expect(losses.findingsMerged).toBeGreaterThan(0);
  });

  test('loses searches first, then clean files, then what was ruled out, oldest first, and never hotspots [TRANSFER-18, AUD-31]', async () => {
    const words = Array.from({ length: 90 }, () => 'w').join(' ');
    const fill = (ruledOut: number) =>
      handOver({
        leave: first({
          cleanFiles: ['src/b.ts'],
          falsePositives: numbered(ruledOut, String).map((line) => ({
            file: 'src/a.ts',
            line: Number(line),
            reason: words,
          })),
          hotspots: [{ file: 'lib/c.ts', lines: { start: 40, end: 60 }, reason: 'odd' }],
          searches: [{ pattern: words, scope: '.' }],
        }),
      });
    const some = await fill(91);
    expect([some.data?.FALSE_POSITIVES?.length, some.data?.CLEAN, some.losses]).toEqual([
      91,
      ['src/b.ts'],
      { searchesDropped: 1 },
    ]);
    const many = await fill(150);
    expect(many.data).toMatchObject({ HOTSPOTS: [{ lines: '40-60' }] });
    expect([many.data?.GREP_DONE ?? [], many.data?.CLEAN ?? []]).toEqual([[], []]);
    const kept = many.data?.FALSE_POSITIVES?.map(({ line }) => line) ?? [];
    expect([kept.length < 150, kept.at(-1)]).toEqual([true, 150]);
    expect(many.losses).toMatchObject({ cleanDropped: 1, falsePositivesDropped: 150 - kept.length });
    expect(many.losses.searchesDropped).toBeGreaterThan(0);
  });
});

test('a place that was ruled out silences five lines around it, not the sixth [AUD-13, TRANSFER-15]', async () => {
  const ruleOut = async (place: { readonly file: string; readonly line: number } | null) => {
    const falsePositives = place === null ? [] : [{ ...place, reason: 'a constant' }];
    const report = await audit(
      {
        behave: byDimension({ D5: 'shallow', D7: 'shallow', D8: 'shallow' }),
        findingCount: ({ round }) => (round === 2 ? 1 : 0),
        leave: ({ agentId }) => (agentId === 'agent-r1-01' ? { falsePositives } : {}),
      },
      { request: { ...ALONE, mode: 'standard' } },
    ).run();
    expect(report.findings).toHaveLength(1);
    return report.findings[0];
  };
  const { file = '', line = 0, status } = (await ruleOut(null)) ?? {};
  expect(status).not.toBe('rejected');
  for (const [away, isRejected] of [
    [5, true],
    [-5, true],
    [6, false],
    [-6, false],
  ] as const)
    expect([away, (await ruleOut({ file, line: line + away }))?.status === 'rejected']).toEqual([away, isRejected]);
});

test.each([
  [1, 3],
  [2, 6],
])(
  'of grave findings that %i for each of ten agents have passed their own check, %i are checked again [AUD-23]',
  async (count, checked) => {
    const { run, fleet } = audit(
      { passes: true, findingCount: () => count, severity: () => 'HIGH' },
      { request: { ...ALONE, mode: 'standard' } },
    );
    const report = await run();
    expect(report.findings).toHaveLength(10 * count);
    const spots = fleet.validated.filter(({ batch }) => batch.purpose === 'spot-check');
    expect(spots.flatMap(({ findings }) => findings)).toHaveLength(checked);
  },
);

test('what several agents say of one place is one finding of the highest severity, with all their names [FACT-09, AUD-22]', async () => {
  const severities = { 'agent-r1-01': 'MEDIUM', 'agent-r1-02': 'CRITICAL' } as const;
  const report = await audit(
    {
      findingCount: ({ agentId }) => (agentId in severities ? 1 : 0),
      place: () => 'shared',
      severity: ({ agentId }) => severities[agentId as keyof typeof severities],
    },
    { request: { ...ALONE, mode: 'standard' } },
  ).run();
  expect(report.findings.map(({ severity, reported_by }) => [severity, reported_by.length])).toEqual([['CRITICAL', 2]]);
});
