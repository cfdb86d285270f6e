/** What stands behind a mark of the embedded auditor: work on the code, never the name of a file (FACT-01, FACT-02). */
import { describe, expect, test } from 'vitest';
import { EMPTY_RECON } from '../../../../test/support/audit-engine.ts';
import type { FlowOutcome, HuntTask } from '../../../ports/auditor.ts';
import type { IndexedFile } from '../../../ports/file-index.ts';
import { planTurns } from '../../../protocol/budget/turns.ts';
import { rateEvidence } from '../../../protocol/coverage/coverage-evidence.ts';
import { DIMENSIONS, type Dimension, type DimensionCoverage } from '../../../protocol/findings/dimension.ts';
import type { RoundContext } from '../../../protocol/rounds/round-context.ts';
import type { AuditHistory } from '../../../protocol/rounds/state-transfer.ts';
import { indexHistory } from '../../../protocol/rounds/state-transfer-rules.ts';
import type { Endpoint, Guard, Recon, SinkSpot } from '../../../recon/recon.ts';
import type { AuditContext } from './audit-context.ts';
import { examineControls } from './examine-controls.ts';
import { examineSettings } from './examine-settings.ts';
import { examineSinks } from './examine-sinks.ts';
import { type Examined, huntEmbedded } from './hunt.ts';

const COMPLETE: FlowOutcome = {
  kind: 'complete',
  steps: [{ file: 'src/a.ts', line: 1, what: 'http GET /' }],
  entry: null,
};
const UNKNOWN: FlowOutcome = { kind: 'unknown', reason: 'no caller in the project: f' };
const BROKEN: FlowOutcome = { kind: 'broken', steps: [], reason: 'callback' };

const spot = (dimension: Dimension, category: string, file: string, line = 5): SinkSpot => ({
  dimension,
  category,
  file,
  line,
  what: category,
});

const FILES: readonly IndexedFile[] = ['src/a.ts', 'src/session.ts', 'Dockerfile'].map((path) => ({
  path,
  language: 'typescript',
  tokens: 10,
  loc: 10,
  changed: null,
  estimated: false,
  lines: 10,
  branch: null,
  kind: 'file',
}));

const contextOf = (sinks: readonly SinkSpot[], said: Partial<AuditContext> = {}): AuditContext => ({
  recon: { sinks, endpoints: [], entryPoints: [], resources: [], workflows: [], leftOut: {} } as unknown as Recon,
  project: { endpoints: [], entryPoints: [] },
  findings: [],
  trace: () => UNKNOWN,
  leadsTo: () => false,
  findGuardAround: () => null,
  analysed: new Set(FILES.map(({ path }) => path)),
  unresolvedIn: () => [],
  followsData: () => true,
  outlined: new Set(FILES.map(({ path }) => path)),
  isSource: (path) => path.endsWith('.ts'),
  analyzers: new Set(['dependencies']),
  patternsOf: () => [{ pattern: 'fetch', subCategory: 'request' }],
  linesOf: async () => ['const a = 1;', 'const b = 2;'],
  ...said,
});

const rate = async (dimension: 'D2' | 'D7' | 'D8' | 'D10', context: AuditContext): Promise<string> =>
  rateEvidence((await examineSettings(context, dimension, FILES)).evidence, 'deep');

