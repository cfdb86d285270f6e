// Reports on pull requests of GitHub and GitLab: real HTTP to stand-ins of both, which refuse what the servers refuse.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { postReport } from '../src/cli/post-report.ts';
import { createGithub } from '../src/forges/github.ts';
import { createGitlab } from '../src/forges/gitlab.ts';
import type { Forge } from '../src/ports/forge.ts';
import type { ReportDocument, ReportFinding } from '../src/protocol/report/report-document.ts';
import { readPostedIds, writeRemark, writeSummary } from '../src/report/pull-request/comment-text.ts';
import { FORGE_TOKEN, type LoopbackForge, startForge } from '../src/testing/loopback/loopback-forge.ts';
import { createFolder, runCli } from './e2e/run-cli.ts';
import { buildFinding, buildReport } from './support/sample-reports.ts';

type Kind = 'github' | 'gitlab';
const KINDS: readonly Kind[] = ['github', 'gitlab'];
const open: LoopbackForge[] = [];
afterEach(async () => {
  const problems = open.flatMap((forge) => forge.problems);
  await Promise.all(open.splice(0).map((forge) => forge.close()));
  expect(problems).toEqual([]);
});

async function start(kind: Kind): Promise<{ server: LoopbackForge; forge: Forge; pauses: number[] }> {
  const server = await startForge(kind);
  open.push(server);
  const pauses: number[] = [];
  return { server, forge: connect(kind, server, pauses), pauses };
}

function connect(kind: Kind, { url }: LoopbackForge, pauses: number[] = []): Forge {
  const pause = async (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
  };
  const common = { baseUrl: url, token: FORGE_TOKEN, number: 7, pause };
  return kind === 'github'
    ? createGithub({ ...common, graphqlUrl: `${url}/graphql`, repository: 'o/r' })
    : createGitlab({ ...common, project: 'o/r' });
}

const settingsOf = (kind: Kind) =>
  ({
    failOn: 'veto',
    allowPartial: false,
    acceptNotAssessed: false,
    maxRemarks: 50,
    dialect: kind,
    commit: null,
  }) as const;

/** Lines 1 to 60 of a new file. */
const added = (path: string, lines = 60) => ({
  path,
  patch: `@@ -0,0 +1,${lines} @@\n${Array.from({ length: lines }, (_, at) => `+line ${at + 1}`).join('\n')}`,
});

const finding = (name: string, line: number, more: Partial<ReportFinding> = {}): ReportFinding =>
  buildFinding({
    id: 'H-01',
    fingerprint: name,
    severity: 'HIGH',
    file: 'a.ts',
    line,
    end_line: line,
    title: `Problem ${name}`,
    issue: 'It is wrong.',
    status: 'confirmed',
    introduced: true,
    ...more,
  });

const report = (findings: readonly ReportFinding[], more: Partial<ReportDocument> = {}): ReportDocument =>
  buildReport({ verdict: 'WARN', complete: true, findings: [...findings], ...more });

const fingerprintsOf = (server: LoopbackForge, isResolved: boolean): readonly string[] =>
  server.threads
    .filter(({ resolved }) => resolved === isResolved)
    .map(({ comments: [first] }) => /finding (\w+) -->/u.exec(first?.body ?? '')?.[1] ?? '?')
    .sort();

