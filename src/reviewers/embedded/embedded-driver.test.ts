/** The embedded driver against strict fake analyzers: order, budget ladder, waves, coverage, failure. */
import { expect, test } from 'vitest';
import type { LedgerView } from '../../ports/agent-tools.ts';
import type { Analyzer, AnalyzerFinding, AnalyzerOutcome } from '../../ports/analyzer.ts';
import type { AssignedFile, Assignment, ReviewEvent } from '../../ports/driver.ts';
import type { Snapshot } from '../../ports/repository.ts';
import type { Mode } from '../../protocol/budget/mode.ts';
import { claimFinding } from '../../protocol/findings/finding.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import { REVIEWERS } from '../../protocol/reviewers/reviewer.ts';
import { createEmbeddedDriver } from './embedded-driver.ts';

const SECURITY = 'security-reviewer';

const finding = (file: string, line: number, rule: string, more: Partial<AnalyzerFinding> = {}): AnalyzerFinding => ({
  ...claimFinding({ severity: 'HIGH', title: rule, issue: rule }),
  reviewer: SECURITY,
  file,
  line,
  endLine: line,
  rule,
  ...more,
});

/** Finds what it is told to; a file scanned twice is an error. */
function fakeAnalyzer(
  findings: readonly AnalyzerFinding[],
  more: Partial<Analyzer> & { readonly outcome?: Partial<AnalyzerOutcome> } = {},
): Analyzer & { readonly scanned: readonly string[][] } {
  const scanned: string[][] = [];
  const { outcome, ...rest } = more;
  return {
    scanned,
    name: 'fake',
    version: '1',
    reviewers: [SECURITY, 'code-quality-reviewer'],
    accepts: (_path, language) => language === 'go',
    async scan(files) {
      const paths = files.map(({ path }) => path);
      for (const path of paths) if (scanned.flat().includes(path)) throw new Error(`${path} scanned twice`);
      scanned.push(paths);
      const own = findings.filter(({ file }) => paths.includes(file));
      return { status: 'completed', reason: null, findings: own, unfinished: [], ...outcome };
    },
    ...rest,
  };
}

const assigned = (path: string, more: Partial<AssignedFile> = {}): AssignedFile => ({
  kind: 'file',
  path,
  language: 'go',
  changed: null,
  tokens: 10,
  estimated: false,
  loc: 1,
  lines: 1,
  branch: null,
  tier: 2,
  recorded: 0,
  ...more,
});

const assign = (
  files: readonly AssignedFile[],
  more: Partial<Assignment> & { reviewerName?: string } = {},
): Assignment => {
  const { reviewerName = SECURITY, ...rest } = more;
  return {
    reviewer: REVIEWERS.find(({ name }) => name === reviewerName)!,
    round: 1,
    wave: 1,
    budgetTokens: 1000,
    isolation: 'branch',
    branchId: null,
    files,
    mayContinue: true,
    ...rest,
  };
};

const snapshot = (unreadable: readonly string[] = []): Snapshot => ({
  selection: 'all',
  branch: null,
  isChange: false,
  warnings: [],
  entries: () => {
    throw new Error('a driver has no business with the scope');
  },
  read: async (path) =>
    unreadable.includes(path)
      ? { kind: 'unusable', reason: 'unreadable' }
      : { kind: 'text', text: `text of ${path}`, bytes: 20 },
  readBase: async () => null,
  paths: async () => new Set(),
});

/** Charges a fixed share of the budget for every finding, as the host would. */
function createLedger(shareByFinding: number, usageRatio = 0) {
  const ledger = {
    budgetTokens: 1000,
    usedTokens: 0,
    usageRatio,
    get mode(): Mode {
      if (this.usageRatio >= 0.95) return 'force_return';
      return this.usageRatio >= 0.8 ? 'high_severity_only' : 'full';
    },
    charge(event: ReviewEvent) {
      if (event.kind === 'finding') this.usageRatio += shareByFinding;
    },
  };
  return ledger satisfies LedgerView;
}

const show = (event: ReviewEvent): string => {
  switch (event.kind) {
    case 'finding':
      return [`${event.finding.file}:${event.finding.line} ${event.finding.rule}`, event.refutation ?? []]
        .flat()
        .join(': ');
    case 'file-done':
      return `done ${event.path}`;
    case 'file-skipped':
      return `skipped ${event.path} ${event.reason}`;
    case 'analyzer':
      return `analyzer ${event.row.name} ${event.row.status} ${event.row.findings}`;
    case 'waiting':
      return event.message;
    case 'examined':
      return `examined ${event.places.map(({ file, line }) => `${file}:${line}`).join(' ')}`;
    case 'unresolved':
      return `unresolved ${event.sinks.map(({ file, line }) => `${file}:${line}`).join(' ')}`;
    case 'outcome':
      return `${event.outcome.status} ${event.outcome.cutoffReason}`;
  }
};