describe('configuration dimensions', () => {
  test.each([
    ['D2', 'identity', 'src/session.ts'],
    ['D7', 'keys', 'src/session.ts'],
  ] as const)('%s: a file that sounds like it is not enough', async (dimension, category, file) => {
    expect(await rate(dimension, contextOf([spot(dimension, category, file, 1)]))).toBe('shallow');
  });

  test.each([
    ['reached from an entry point', COMPLETE, 'covered'],
    ['nobody calls it', UNKNOWN, 'shallow'],
    ['the way breaks off', BROKEN, 'shallow'],
  ] as const)('D7, a hash: %s', async (_name, flow, rating) => {
    expect(await rate('D7', contextOf([spot('D7', 'hash', 'src/a.ts')], { trace: () => flow }))).toBe(rating);
  });

  test('D8: main files count when analyzers have ended on them', async () => {
    const sinks = [spot('D8', 'container', 'Dockerfile', 1)];
    expect(await rate('D8', contextOf(sinks))).toBe('covered');
    expect(await rate('D8', contextOf(sinks, { analysed: new Set() }))).toBe('shallow');
  });

  test('D10: manifests that were looked at are searched; versions count only against advisories', async () => {
    const sinks = [spot('D10', 'manifest', 'src/a.ts', 1)];
    const none = { patternsOf: () => [] };
    expect(await rate('D10', contextOf(sinks, none))).toBe('shallow');
    expect(await rate('D10', contextOf(sinks, { ...none, analyzers: new Set() }))).toBe('missing');
    expect(await rate('D10', contextOf(sinks, { ...none, analyzers: new Set(['advisories']) }))).toBe('covered');
  });
});

describe('files whose calls are not known', () => {
  test('they were only searched, and that nothing was found in them is no evidence', async () => {
    const blind = await examineSinks(contextOf([], { outlined: new Set() }), 'D6', FILES);
    expect(blind.cells.map(({ status }) => status)).toEqual(['shallow', 'shallow']);
    expect(blind.evidence.emptySearches).toBe(0);
    const seen = await examineSinks(contextOf([]), 'D6', FILES);
    expect(seen.cells.map(({ status }) => status)).toEqual(['covered', 'covered']);
    expect(seen.evidence.emptySearches).toBe(1);
  });
});

describe('sink dimensions', () => {
  const sinks = [spot('D6', 'request', 'src/a.ts')];

  test.each([
    ['reached from an entry point', COMPLETE, 'covered', 'covered'],
    ['nobody calls it: no source was found', UNKNOWN, 'shallow', 'shallow'],
    ['the way breaks off', BROKEN, 'shallow', 'shallow'],
  ] as const)('D6: %s', async (_name, flow, rating, cell) => {
    const { evidence, cells } = await examineSinks(contextOf(sinks, { trace: () => flow }), 'D6', FILES);
    expect(rateEvidence(evidence, 'deep')).toBe(rating);
    expect(cells).toContainEqual({ dimension: 'D6', path: 'src/a.ts', status: cell });
  });

  test('a way whose code cannot be read was not examined for checks', async () => {
    const context = contextOf(sinks, { trace: () => COMPLETE, linesOf: async () => [] });
    expect((await examineSinks(context, 'D6', FILES)).evidence.checks).toEqual([]);
  });
});

describe('control dimensions', () => {
  const endpoint = (line: number, said: Partial<Endpoint> = {}): Endpoint => ({
    kind: 'http',
    file: 'src/a.ts',
    line,
    framework: 'express',
    method: 'GET',
    route: `/x/${line}`,
    handler: 'f',
    handlerPlace: { file: 'src/session.ts', line: 1 },
    name: `GET /x/${line}`,
    guards: [],
    resource: null,
    verb: 'read',
    sensitive: [],
    ...said,
  });
  const guard: Guard = { name: 'auth', kind: 'authentication', at: 'route', file: 'src/guards.ts', line: 1 };
  const look = async (one: Endpoint, said: Partial<AuditContext> = {}, sinks: readonly SinkSpot[] = []) => {
    const context = contextOf(sinks, said);
    const recon = { ...context.recon, endpoints: [one] };
    return examineControls({ ...context, recon }, 'D3', FILES);
  };

  test('a cell is an endpoint, in the file whose function answers it [AUD-10]', async () => {
    const { cells, evidence } = await look(endpoint(3));
    expect(cells).toEqual([
      {
        dimension: 'D3',
        path: 'src/session.ts',
        endpoint: { place: 'src/a.ts:3', label: 'GET /x/3' },
        status: 'covered',
      },
    ]);
    expect([evidence.endpoints, evidence.endpointsVerified]).toEqual([1, 1]);
  });

  test.each([
    ['its function was not found', endpoint(3, { handlerPlace: null }), {}],
    ['its function is in no analysed file', endpoint(3), { analysed: new Set(['src/a.ts']) }],
    [
      'a guard is in no analysed file',
      endpoint(3, { guards: [guard] }),
      { analysed: new Set(['src/a.ts', 'src/session.ts']) },
    ],
    ['the way to a sink in it breaks off', endpoint(3), { trace: () => BROKEN }],
  ] as const)('an endpoint is not verified where %s', async (_name, one, said) => {
    const { cells, evidence } = await look(one, said, [spot('D5', 'read', 'src/session.ts', 1)]);
    expect(cells.map(({ status }) => status)).toEqual(['shallow']);
    expect(evidence.endpointsVerified).toBe(0);
  });

  test.each([
    ['recon has read', ['src/guards.ts'], 1],
    ['nobody has read', [], 0],
  ] as const)('a guard around the scope that %s counts so', async (_name, outlined, verified) => {
    const isSource = (path: string): boolean => path !== 'src/guards.ts';
    const said = { analysed: new Set(['src/a.ts', 'src/session.ts']), outlined: new Set<string>(outlined), isSource };
    expect((await look(endpoint(3, { guards: [guard] }), said)).evidence.endpointsVerified).toBe(verified);
  });
});