describe.each(KINDS)('%s', (kind) => {
  test('a report is posted once: lines of the diff get comments, the rest stands in the summary [POST-01]', async () => {
    const { server, forge } = await start(kind);
    server.pull = { ...server.pull, files: [added('a.ts'), added('b.ts', 3), added('c.ts', 1)] };
    const said = report([finding('aa', 5), finding('bb', 99), finding('cc', 2, { file: 'b.ts' })]);
    const first = await postReport(said, forge, settingsOf(kind));
    expect(first).toMatchObject({ added: 2, summary: 'created', status: { state: 'success' } });
    expect(server.threads.map(({ path, line }) => `${path}:${line}`)).toEqual(['a.ts:5', 'b.ts:2']);
    expect(server.comments.map(({ body }) => body)).toEqual([expect.stringContaining('outside of the diff')]);
    expect(server.statuses).toHaveLength(1);
    const writes = server.writes.length;
    const again = await postReport(said, forge, settingsOf(kind));
    expect([again, server.writes.slice(writes)]).toEqual([{ ...first, added: 0, summary: 'unchanged' }, []]);
    expect(server.writes.filter((write) => /review[s]$|approv/u.test(write))).toEqual([]);
  });

  test('twenty pushes with findings that move, vanish and return: no duplicate, every fixed thread resolved [POST-01]', async () => {
    const { server, forge } = await start(kind);
    server.pull = { ...server.pull, files: [added('a.ts')] };
    const names = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff'];
    const met = new Set<string>();
    for (let push = 1; push <= 20; push += 1) {
      server.pull = { ...server.pull, head: push.toString(16).padStart(40, '0') };
      const there = names.filter((_, at) => (push * (at + 2) + at) % 5 > 1);
      const found = there.map((name, at) => finding(name, ((push * 7 + at * 3) % 50) + 1));
      for (const name of there) met.add(name);
      await postReport(report(found), forge, settingsOf(kind));
      const gone = [...met].filter((name) => !there.includes(name)).sort();
      expect([fingerprintsOf(server, false), fingerprintsOf(server, true)]).toEqual([there, gone]);
    }
    expect([server.comments.length, server.threads.length, met.size]).toEqual([1, 6, 6]);
  });

  test('whoever may write can dismiss with a reason; nobody else, and what is taken back counts again', async () => {
    const { server, forge } = await start(kind);
    server.pull = { ...server.pull, files: [added('a.ts')] };
    const grave = { severity: 'CRITICAL', id: 'C-01' } as const;
    const said = report([finding('aa', 5, grave)], {
      verdict: 'VETO',
      verdict_trace: ['VETO: C-01 by security-reviewer, confirmed CRITICAL: x'],
    });
    await postReport(said, forge, settingsOf(kind));
    const reply = (author: string, body: string): void => {
      server.threads[0]?.comments.push({ id: 900 + server.threads[0].comments.length, author, body });
    };
    server.members.set('reader', 'read').set('writer', 'write');
    const post = async () => (await postReport(said, forge, settingsOf(kind))).status.state;
    reply('reader', '/dismiss it is fine');
    reply('stranger', '/dismiss it is fine');
    reply('writer', '/dismiss');
    expect([await post(), server.threads[0]?.resolved]).toEqual(['failure', false]);
    reply('writer', '/dismiss the host is fixed <!-- x -->');
    expect([await post(), server.threads[0]?.resolved]).toEqual(['success', true]);
    expect(server.comments[0]?.body).toContain('dismissed by writer: the host is fixed');
    server.threads[0]?.comments.pop();
    expect([await post(), server.threads[0]?.resolved]).toEqual(['failure', false]);
  });

  test('comments that people edit, resolve or delete, and those that only look like ours', async () => {
    const { server, forge } = await start(kind);
    server.pull = { ...server.pull, files: [added('a.ts')] };
    const said = report([finding('aa', 5), finding('bb', 6), finding('cc', 7)]);
    const forged = '<!-- consensus-review:finding aa -->';
    server.threads.push({
      id: 'F1',
      path: 'a.ts',
      line: 5,
      resolved: true,
      comments: [{ id: 1, author: 'author', body: forged }],
    });
    server.comments.push({
      id: 2,
      author: 'author',
      body: '<!-- consensus-review:summary -->\n<!-- consensus-review:posted bb=1 -->',
    });
    await postReport(said, forge, settingsOf(kind));
    expect(server.threads.map(({ line }) => line)).toEqual([5, 5, 6, 7]);
    const [, edited, deleted, resolved] = server.threads;
    if (edited?.comments[0]) edited.comments[0].body = 'somebody wrote this';
    if (deleted) deleted.comments = [];
    if (resolved) resolved.resolved = true;
    await postReport(said, forge, settingsOf(kind));
    await postReport(said, forge, settingsOf(kind));
    expect([server.threads.length, server.comments.length]).toEqual([4, 2]);
    expect(edited?.comments[0]?.body).toContain('Problem aa');
    expect([deleted?.comments, resolved?.resolved]).toEqual([[], true]);
    expect(server.comments[1]?.body).toContain('its comment was deleted');
  });

  test('limits, outages and answers that get lost lead to no duplicate', async () => {
    const { server, forge, pauses } = await start(kind);
    server.pull = { ...server.pull, files: [added('a.ts')] };
    const said = report([finding('aa', 5), finding('bb', 6), finding('cc', 7)]);
    const remarks = kind === 'github' ? /\/pulls\/7\/comments$/u : /\/discussions$/u;
    const summary = kind === 'github' ? /\/issues\/7\/comments$/u : /\/notes$/u;
    server.faults.push(
      { method: 'GET', path: /7$/u, status: 429, headers: { 'retry-after': '3' } },
      { method: 'GET', path: remarks, status: 502 },
      { method: 'POST', path: remarks, lost: true },
      { method: 'POST', path: remarks, status: 503 },
      { method: 'POST', path: remarks, status: kind === 'github' ? 422 : 400 },
      { method: 'POST', path: summary, lost: true },
    );
    expect(await postReport(said, forge, settingsOf(kind))).toMatchObject({ summary: 'created' });
    expect(server.faults).toEqual([]);
    expect(pauses).toEqual([3000, 1000]);
    const writes = server.writes.length;
    await postReport(said, forge, settingsOf(kind));
    await postReport(said, forge, settingsOf(kind));
    expect(server.writes.length).toBe(writes);
    expect([server.comments.length, server.threads.map(({ line }) => line)]).toEqual([1, [5, 7]]);
    expect(server.comments[0]?.body).toContain('not at a line: the server refused it');
    server.faults.push(...Array.from({ length: 4 }, () => ({ method: 'GET', path: /7$/u, status: 500 })));
    await expect(postReport(said, forge, settingsOf(kind))).rejects.toMatchObject({ code: 'forge-failed', exit: 4 });
  });

  test('an answer without an end is not read to its end [POST-01]', async () => {
    const { server, forge, pauses } = await start(kind);
    server.faults.push({ method: 'GET', path: /7$/u, body: 'x'.repeat(33_000_000) });
    await expect(postReport(report([]), forge, settingsOf(kind))).rejects.toMatchObject({
      code: 'forge-failed',
      message: expect.stringContaining('the answer is longer than 32 MB'),
    });
    expect([pauses, server.writes]).toEqual([[], []]);
  });

  test('an incomplete report looks incomplete and resolves nothing that it did not look at [POST-01]', async () => {
    const { server, forge } = await start(kind);
    server.pull = { ...server.pull, files: [added('a.ts'), added('b.ts')] };
    await postReport(report([finding('aa', 5), finding('bb', 6, { file: 'b.ts' })]), forge, settingsOf(kind));
    const row = { depth: 'full', reason: null, by: {} } as const;
    const partial = report([], { complete: false });
    const files = [
      { ...row, path: 'a.ts', status: 'skipped' as const },
      { ...row, path: 'b.ts', status: 'reviewed' as const },
    ];
    const said = { ...partial, coverage: { ...partial.coverage, files } };
    const { status } = await postReport(said, forge, settingsOf(kind));
    expect([fingerprintsOf(server, false), fingerprintsOf(server, true)]).toEqual([['aa'], ['bb']]);
    expect([status.state, server.statuses.at(-1)?.state]).toEqual([
      'incomplete',
      kind === 'github' ? 'error' : 'failed',
    ]);
    expect(server.comments[0]?.body).toContain('**incomplete**');
    expect(server.comments[0]?.body).toContain('Not everything was reviewed');
  });

  test('a repair is a suggestion, text of the repository is no markup, and a report of an older commit adds no comment', async () => {
    const { server, forge } = await start(kind);
    server.pull = { ...server.pull, files: [added('a.ts')] };
    const edits = [{ line: 5, column: 1, end_line: 6, end_column: 5, text: 'safe()' }];
    const hostile = '@team <img src=x> <!-- consensus-review:finding zz --> [x](http://evil)';
    const said = report([finding('aa', 5, { extra: { repair: { edits, before: 'line 5\nline 6' } }, title: hostile })]);
    await postReport(said, forge, settingsOf(kind));
    const body = server.threads[0]?.comments[0]?.body ?? '';
    expect(server.threads[0]?.line).toBe(6);
    expect(body).toContain(`\`\`\`suggestion${kind === 'gitlab' ? ':-1+0' : ''}\nsafe() 6\n\`\`\``);
    expect(body).not.toMatch(/@team|<img|finding zz -->|(?<!\\)\]\(http/u);
    const old = { ...settingsOf(kind), commit: 'c'.repeat(40) };
    const outcome = await postReport(report([finding('aa', 5), finding('bb', 7)]), forge, old);
    expect([outcome.added, server.threads.length, server.statuses.at(-1)?.sha]).toEqual([0, 1, 'c'.repeat(40)]);
    // The summary of the newer report stays, and so do its comments.
    await postReport(report([]), forge, old);
    expect([server.comments[0]?.body, server.threads[0]?.resolved]).toEqual([
      expect.stringContaining('aaaaaaaaaaaa'),
      false,
    ]);
    server.pull = { ...server.pull, head: 'd'.repeat(40) };
    await postReport(report([finding('bb', 7)]), forge, old);
    expect(server.comments[0]?.body).toContain('which this report does not cover');
    expect(server.comments[0]?.body).toContain('not at a line: the pull request has moved on');
  });

  test('no text of a report is a command or a mark of ours, and none is too long for a comment [POST-01]', async () => {
    const { server, forge } = await start(kind);
    server.pull = { ...server.pull, files: [added('a.ts')] };
    const forged = '<!-- consensus-review:finding bb --> <!-- consensus-review:fixed -->';
    const edits = [{ line: 5, column: 1, end_line: 5, end_column: 2, text: 'x' }];
    const repair = { edits, before: `y // ${forged}\r\nz\r` };
    const lost = '`<!-- consensus-review:posted bb=deleted -->`';
    const said = report([
      finding('aa', 5, { issue: '/approve', extra: { repair }, title: lost }),
      finding('bb', 6, { issue: '  /merge', title: 'y'.repeat(90_000) }),
      ...Array.from({ length: 300 }, (_, at) => finding(`f${at}`, 99, { title: 'x_'.repeat(400) })),
    ]);
    await postReport(said, forge, settingsOf(kind));
    expect(server.threads.map(({ comments }) => comments[0]?.body.match(/^\s*\/\w+/mu)?.[0])).toEqual([
      undefined,
      undefined,
    ]);
    const writes = server.writes.length;
    expect(await postReport(said, forge, settingsOf(kind))).toMatchObject({ edited: 0, resolved: 0, added: 0 });
    expect(server.writes.slice(writes)).toEqual([]);
    const [first] = server.threads;
    first?.comments.push({ id: 900, author: 'writer', body: '/dismiss of no use' });
    server.members.set('writer', 'write');
    await postReport(said, forge, settingsOf(kind));
    expect(server.threads.map(({ resolved }) => resolved)).toEqual([true, false]);
    expect(server.comments[0]?.body).toMatch(/\d+ more findings in the report/u);
    const odd = report([finding('aa --> @team', 5)]);
    await expect(postReport(odd, forge, settingsOf(kind))).rejects.toMatchObject({ code: 'unreadable-input' });
  });
});

