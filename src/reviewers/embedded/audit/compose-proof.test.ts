import { describe, expect, test } from 'vitest';
import { sampleFinding } from '../../../../test/support/sample-findings.ts';
import type { FlowOutcome } from '../../../ports/auditor.ts';
import type { AuditContext } from './audit-context.ts';
import { composeProof } from './compose-proof.ts';

const guard = { name: 'requireUser', kind: 'authentication', file: 'src/a.ts', line: 1, at: 'route' };
const ENDPOINTS = [
  { file: 'src/a.ts', line: 1, method: 'GET', route: '/find', guards: [] },
  { file: 'src/a.ts', line: 2, method: 'POST', route: '/exports', guards: [guard, guard] },
  { file: 'src/a.ts', line: 3, method: 'GET', route: '/exports/:name', guards: [] },
  { file: 'src/a.ts', line: 4, method: null, route: '/files/<str:name>', guards: [] },
  { file: 'src/a.ts', line: 5, method: 'GET', route: null, guards: [] },
];

const contextOf = (...lines: readonly string[]): AuditContext =>
  ({ project: { endpoints: ENDPOINTS }, linesOf: async () => lines }) as unknown as AuditContext;

const finding = (source: string | null, cwe: string) => sampleFinding({ line: 2, source, cwe });

const from = (line: number): FlowOutcome => ({
  kind: 'complete',
  entry: `src/a.ts:${line}`,
  steps: [
    { file: 'src/a.ts', line: 1, what: 'http' },
    { file: 'src/a.ts', line: 1, what: 'calls f' },
  ],
});

describe('a request composed from the code [FACT-10]', () => {
  test.each([
    ['req.query.q :1', 'CWE-89', 1, [], 'GET /find?q=%27; derived from the code, not sent'],
    [
      "request.args.get('q') :1",
      'CWE-918',
      1,
      [],
      'GET /find?q=http%3A%2F%2F127.0.0.1%2F; derived from the code, not sent',
    ],
    ["$_GET['q'] :1", 'CWE-79', 1, [], 'GET /find?q=%3Cb%3Eprobe%3C%2Fb%3E; derived from the code, not sent'],
    ['params[:q] :1', 'CWE-9999', 1, [], 'GET /find?q=PROBE; derived from the code, not sent'],
    [
      'req.body.month :1',
      'CWE-78',
      2,
      [],
      'POST /exports with month = ;id in the body, past requireUser; derived from the code, not sent',
    ],
    [
      'req.params.name :1',
      'CWE-22',
      3,
      [],
      'GET /exports/..%2F..%2F..%2F..%2Fetc%2Fhostname; derived from the code, not sent',
    ],
    [
      "kwargs['name'] :1",
      'CWE-22',
      4,
      ["x = self.kwargs['name']"],
      'GET /files/..%2F..%2F..%2F..%2Fetc%2Fhostname; derived from the code, not sent',
    ],
    ["req.headers['x-a'] :1", 'CWE-78', 1, [], 'GET /find with the header x-a: ;id; derived from the code, not sent'],
    ['req.cookies.sid :1', 'CWE-89', 1, [], "GET /find with the cookie sid='; derived from the code, not sent"],
    [
      'r.URL.Query() :1',
      'CWE-89',
      1,
      ['s.search(r.URL.Query().Get("prefix"))'],
      'GET /find?prefix=%27; derived from the code, not sent',
    ],
    [
      'request.body :1',
      'CWE-78',
      2,
      ['const { month, format: f, other } = request.body as { month: string };', 'exec(`x ${month} ${f}`)'],
      'POST /exports with month or format = ;id in the body, past requireUser; derived from the code, not sent',
    ],
    [null, 'CWE-89', 1, ['find(req.query.q)'], 'GET /find?q=%27; derived from the code, not sent'],
  ] as const)('%s of %s', async (...[source, cwe, line, lines, request]) => {
    expect(await composeProof(finding(source, cwe), from(line), contextOf(...lines))).toEqual({ request });
  });
});

describe('nothing is invented [FACT-10]', () => {
  const PARAMETER = 'the parameter of the request is unknown; the code was read, not run';
  const NO_REQUEST = 'no request is known that reaches it; the code was read, not run';
  test.each([
    ['no name in the source', finding('name :1', 'CWE-89'), from(1), PARAMETER],
    ['unpacked, but not used at the sink', finding('request.body :1', 'CWE-78'), from(2), PARAMETER],
    ['an endpoint without a path', finding('req.query.q :1', 'CWE-89'), from(5), NO_REQUEST],
    ['an entry that is no endpoint', finding('req.query.q :1', 'CWE-89'), from(9), NO_REQUEST],
    ['a way that breaks off', finding('req.query.q :1', 'CWE-89'), { kind: 'unknown', reason: 'x' }, NO_REQUEST],
    [
      'a place',
      finding(null, 'CWE-327'),
      { kind: 'in-place' },
      'the quoted line shows it; there is no request to send',
    ],
    ['a secret', finding(null, 'CWE-798'), { kind: 'in-place' }, 'a secret is never tested'],
  ] as const)('%s', async (_name, claim, flow, reason) => {
    const context = contextOf('const { month } = request.body;', 'exec(other)');
    expect(await composeProof(claim, flow, context)).toEqual({ reason });
  });
});