interface Run {
  readonly analyzers: readonly Analyzer[];
  readonly supplementary?: readonly Analyzer[];
  readonly assignment: Assignment;
  readonly ledger?: ReturnType<typeof createLedger>;
  readonly at?: Snapshot;
  readonly signal?: AbortSignal;
}

async function collect(
  driver: ReturnType<typeof createEmbeddedDriver>,
  run: Omit<Run, 'analyzers'>,
): Promise<ReviewEvent[]> {
  const ledger = run.ledger ?? createLedger(0);
  const events: ReviewEvent[] = [];
  const context = (): never => {
    throw new Error('an embedded reviewer has no context');
  };
  const tools = { snapshot: run.at ?? snapshot(), account: { ...ledger, claim: () => true }, context };
  for await (const event of driver.review(run.assignment, tools, ledger, run.signal ?? new AbortController().signal)) {
    ledger.charge(event);
    events.push(event);
  }
  return events;
}

const review = async ({ analyzers, supplementary = [], ...run }: Run): Promise<string[]> =>
  (await collect(createEmbeddedDriver({ analyzers, supplementary }), run)).map(show);

test('files come in the given order, findings by line and rule, then the file is done', async () => {
  const analyzer = fakeAnalyzer([
    finding('a.go', 9, 'x'),
    finding('a.go', 2, 'z'),
    finding('a.go', 2, 'y'),
    finding('b.go', 1, 'x'),
    finding('b.go', 1, 'other', { reviewer: 'code-quality-reviewer' }),
  ]);
  const events = await review({ analyzers: [analyzer], assignment: assign([assigned('b.go'), assigned('a.go')]) });
  expect(events).toEqual([
    'b.go:1 x',
    'done b.go',
    'a.go:2 y',
    'a.go:2 z',
    'a.go:9 x',
    'done a.go',
    'analyzer fake completed 4',
    'completed null',
  ]);
});

test('a file that others may complete waits for them; what was followed further stands for what was assumed', async () => {
  const assumed = { extra: { assumed_source: true } };
  const single = fakeAnalyzer(
    [
      finding('a.go', 1, 'x', assumed),
      finding('a.go', 2, 'x', assumed),
      finding('a.go', 3, 'x', assumed),
      finding('a.go', 9, 'x'),
      finding('b.go', 1, 'y'),
    ],
    {
      outcome: { open: ['a.go', 'c.go'] },
    },
  );
  const joining = fakeAnalyzer(
    [finding('a.go', 2, 'x', { title: 'through two files' }), finding('a.go', 9, 'x'), finding('c.go', 4, 'z')],
    {
      name: 'joining',
      joins: true,
      outcome: { settled: [{ file: 'a.go', line: 3, rule: 'x', reason: 'all callers are harmless' }] },
    },
  );
  const events = await review({
    analyzers: [single],
    supplementary: [joining],
    assignment: assign([assigned('a.go'), assigned('b.go'), assigned('c.go')]),
  });
  expect(events).toEqual([
    'a.go:9 x',
    'b.go:1 y',
    'done b.go',
    'a.go:1 x',
    'a.go:2 x',
    'a.go:3 x: all callers are harmless',
    'done a.go',
    'c.go:4 z',
    'done c.go',
    'analyzer fake completed 3',
    'analyzer joining completed 2',
    'completed null',
  ]);
  expect(joining.scanned).toEqual([['a.go', 'c.go']]);
});

test('what was told of a waiting file before is not told again in the next wave', async () => {
  const found = [
    finding('a.go', 1, 'x', { extra: { assumed_source: true } }),
    finding('a.go', 2, 'x'),
    finding('a.go', 3, 'x'),
  ];
  const tell = async (recorded: number): Promise<string[]> => {
    const events = await review({
      analyzers: [fakeAnalyzer(found, { outcome: { open: ['a.go'] } })],
      supplementary: [fakeAnalyzer([finding('a.go', 4, 'z')], { name: 'joining', joins: true })],
      assignment: assign([assigned('a.go', { recorded })]),
    });
    return events.filter((event) => event.startsWith('a.go'));
  };
  expect(await tell(0)).toEqual(['a.go:2 x', 'a.go:3 x', 'a.go:1 x', 'a.go:4 z']);
  expect(await tell(1)).toEqual(['a.go:3 x', 'a.go:1 x', 'a.go:4 z']);
  expect(await tell(3)).toEqual(['a.go:4 z']);
});