/** Every answer that is read, as method and path. */
const ANSWERS: Readonly<Record<Kind, readonly (readonly [string, RegExp])[]>> = {
  github: [
    ['GET', /\/pulls\/7$/u],
    ['GET', /\/pulls\/7\/files$/u],
    ['GET', /\/issues\/7\/comments$/u],
    ['GET', /\/pulls\/7\/comments$/u],
    ['GET', /\/permission$/u],
    ['GET', /\/statuses$/u],
    ['POST', /\/pulls\/7\/comments$/u],
    ['POST', /\/graphql$/u],
  ],
  gitlab: [
    ['GET', /\/user$/u],
    ['GET', /\/merge_requests\/7$/u],
    ['GET', /\/diffs$/u],
    ['GET', /\/discussions$/u],
    ['GET', /\/members\/all\/\d+$/u],
    ['GET', /\/statuses$/u],
    ['POST', /\/discussions$/u],
  ],
};

const threadsOf = (reviewThreads: unknown): unknown => ({ data: { repository: { pullRequest: { reviewThreads } } } });

/** Bodies with status 200 that are not what was asked for. */
const MALFORMED: readonly unknown[] = [
  ...[null, 'text', 42, [], {}, [null], ['x'], [{}], { id: 'x', notes: [] }],
  [{ id: 1, body: 2, user: 3, notes: {} }],
  { head: {}, base: null, diff_refs: null, access_level: '50' },
  { head: { sha: '--output=x' }, base: { sha: 'main' }, diff_refs: { base_sha: '-x', head_sha: '', start_sha: '' } },
];
const MALFORMED_GRAPHQL: readonly unknown[] = [
  ...[
    { data: null },
    { data: {} },
    { data: { repository: null } },
    { errors: [null] },
    { errors: 'x' },
    { errors: {} },
  ],
  ...[threadsOf(null), threadsOf({ nodes: [null] }), threadsOf({ nodes: [{}], pageInfo: {} })],
  threadsOf({ nodes: [], pageInfo: { hasNextPage: true, endCursor: null } }),
];

