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
  const pause = async (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
  };
  const common = { baseUrl: server.url, token: FORGE_TOKEN, number: 7, pause };
  const forge =
    kind === 'github'
      ? createGithub({ ...common, graphqlUrl: `${server.url}/graphql`, repository: 'o/r' })
      : createGitlab({ ...common, project: 'o/r' });
  return { server, forge, pauses };
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