test('a deadline before flows are joined takes away nothing that one file shows', async () => {
  const single = fakeAnalyzer([finding('a.go', 1, 'x', { extra: { assumed_source: true } }), finding('a.go', 2, 'x')], {
    outcome: { open: ['a.go'] },
  });
  const stop = new AbortController();
  const joining = fakeAnalyzer([], { name: 'joining', joins: true });
  const scan: Analyzer['scan'] = async (...given) => {
    stop.abort();
    return joining.scan(...given);
  };
  const events = await review({
    analyzers: [single],
    supplementary: [{ ...joining, scan }],
    assignment: assign([assigned('a.go'), assigned('b.go')]),
    signal: stop.signal,
  });
  expect(events).toEqual([
    'a.go:2 x',
    'done b.go',
    'analyzer fake partial 1',
    'analyzer joining failed 0',
    'completed aborted',
  ]);
});

test('an analyzer that joins files and fails leaves the files that waited for it unfinished', async () => {
  const single = fakeAnalyzer([finding('a.go', 1, 'x')], { outcome: { open: ['a.go'] } });
  const joining = fakeAnalyzer([], { name: 'joining', joins: true, outcome: { status: 'failed', reason: 'it broke' } });
  const files = [assigned('a.go'), assigned('b.go')];
  expect(await review({ analyzers: [single], supplementary: [joining], assignment: assign(files) })).toEqual([
    'a.go:1 x',
    'done b.go',
    'skipped a.go analyzer-failed',
    'analyzer fake completed 1',
    'analyzer joining failed 0',
    'completed null',
  ]);
});

test('size never ends a wave: one wave takes every file while little is written [HOST-15]', async () => {
  const files = Array.from({ length: 600 }, (_, at) => assigned(`f${at}.go`, { tokens: 50_000 }));
  const events = await review({ analyzers: [fakeAnalyzer([])], assignment: assign(files) });
  expect(events.slice(0, 600)).toEqual(files.map(({ path }) => `done ${path}`));
  expect(events.slice(600)).toEqual(['analyzer fake completed 0', 'completed null']);
});

const five = [1, 2, 3, 4, 5].map((line) => finding('a.go', line, 'r'));

test.each([
  {
    name: 'writing that reaches 0.80 leaves the rest to the next wave [HOST-15]',
    mayContinue: true,
    share: 0.4,
    start: 0,
    expected: ['a.go:1 r', 'a.go:2 r', 'analyzer fake completed 2', 'completed budget'],
  },
  {
    name: 'below 0.80 nothing stops [HOST-15]',
    mayContinue: true,
    share: 0.1599,
    start: 0,
    expected: [
      ...five.map(({ line }) => `a.go:${line} r`),
      'done a.go',
      'done b.go',
      'analyzer fake completed 5',
      'completed null',
    ],
  },
  {
    name: 'a wave always makes progress',
    mayContinue: true,
    share: 0.1,
    start: 0.99,
    expected: ['a.go:1 r', 'analyzer fake completed 1', 'completed budget'],
  },
  {
    name: 'the last wave goes on at reduced depth and stops at force return [MODE-12, MODE-13]',
    mayContinue: false,
    share: 0.2375,
    start: 0,
    expected: ['a.go:1 r', 'a.go:2 r', 'a.go:3 r', 'a.go:4 r', 'analyzer fake completed 4', 'completed budget'],
  },
  {
    name: 'the last wave stops at once when force return is reached before it began [MODE-12]',
    mayContinue: false,
    share: 0,
    start: 0.95,
    expected: ['completed budget'],
  },
])('$name', async ({ mayContinue, share, start, expected }) => {
  const assignment = assign([assigned('a.go'), assigned('b.go')], { mayContinue });
  const analyzers = [fakeAnalyzer(five)];
  expect(await review({ analyzers, assignment, ledger: createLedger(share, start) })).toEqual(expected);
});

