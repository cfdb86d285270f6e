/** The second analysis of the embedded auditor: four steps, each able to fail, and what they come to (FACT-08). */
import { describe, expect, test } from 'vitest';
import { sampleFinding } from '../../../../test/support/sample-findings.ts';
import type { FlowOutcome } from '../../../ports/auditor.ts';
import { findOrigin } from '../../../protocol/findings/data-origin.ts';
import type { Finding } from '../../../protocol/findings/finding.ts';
import { parseSteps } from '../../../protocol/output/validation-steps.ts';
import type { EntryPoint, Recon } from '../../../recon/recon.ts';
import type { AuditContext } from './audit-context.ts';
import { deepenEmbedded } from './deepen.ts';
import { judgeReach } from './judge-reach.ts';
import { validateEmbedded } from './validate.ts';

const LINES = ['const name = req.query.name;', 'const text = name;', 'db.query("SELECT " + text);'];
const UNKNOWN: FlowOutcome = { kind: 'unknown', reason: 'no caller in the project: f' };
const COMPLETE: FlowOutcome = {
  kind: 'complete',
  entry: 'src/a.ts:1',
  steps: [
    { file: 'src/a.ts', line: 1, what: 'http GET /x' },
    { file: 'src/a.ts', line: 3, what: 'db.query' },
  ],
};

const entryOf = (kind: EntryPoint['kind'], said: Partial<EntryPoint> = {}): EntryPoint => ({
  file: 'src/a.ts',
  line: 1,
  kind,
  framework: 'some',
  method: null,
  route: 'x',
  handler: 'f',
  handlerPlace: null,
  ...said,
});

const contextOf = (said: Partial<AuditContext> = {}, recon: Partial<Recon> = {}): AuditContext => ({
  recon: {
    sinks: [{ dimension: 'D1', category: 'sql', file: 'src/a.ts', line: 3, what: 'db.query' }],
    endpoints: [],
    entryPoints: [entryOf('http')],
    isLibrary: false,
    leftOut: {},
    ...recon,
  } as unknown as Recon,
  project: { endpoints: recon.endpoints ?? [], entryPoints: recon.entryPoints ?? [entryOf('http')] },
  findings: [],
  trace: () => COMPLETE,
  leadsTo: () => false,
  findGuardAround: () => null,
  analysed: new Set(),
  unresolvedIn: () => [],
  followsData: () => true,
  outlined: new Set(),
  isSource: (path) => path.endsWith('.ts'),
  analyzers: new Set(),
  patternsOf: () => [],
  linesOf: async () => LINES,
  ...said,
});

const findingOf = (said: Partial<Finding> = {}): Finding =>
  sampleFinding({ cwe: 'CWE-89', evidence: LINES[2] ?? '', dimension: 'D1', line: 3, confidence: 0.9, ...said });

async function validate(finding: Finding, context: AuditContext, steps: readonly (1 | 2 | 3 | 4)[] = [1, 2, 3, 4]) {
  const outcome = await validateEmbedded(
    {
      agentId: 'validator-01',
      batch: { track: '4c', purpose: 'findings', by: 'agent', steps, ids: [finding.id] },
      findings: [finding],
    },
    context,
  );
  const [decision] = outcome.decisions;
  const [open] = outcome.undecided ?? [];
  const said = parseSteps(decision?.verification ?? open?.verification ?? '');
  return {
    verdict: decision?.verdict ?? 'undecided',
    reason: decision?.reason ?? open?.reason,
    steps: said.map(({ step, result }) => `${step}:${result}`).join(' '),
  };
}