/** `isKnown`: the account, which is asked for once, was asked for before, so that the first query is the one for threads. */
const malformedAnswers = (kind: Kind) =>
  ANSWERS[kind].flatMap(([method, path]) => [
    ...MALFORMED.map((body) => ({ method, path, body, isKnown: false })),
    ...(path.source.includes('graphql') ? [false, true] : []).flatMap((isKnown) =>
      MALFORMED_GRAPHQL.map((body) => ({ method, path, body, isKnown })),
    ),
  ]);

test.each(KINDS)('no answer of %s ends in an internal error, whatever it is [POST-01]', async (kind) => {
  const { server, forge } = await start(kind);
  server.pull = { ...server.pull, files: [added('a.ts')] };
  await postReport(report([finding('aa', 5)]), forge, settingsOf(kind));
  server.threads[0]?.comments.push({ id: 900, author: 'writer', body: '/dismiss of no use' });
  const said = report([finding('aa', 5), finding('bb', 6)]);
  const outcomes: { readonly path: RegExp; readonly code: unknown }[] = [];
  for (const { isKnown, ...fault } of malformedAnswers(kind)) {
    server.threads.splice(1);
    server.comments.splice(0);
    server.statuses.splice(0);
    const used = connect(kind, server);
    if (isKnown) await used.readPosted();
    server.faults.push(fault);
    const code: unknown = await postReport(said, used, settingsOf(kind)).then(
      () => 'posted',
      (error: { readonly code?: unknown }) => error.code ?? error,
    );
    outcomes.push({ path: fault.path, code: server.faults.splice(0).length > 0 ? 'not asked for' : code });
  }
  expect(outcomes.filter(({ code }) => code !== 'posted' && code !== 'forge-failed')).toEqual([]);
  // What made a comment is looked for; everything else that is not understood is told. An empty list is a list.
  const told = ANSWERS[kind].map(([method, path]) => [
    method,
    outcomes.filter((outcome) => outcome.path === path && outcome.code === 'posted').length,
  ]);
  expect(told.filter(([method, posted]) => method === 'GET' && Number(posted) > 1)).toEqual([]);
});