describe('a later round', () => {
  test('takes what the first has examined: nothing is traced, read or searched for again [TRANSFER-11, TRANSFER-13]', async () => {
    let traces = 0;
    const context = contextOf([spot('D6', 'request', 'src/a.ts')], {
      trace: () => {
        traces += 1;
        return UNKNOWN;
      },
    });
    const examined: Examined = [];
    const task = (round: number, history: AuditHistory | null): HuntTask => ({
      agentId: `agent-r${round}-01`,
      round,
      emergency: false,
      mode: 'deep',
      dimensions: ['D6'],
      turns: planTurns(round),
      maxToolCalls: 60,
      maxFindings: null,
      files: FILES,
      recon: EMPTY_RECON,
      hotspots: [],
      findings: [],
      transfer:
        history === null ? null : { context: {} as RoundContext, history: indexHistory(history, { round, seed: 's' }) },
    });
    const { trail: first } = await huntEmbedded(task(1, null), context, { examined });
    expect([first.filesRead, first.searches.length, traces]).toEqual([['src/a.ts', 'src/session.ts'], 1, 1]);
    const coverage = Object.fromEntries(DIMENSIONS.map((each) => [each, 'shallow'])) as DimensionCoverage;
    const history = { ...first, coverage, findings: [] };
    const { trail: second } = await huntEmbedded(task(2, history), context, { examined });
    expect([second.filesRead, second.searches, second.rereads, traces]).toEqual([[], [], 0, 1]);
    expect([second.evidence, second.cells]).toEqual([first.evidence, first.cells]);
  });
});

test.each([
  ['followed', COMPLETE, ['covered', 'covered'], 1],
  ['lost on its way', BROKEN, ['shallow', 'shallow'], 0],
] as const)('D9: the cells of a workflow that was %s say so', async (_name, flow, statuses, followed) => {
  const context = contextOf([], {
    trace: () => flow,
    recon: {
      sinks: [],
      entryPoints: [],
      resources: [],
      endpoints: [
        {
          ...{ file: 'src/a.ts', line: 1, name: 'POST /pay', route: '/pay', method: 'POST', verb: 'create' },
          ...{ guards: [], sensitive: [], resource: null, handlerPlace: { file: 'src/a.ts', line: 1 } },
        },
      ],
      workflows: [
        {
          name: 'payment',
          places: [
            { file: 'src/a.ts', line: 1 },
            { file: 'src/session.ts', line: 4 },
          ],
        },
      ],
    } as unknown as Recon,
  });
  const { cells, evidence } = await examineControls(context, 'D9', FILES);
  expect(cells.map(({ status }) => status)).toEqual(statuses);
  expect(evidence.chainsFollowed).toBe(followed);
});