describe('steps and what they come to', () => {
  test('a flow, no defence, an entry point and a known impact confirm', async () => {
    expect(await validate(findingOf(), contextOf())).toEqual({
      verdict: 'confirmed',
      reason: 'db.query is a sql call, reached from src/a.ts:1',
      steps: '1:pass 2:pass 3:pass 4:pass',
    });
  });

  test.each([
    ['neither the call nor foreign data', {}, 'uncertain'],
    ['a source that may be of anybody', { source: 'form.name :1', sink: 'db.run(x)' }, 'uncertain'],
    [
      'data of a request that the rule is not sure of',
      { source: 'req.query.q :1', sink: 'f', confidence: 0.6 },
      'uncertain',
    ],
    ['data of a request', { source: 'req.query.q :1', sink: 'db.run(x)' }, 'pass'],
  ] as const)('a way that leads there is not enough: %s', async (_name, said, result) => {
    const { verdict, steps } = await validate(findingOf(said), contextOf({}, { sinks: [] }));
    expect([steps.startsWith(`1:${result}`), verdict === 'confirmed']).toEqual([true, result === 'pass']);
  });

  test('all four are taken, whatever was asked for', async () => {
    expect((await validate(findingOf(), contextOf(), [1, 2, 3])).steps).toBe('1:pass 2:pass 3:pass 4:pass');
  });

  test('a word of a defence anywhere on the way leaves it to a person', async () => {
    const linesOf = async (path: string) => (path === 'src/b.ts' ? ['', 'const id = Number(text);'] : LINES);
    const steps = [
      { file: 'src/a.ts', line: 1, what: 'http GET /x' },
      { file: 'src/b.ts', line: 2, what: 'calls f' },
      { file: 'src/a.ts', line: 3, what: 'db.query' },
    ];
    const context = contextOf({ linesOf, trace: () => ({ ...COMPLETE, steps }) });
    expect(await validate(findingOf(), context)).toEqual({
      verdict: 'undecided',
      reason: '`Number(` at src/b.ts:2 may be a defence',
      steps: '1:pass 2:uncertain 3:pass 4:pass',
    });
  });

  test('a sink that is there but that nobody calls is weaker than stated; one that is not seen is undecided', async () => {
    const context = contextOf({ trace: () => UNKNOWN });
    expect(await validate(findingOf(), context)).toMatchObject({
      verdict: 'downgraded',
      steps: '1:uncertain 2:pass 3:uncertain 4:pass',
    });
    const blind = contextOf({ trace: () => UNKNOWN }, { sinks: [] });
    expect(await validate(findingOf(), blind)).toMatchObject({ verdict: 'undecided' });
  });

  test('a setting that the text shows is confirmed, its reach open where no entry point leads to the code', async () => {
    const md5 = findingOf({ dimension: 'D7', cwe: 'CWE-328', line: 1, endLine: 1, evidence: 'hash("md5")' });
    const context = contextOf({ linesOf: async () => ['hash("md5")'], trace: () => UNKNOWN });
    expect(await validate(md5, context)).toMatchObject({
      verdict: 'confirmed',
      reason: 'the text shows it: md5, no entry point is known to lead here',
      steps: '1:pass 2:pass 3:uncertain 4:pass',
    });
  });

  test('a missing guard is never confirmed: another check may make up for it', async () => {
    const control = findingOf({ dimension: 'D3', cwe: 'CWE-862' });
    const other = findingOf({ title: 'b', cwe: 'CWE-862', rule: 'b' });
    const result = await validate(control, contextOf({ findings: [other] }));
    expect(result).toMatchObject({ verdict: 'undecided', steps: '1:pass 2:uncertain 3:pass 4:pass' });
  });

  test('code that is not at its lines, and a class nobody knows', async () => {
    expect(await validate(findingOf({ evidence: 'other()' }), contextOf())).toMatchObject({
      verdict: 'undecided',
      steps: '',
    });
    expect((await validate(findingOf({ cwe: null }), contextOf())).steps).toBe('1:pass 2:pass 3:pass 4:uncertain');
  });
});