test('at reduced depth analysis goes on in the order of the tiers [MODE-07]', async () => {
  const files = [1, 2, 3, 4].map((tier) => assigned(`tier${tier}.go`, { tier }));
  const analyzer = fakeAnalyzer(files.map(({ path }) => finding(path, 1, 'r')));
  const assignment = assign(files, { mayContinue: false });
  const events = await review({ analyzers: [analyzer], assignment, ledger: createLedger(0.01, 0.85) });
  expect(events.filter((event) => event.startsWith('done'))).toEqual(files.map(({ path }) => `done ${path}`));
});

test('waves: every finding comes exactly once and each file is scanned once for all waves and reviewers [HOST-15]', async () => {
  const all = ['a.go', 'b.go'].flatMap((file) => [1, 2, 3].map((line) => finding(file, line, 'r')));
  const quality = finding('a.go', 1, 'q', { reviewer: 'code-quality-reviewer', severity: 'LOW' as Severity });
  const analyzer = fakeAnalyzer([...all, quality]);
  const driver = createEmbeddedDriver({ analyzers: [analyzer] });
  const at = snapshot();
  const seen: string[] = [];
  const recorded = new Map<string, number>();
  let open = ['a.go', 'b.go'];
  for (let wave = 1; open.length > 0; wave += 1) {
    const files = open.map((path) => assigned(path, { recorded: recorded.get(path) ?? 0 }));
    const events = await collect(driver, { assignment: assign(files, { wave }), ledger: createLedger(0.4), at });
    for (const event of events) {
      if (event.kind === 'finding') recorded.set(event.finding.file!, (recorded.get(event.finding.file!) ?? 0) + 1);
      if (event.kind === 'finding' || event.kind === 'file-done') seen.push(show(event));
      if (event.kind === 'file-done') open = open.filter((path) => path !== event.path);
    }
    expect(wave).toBeLessThan(10);
  }
  const other = assign([assigned('a.go')], { reviewerName: 'code-quality-reviewer' });
  expect((await collect(driver, { assignment: other, at })).map(show)).toContain('a.go:1 q');
  expect(seen).toEqual([
    'a.go:1 r',
    'a.go:2 r',
    'a.go:3 r',
    'done a.go',
    'b.go:1 r',
    'b.go:2 r',
    'b.go:3 r',
    'done b.go',
  ]);
  expect(analyzer.scanned).toEqual([['a.go', 'b.go']]);
});

test('reviewers in parallel share one scan', async () => {
  const analyzer = fakeAnalyzer([
    finding('a.go', 1, 'r'),
    finding('a.go', 1, 'q', { reviewer: 'code-quality-reviewer' }),
  ]);
  const driver = createEmbeddedDriver({ analyzers: [analyzer] });
  const at = snapshot();
  const files = [assigned('a.go'), assigned('b.go')];
  const [security, quality] = await Promise.all([
    collect(driver, { assignment: assign(files), at }),
    collect(driver, { assignment: assign(files, { reviewerName: 'code-quality-reviewer' }), at }),
  ]);
  expect([security.map(show)[0], quality.map(show)[0]]).toEqual(['a.go:1 r', 'a.go:1 q']);
  expect(analyzer.scanned).toEqual([['a.go', 'b.go']]);
});

test('an analyzer whose files come last begins with the others', async () => {
  const begun: string[] = [];
  const late = fakeAnalyzer([], { accepts: (path) => path === 'z.go' });
  const first = fakeAnalyzer([], { accepts: (path) => path !== 'z.go' });
  const watch = (name: string, { scan, ...rest }: Analyzer): Analyzer => ({
    ...rest,
    async scan(...given) {
      begun.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      begun.push(`${name} ends`);
      return scan(...given);
    },
  });
  const analyzers = [watch('first', first), watch('late', late)];
  await review({ analyzers, assignment: assign([assigned('a.go'), assigned('z.go')]) });
  expect(begun).toEqual(['first begins', 'late begins', 'first ends', 'late ends']);
});

test('a file that does not parse is not reviewed, keeps its findings, and is named with its place [HOST-15]', async () => {
  const outcome = { status: 'partial' as const, unparsed: [{ path: 'a.go', fault: 'line 3: no value' }] };
  const analyzer = fakeAnalyzer([finding('a.go', 1, 'r')], { outcome });
  const driver = createEmbeddedDriver({ analyzers: [analyzer] });
  const events = await collect(driver, { assignment: assign([assigned('a.go'), assigned('b.go')]) });
  expect(events.map(show)).toEqual([
    'a.go:1 r',
    'skipped a.go unparsed',
    'done b.go',
    'analyzer fake partial 1',
    'completed null',
  ]);
  expect(events[1]).toMatchObject({ detail: 'line 3: no value' });
  expect(events[3]).toMatchObject({ row: { reason: '1 file not parsed: a.go line 3: no value' } });
});