test('threads beyond the limit of pages are left with a note [POST-01]', async () => {
  const { server, forge } = await start('github');
  server.pull = { ...server.pull, files: [added('a.ts')] };
  for (let at = 0; at < 101; at += 1)
    server.threads.push({
      id: `X${at}`,
      path: 'a.ts',
      line: 1,
      resolved: false,
      comments: [
        { id: 1000 + at, author: at < 100 ? 'author' : 'review-bot', body: `<!-- consensus-review:finding f${at} -->` },
      ],
    });
  const outcome = await postReport(report([]), forge, settingsOf('github'));
  expect(outcome).toMatchObject({
    edited: 1,
    resolved: 0,
    notes: [expect.stringMatching(/^only the first 100 threads/u)],
  });
  expect(server.threads.at(-1)).toMatchObject({ resolved: false });
  server.threads.splice(0, 2);
  expect(await postReport(report([]), forge, settingsOf('github'))).toMatchObject({ resolved: 1, notes: [] });
});

test('a status that GitLab does not take is told', async () => {
  const { server, forge } = await start('gitlab');
  server.faults.push({ method: 'POST', path: /\/statuses\//u, status: 400 });
  await expect(postReport(report([]), forge, settingsOf('gitlab'))).rejects.toMatchObject({
    code: 'forge-failed',
    message: expect.stringContaining('400'),
  });
});

test('the summary keeps a bounded number of ids, deleted and refused ones first, and fits into a comment', () => {
  const fingerprint = (at: number): string => String(at).padStart(64, 'f');
  const ids = new Map(
    Array.from({ length: 2000 }, (_, at) => [fingerprint(at), at % 500 === 499 ? 'deleted' : '9'.repeat(15)]),
  );
  const noisy = Array.from({ length: 50 }, () => '<'.repeat(400));
  const said = report([], { warnings: noisy, verdict_trace: noisy });
  const facts = { commit: 'a'.repeat(40), places: new Map(), dismissals: new Map(), ids, outcome: 'x' };
  const text = writeSummary(said, facts);
  const kept = [...readPostedIds(text)];
  expect(text.length).toBeLessThanOrEqual(65_000);
  expect([kept.length, kept.slice(0, 5).map(([, id]) => id)]).toEqual([
    300,
    [...Array(4).fill('deleted'), '9'.repeat(15)],
  ]);
  expect(text).toContain('1,700 comments not kept here by id');
});

test.each(['x -->\n@team <img src=x>\n/approve', 'y'.repeat(65), ''])(
  'a report file whose fingerprint is %j is refused: it would be Markdown in a comment [POST-01]',
  async (fingerprint) => {
    const folder = createFolder({ 'report.json': JSON.stringify(report([finding('aa', 5), finding(fingerprint, 6)])) });
    const args = [
      'post',
      'report.json',
      '--forge',
      'github',
      '--repo',
      'o/r',
      '--pr',
      '7',
      '--api',
      'http://127.0.0.1:9',
    ];
    const { code, stderr } = await runCli(args, { cwd: folder, env: { GITHUB_TOKEN: 'x' } });
    expect(stderr).toContain('findings.1.fingerprint: expected at most 64 letters, digits, - and _.');
    expect(code).toBe(2);
  },
);

test('texts of any length give a remark that a server takes', () => {
  const long = 'y '.repeat(100_000);
  const said = finding('aa', 5, { title: long, issue: long, recommendation: long, cwe: long });
  const reported = said.reported_by.map((by) => ({ ...by, rule: long }));
  expect(reported).not.toEqual([]);
  const body = writeRemark(
    { ...said, reported_by: reported },
    { suggestion: null, dismissal: null, dialect: 'github' },
  );
  expect(body.length).toBeLessThan(65_536);
});

test('what GraphQL refuses is told with advice', async () => {
  const { server, forge } = await start('github');
  server.faults.push({ method: 'POST', path: /graphql$/u, body: { errors: [{ message: 'not by you' }] } });
  await expect(postReport(report([]), forge, settingsOf('github'))).rejects.toMatchObject({ code: 'forge-failed' });
});

test.each(KINDS)('an answer of %s that is no pull request is told with advice', async (kind) => {
  const { server, forge } = await start(kind);
  server.faults.push({ method: 'GET', path: /7$/u, body: '<html>' });
  await expect(postReport(report([]), forge, settingsOf(kind))).rejects.toMatchObject({ code: 'forge-failed' });
});

describe('the command', () => {
  test.each(KINDS)('posts a file to %s, and needs a token', async (kind) => {
    const { server } = await start(kind);
    server.pull = { ...server.pull, files: [added('a.ts')] };
    const folder = createFolder();
    writeFileSync(join(folder, 'report.json'), JSON.stringify(report([finding('aa', 5)])));
    const args = ['post', 'report.json', '--forge', kind, '--repo', 'o/r', '--pr', '7', '--api', server.url];
    const token = { [kind === 'github' ? 'GITHUB_TOKEN' : 'GITLAB_TOKEN']: FORGE_TOKEN };
    const bare = await runCli(args, { cwd: folder });
    const wrong = await runCli(args, { cwd: folder, env: { ...token, GITHUB_TOKEN: 'x', GITLAB_TOKEN: 'x' } });
    const done = await runCli(args, { cwd: folder, env: token });
    expect([bare.code, wrong.code, done.code], done.stderr).toEqual([2, 4, 0]);
    expect(bare.stderr).toContain('TOKEN is not set');
    expect(wrong.stderr).toContain('The token is not valid');
    expect(done.stderr).toContain('Posted to pull request 7 (aaaaaaaaaaaa): summary created, 1 comments added.');
    expect(`${wrong.stderr}${done.stderr}`).not.toContain(FORGE_TOKEN);
  });

  test.each(KINDS)('--dry-run prints what it would do on %s and changes nothing [POST-01]', async (kind) => {
    const { server, forge } = await start(kind);
    server.pull = { ...server.pull, files: [added('a.ts')] };
    await postReport(report([finding('aa', 5), finding('bb', 6)]), forge, settingsOf(kind));
    const [first, second] = server.threads.map(({ comments }) => comments[0]?.id);
    const writes = server.writes.length;
    const folder = createFolder();
    const said = report([finding('aa', 5, { issue: 'It is \u001b[31mworse.' }), finding('cc', 7)]);
    writeFileSync(join(folder, 'report.json'), JSON.stringify(said));
    const args = ['post', 'report.json', '--forge', kind, '--repo', 'o/r', '--api', server.url, '--dry-run', '--pr'];
    const token = { [kind === 'github' ? 'GITHUB_TOKEN' : 'GITLAB_TOKEN']: FORGE_TOKEN };
    const full = await runCli([...args, '7'], { cwd: folder, env: token });
    expect([full.code, full.stderr, full.stdout.match(/^(?:-|Nothing) .*$/gmu)]).toEqual([
      0,
      '',
      [
        'Nothing was posted. To pull request 7 (aaaaaaaaaaaa) this would:',
        '- create a comment at a.ts:7',
        `- edit comment ${first} in a.ts`,
        `- edit comment ${second} in a.ts`,
        `- resolve the thread of comment ${second} in a.ts`,
        '- edit the summary',
        expect.stringMatching(/^- set the status to success, .*, unless it says so$/u),
      ],
    ]);
    expect(full.stdout).not.toContain('\u001b');
    expect(full.stdout).toContain('    **HIGH** Problem cc\n');
    // Without a token: what everybody may read.
    const closed = await runCli([...args, '7'], { cwd: folder });
    server.isPublic = true;
    const bare = await runCli([...args, '7'], { cwd: folder });
    expect([closed.code, bare.code, bare.stdout.match(/^- create .*$/gmu)]).toEqual([
      4,
      0,
      ['- create a comment at a.ts:5', '- create a comment at a.ts:7', '- create the summary'],
    ]);
    expect(bare.stderr).toContain('there is no token, so earlier comments were not read');
    expect(server.writes.length).toBe(writes);
    for (const number of ['abc', '0', '-1', '1e2', '7.5', ''])
      expect((await runCli([...args.slice(0, -1), `--pr=${number}`], { cwd: folder, env: token })).stderr).toContain(
        `--pr ${number}: expected the number of a pull request, such as 7.`,
      );
  });

  test('review --pr reviews the change of a pull request and posts what it found', async () => {
    const { server } = await start('github');
    const folder = createFolder({ 'a.js': 'exports.a = 1;\n' });
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-qm', 'first');
    const base = git('rev-parse', 'HEAD').trim();
    const text = "app.get('/', (req, res) => res.send(eval(req.query.code)));";
    writeFileSync(join(folder, 'a.js'), `exports.a = 1;\n${text}\n`);
    git('commit', '-qam', 'second');
    const head = git('rev-parse', 'HEAD').trim();
    server.pull = { base, head, files: [{ path: 'a.js', patch: `@@ -1 +1,2 @@\n exports.a = 1;\n+${text}` }] };
    const args = ['review', '--pr', '7', '--forge', 'github', '--repo', 'o/r', '--api', server.url];
    const { code, stderr } = await runCli(args, { cwd: folder, env: { GITHUB_TOKEN: FORGE_TOKEN } });
    expect([code, server.threads.map(({ line }) => line).includes(2)], stderr).toEqual([1, true]);
    expect(server.statuses).toMatchObject([{ sha: head, state: 'failure' }]);
  });
});