describe('who gets to a flaw', () => {
  const guarded = { ...entryOf('http'), name: 'GET /x', guards: [{ name: 'auth' }] };
  test.each([
    ['an open endpoint', entryOf('http'), [{ ...guarded, guards: [] }], ['pass', 'GET /x is open to everyone']],
    ['a guarded endpoint', entryOf('http'), [guarded], ['pass', 'GET /x behind auth']],
    ['a command', entryOf('cli'), [], ['pass', 'anyone who chooses the arguments of the command x']],
    ['a queue', entryOf('message', { route: 'orders' }), [], ['pass', 'anyone who can send a message to orders']],
    ['a remote call', entryOf('rpc'), [], ['pass', 'anyone who may call x from another process']],
    ['a library', entryOf('exported-api'), [], ['pass', 'any program that passes untrusted data to the exported x']],
    ['a job', entryOf('job'), [], ['uncertain', 'only the job x leads here; the origin of its data is unknown']],
  ] as const)('%s', (_name, entry, endpoints, judgement) => {
    const context = contextOf({}, { entryPoints: [entry], endpoints } as never);
    expect(judgeReach(findingOf(), COMPLETE, context)).toEqual(judgement);
  });

  test.each([
    ['requests.get(url) :4', 'the answer of another server'],
    ['request.body :1', 'that of a request'],
    ['r.URL.Query() :64', 'that of a request'],
    ['location.search :4', 'the address of the page, or a message to it'],
    ['sys.argv[1] :2', 'an argument of the command line'],
    ['process.env.TARGET :2', 'a variable of the environment'],
    ['os.Getenv("X") :2', 'a variable of the environment'],
    ['job.data :7', 'a message'],
    ['fs.readFileSync(path) :7', 'the content of a file'],
    ['sys.stdin.read() :7', 'standard input'],
    ['className :1108', null],
  ] as const)('%s is %s', (source, origin) => {
    expect(findOrigin(source)?.label ?? null).toBe(origin);
    const [result] = judgeReach(findingOf({ source }), UNKNOWN, contextOf());
    expect(result).toBe(origin === null ? 'uncertain' : 'pass');
  });

  test('an endpoint is reached by a request to it, by the name that the finding says', () => {
    const guard = { name: 'requireUser', kind: 'authentication', file: 'src/a.ts', line: 3, at: 'route' };
    const endpoints = [
      { file: 'src/a.ts', line: 3, name: 'GET /x', guards: [guard] },
      { file: 'src/a.ts', line: 3, name: 'POST /x', guards: [] },
    ] as unknown as Recon['endpoints'];
    const context = contextOf({ trace: () => UNKNOWN }, { endpoints, entryPoints: [] });
    const reach = (title: string) => judgeReach(findingOf({ dimension: 'D3', title }), { kind: 'in-place' }, context);
    expect(reach('POST /x asks for less')).toEqual(['pass', 'POST /x is open to everyone']);
    expect(reach('something')).toEqual(['pass', 'GET /x behind requireUser']);
  });

  test('a part that was not read may hold a missing check; it makes no other flaw uncertain [FACT-08]', () => {
    const endpoints = [{ ...guarded, guards: [] }] as unknown as Recon['endpoints'];
    const context = contextOf({}, { endpoints, leftOut: { unread: 3 } });
    expect(judgeReach(findingOf({ cwe: 'CWE-862' }), COMPLETE, context)).toEqual([
      'uncertain',
      'the guards of GET /x are unknown: part of the project was not read',
    ]);
    expect(judgeReach(findingOf({ cwe: 'CWE-78' }), COMPLETE, context)).toEqual([
      'pass',
      'GET /x has no guard in what was read; part of the project was not read',
    ]);
    const known = contextOf({}, { endpoints: [guarded] as unknown as Recon['endpoints'], leftOut: { unread: 3 } });
    expect(judgeReach(findingOf(), COMPLETE, known)).toEqual(['pass', 'GET /x behind auth']);
  });

  test('a secret is read with the repository; a setting is in force with its file', () => {
    const flow: FlowOutcome = { kind: 'in-place' };
    expect(judgeReach(findingOf({ cwe: 'CWE-798', file: 'a.json' }), flow, contextOf())[1]).toContain('repository');
    expect(judgeReach(findingOf({ cwe: 'CWE-16', file: 'Dockerfile' }), flow, contextOf())).toEqual([
      'pass',
      'in force wherever Dockerfile is used',
    ]);
  });
});

describe('hotspots of the deep dive', () => {
  const hotspot = { file: 'src/a.ts', lines: { start: 3, end: 3 }, reason: 'a call' };
  const cover = (trace: FlowOutcome, findings: readonly Finding[] = []) =>
    deepenEmbedded({ hotspots: [hotspot], findings, chains: [] }, contextOf({ trace: () => trace })).hotspotsCovered
      .length;

  test.each([
    ['an entry point reaches it', COMPLETE, [], 1],
    ['no caller is known', UNKNOWN, [], 0],
    ['the way breaks off', { kind: 'broken', steps: [], reason: 'callback' }, [], 0],
    ['a setting lies there', UNKNOWN, [findingOf({ dimension: 'D8' })], 1],
    ['the rule saw source and sink', UNKNOWN, [findingOf({ source: 'a :1', sink: 'b :3' })], 1],
    ['the rule saw a parameter and a sink', UNKNOWN, [findingOf({ source: 'a :1', sink: 'b :3', confidence: 0.6 })], 0],
    ['a flaw without a way lies there', UNKNOWN, [findingOf()], 0],
    ['a setting lies elsewhere', UNKNOWN, [findingOf({ dimension: 'D8', line: 9, endLine: 9 })], 0],
  ] as const)('%s', (_name, trace, findings, covered) => {
    expect(cover(trace as FlowOutcome, findings)).toBe(covered);
  });
});