test('what was looked at less closely is told for every file, beside one that did not parse [TRUST-03]', async () => {
  const limit = (path: string) => ({ path, limit: 'could not be parsed', lines: { first: 2, count: 4 } });
  const unparsed = [{ path: 'b.go', fault: 'is no code' }];
  const outcome = { limits: [limit('a.go'), limit('c.go')], unparsed };
  const driver = createEmbeddedDriver({ analyzers: [fakeAnalyzer([], { outcome })] });
  const events = await collect(driver, { assignment: assign(['a.go', 'b.go', 'c.go'].map((path) => assigned(path))) });
  expect(events.map(show).slice(0, 3)).toEqual(['done a.go', 'skipped b.go unparsed', 'done c.go']);
  expect(events[3]).toMatchObject({
    row: { reason: '1 file not parsed: b.go is no code', limits: [limit('a.go'), limit('c.go')] },
  });
});

test('a reviewer that is only a prompt says that it needs a model, one of ours that it has no analyzer', async () => {
  const reviewer = { ...assign([]).reviewer, name: 'house-rules' };
  const files = [assigned('a.go')];
  const skip = async (assignment: Assignment) =>
    (await collect(createEmbeddedDriver({ analyzers: [] }), { assignment })).map(show)[0];
  expect(await skip(assign(files, { reviewer }))).toBe('skipped a.go no-model');
  expect(await skip(assign(files))).toBe('skipped a.go no-analyzer');
});

const everyText = { name: 'text', accepts: () => true };

test.each([
  { name: 'source without analyzer', file: assigned('a.rs', { language: 'rust' }), last: 'skipped a.rs no-analyzer' },
  { name: 'data without analyzer', file: assigned('a.json', { language: 'json' }), last: 'done a.json' },
  { name: 'unknown file', file: assigned('LICENSE', { language: null }), last: 'done LICENSE' },
])('coverage is what was analysed: $name [HOST-15]', async ({ file, last }) => {
  expect(await review({ analyzers: [fakeAnalyzer([])], assignment: assign([file]) })).toEqual([last, 'completed null']);
});

test('an analyzer of any text finds in an unknown language but does not make it reviewed', async () => {
  const file = assigned('a.rs', { language: 'rust' });
  const supplementary = [fakeAnalyzer([finding('a.rs', 1, 'r')], everyText)];
  expect(await review({ analyzers: [], supplementary, assignment: assign([file]) })).toEqual([
    'a.rs:1 r',
    'skipped a.rs no-analyzer',
    'analyzer text completed 1',
    'completed null',
  ]);
});

test.each<{ name: string; more: Parameters<typeof fakeAnalyzer>[1]; unreadable?: string[]; expected: string[] }>([
  {
    name: 'unfinished file',
    more: { outcome: { status: 'partial', reason: 'too deep', unfinished: ['a.go'] } },
    expected: ['a.go:1 r', 'skipped a.go analyzer-failed', 'done b.go', 'analyzer fake partial 1', 'completed null'],
  },
  {
    name: 'failed analyzer',
    more: { outcome: { status: 'failed', reason: 'broken', findings: [] } },
    expected: [
      'skipped a.go analyzer-failed',
      'skipped b.go analyzer-failed',
      'analyzer fake failed 0',
      'completed null',
    ],
  },
  {
    name: 'absent analyzer',
    more: { outcome: { status: 'absent', reason: 'not installed', findings: [] } },
    expected: ['skipped a.go no-analyzer', 'skipped b.go no-analyzer', 'analyzer fake absent 0', 'completed null'],
  },
  {
    name: 'analyzer that throws',
    more: { scan: () => Promise.reject(new Error('defect')) },
    expected: [
      'skipped a.go analyzer-failed',
      'skipped b.go analyzer-failed',
      'analyzer fake failed 0',
      'completed null',
    ],
  },
  {
    name: 'unreadable file',
    more: {},
    unreadable: ['a.go'],
    expected: ['skipped a.go unreadable', 'done b.go', 'analyzer fake completed 0', 'completed null'],
  },
  {
    name: 'driver defect',
    more: {
      accepts: () => {
        throw new Error('defect');
      },
    },
    expected: ['failed error'],
  },
])('failure is data: $name', async ({ more, unreadable = [], expected }) => {
  const analyzers = [fakeAnalyzer([finding('a.go', 1, 'r')], more)];
  const assignment = assign([assigned('a.go'), assigned('b.go')]);
  expect(await review({ analyzers, assignment, at: snapshot(unreadable) })).toEqual(expected);
});

test('an abort ends the review and leaves the file to whoever asks next', async () => {
  const controller = new AbortController();
  let aborts = 1;
  const inner = fakeAnalyzer([finding('a.go', 1, 'r')]);
  const analyzer: Analyzer = {
    ...inner,
    async scan(files, at, signal) {
      if (aborts-- > 0) controller.abort();
      return signal.aborted
        ? { status: 'partial', reason: 'aborted', findings: [], unfinished: [] }
        : inner.scan(files, at, signal);
    },
  };
  const driver = createEmbeddedDriver({ analyzers: [analyzer] });
  const at = snapshot();
  const assignment = assign([assigned('a.go')]);
  const [first, second] = await Promise.all([
    collect(driver, { assignment, at, signal: controller.signal }),
    collect(driver, { assignment, at }),
  ]);
  expect(first.map(show)).toEqual(['analyzer fake failed 0', 'completed aborted']);
  expect(second.map(show)).toEqual(['a.go:1 r', 'done a.go', 'analyzer fake completed 1', 'completed null']);
});

test.each<[string, Partial<AnalyzerOutcome>, string]>([
  ['failed', { status: 'failed', reason: 'why', findings: [], unfinished: ['a.go', 'b.go'] }, 'failed 0'],
  ['unfinished in one file', { status: 'partial', reason: 'why', unfinished: ['b.go'] }, 'partial 1'],
  ['partial without saying where', { status: 'partial', reason: 'why' }, 'partial 1'],
])(
  'a program of others that is %s keeps what it found and leaves no file unreviewed [FACT-06]',
  async (_name, outcome, row) => {
    const knowing = fakeAnalyzer([]);
    const program = { ...fakeAnalyzer([finding('a.go', 1, 'r')], { name: 'program', outcome }), absence: null };
    const driver = createEmbeddedDriver({ analyzers: [knowing], optional: [program] });
    const events = (await collect(driver, { assignment: assign([assigned('a.go'), assigned('b.go')]) })).map(show);
    expect(events.filter((event) => event.startsWith('done'))).toEqual(['done a.go', 'done b.go']);
    expect(events).toContain(`analyzer program ${row}`);
    const asOwn = createEmbeddedDriver({ analyzers: [knowing], supplementary: [{ ...program }] });
    expect((await collect(asOwn, { assignment: assign([assigned('b.go')]) })).map(show)).toContain(
      'skipped b.go analyzer-failed',
    );
  },
);

test.each<[string, Partial<AnalyzerOutcome>, string, string]>([
  ['completed', {}, 'done a.kt', 'completed 1'],
  [
    'failed',
    { status: 'failed', reason: 'why', findings: [], unfinished: ['a.kt'] },
    'skipped a.kt analyzer-failed',
    'failed 0',
  ],
  ['without a rule for it', { findings: [], unread: ['a.kt'] }, 'skipped a.kt no-analyzer', 'absent 0'],
])('a language that only a program of others knows: %s [HOST-15]', async (_name, outcome, last, row) => {
  const file = assigned('a.kt', { language: 'kotlin' });
  const found = fakeAnalyzer([finding('a.kt', 1, 'r')], { name: 'program', accepts: () => true, outcome });
  const driver = createEmbeddedDriver({ analyzers: [fakeAnalyzer([])], optional: [{ ...found, absence: null }] });
  const events = (await collect(driver, { assignment: assign([file]) })).map(show);
  expect(events.slice(-3)).toEqual([last, `analyzer program ${row}`, 'completed null']);
});

test('a program that is absent is not asked and no file is read for it', async () => {
  const program = { ...fakeAnalyzer([], { name: 'program' }), absence: 'not installed' };
  const reads: string[] = [];
  const at: Snapshot = {
    ...snapshot(),
    read: async (path) => {
      reads.push(path);
      return { kind: 'text', text: '', bytes: 0 };
    },
  };
  const driver = createEmbeddedDriver({ analyzers: [], optional: [program] });
  const events = await collect(driver, { assignment: assign([assigned('a.go')]), at });
  expect(events.map(show)).toEqual(['skipped a.go no-analyzer', 'analyzer program absent 0', 'completed null']);
  expect(events.find((event) => event.kind === 'analyzer')?.row.reason).toBe('not installed');
  expect([program.scanned, reads]).toEqual([[], []]);
});
