/** Reviews on several machines as users run them: real processes, a real database, a real provider on loopback. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { resume, review } from '../../src/index.ts';
import type { LoopbackProvider } from '../../src/testing/index.ts';
import { createFolder, MAIN, type RunningCommand } from '../e2e/run-cli.ts';
import { claimAndDecide, writeDecisions } from '../model/verifying-model.ts';
import {
  dismissWorkers,
  FILES,
  Fleet,
  type FleetProcess,
  MODEL,
  runElsewhere,
  sameBytes,
  startElsewhere,
  startProcess,
  until,
} from './fleet-fixture.ts';
import { preparePostgres } from './postgres-fixture.ts';
import { startProvider } from './provider.ts';

const fixture = await preparePostgres();
afterAll(dismissWorkers);
/** By all reviewers: enough agents that every worker of three has some. */
const WHOLE_REVIEW = [
  ...['review', '--all', '--no-reuse', '--fail-on', 'never', '--verify', 'never', '--model', MODEL],
  ...['-f', 'json'],
];
const REVIEW = [...WHOLE_REVIEW, '--reviewers', 'security,code-quality,documentation'];
const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

async function open(latencyMs: number, usage?: Parameters<typeof startProvider>[1], isHeld = false) {
  const { provider, traffic } = await startProvider(latencyMs, usage, isHeld);
  providers.push(provider);
  const url = await fixture.create();
  return { provider, traffic, url, fleet: new Fleet(url, provider.environment), folder: createFolder(FILES) };
}

interface RunHere {
  readonly stdout: string;
  readonly calls: number;
}

let whole: Promise<RunHere> | null = null;

/** The whole review on one machine: what all the others are compared with. */
function reviewHere(): Promise<RunHere> {
  whole ??= (async () => {
    const { provider } = await startProvider();
    try {
      const here = startElsewhere(WHOLE_REVIEW, { cwd: createFolder(FILES), env: provider.environment });
      expect(await here.ended, here.stderr()).toBe(0);
      return { stdout: here.stdout(), calls: provider.requests.length };
    } finally {
      await provider.close();
    }
  })();
  return whole;
}

const tasksOf = ({ stderr }: FleetProcess): number => stderr().match(/wave\S+ done/gu)?.length ?? 0;

describe.skipIf(fixture.whyNot !== null)(
  `runs on several machines ${fixture.whyNot ?? ''}`,
  { timeout: 240_000 },
  () => {
    // First those that leave their workers as they are: the next ones take them over.
    test('agents spread over workers, events come live, and the report is the one of a run on one machine', async () => {
      // Slow enough that the second worker comes to its share on a busy machine too.
      const { provider, fleet, folder } = await open(250);
      await using _fleet = fleet;
      const workers = fleet.hire(2);
      const here = await reviewHere();
      await until('both are ready', () => workers.every(({ stderr }) => stderr().includes('ready on')));
      const there = fleet.start([...WHOLE_REVIEW.slice(0, -1), 'jsonl'], folder);
      await until('the first agent is told of', () => there.stdout().includes('"event":"agent"'));
      expect(there.hasEnded()).toBe(false);
      expect(await there.ended, there.stderr()).toBe(0);
      const last = JSON.parse(there.stdout().trim().split('\n').at(-1) ?? '{}');
      expect(sameBytes(JSON.stringify(last.report))).toBe(sameBytes(here.stdout));
      expect(provider.requests.length).toBe(here.calls);
      expect(fleet.workers.map(tasksOf).every((count) => count > 0)).toBe(true);
      // Keys are the workers' own: whoever submits has none.
      expect(there.stderr()).not.toContain('loopback-key');
    });

    test('a review of one dimension finds the same there as here, submitted on the command line or by the library', async () => {
      const { fleet, url } = await open(0);
      await using _fleet = fleet;
      const folder = createFolder({
        'a.js':
          "import { exec } from 'node:child_process';\nexport const run = (request) => exec(`ls ${request.query.a}`);\n",
        'b.js': 'export const password = "hunter2-hunter2";\n',
      });
      const args = ['review', '--all', '--dimensions', 'D1', '--fail-on', 'never', '-f', 'json'];
      const flags = { dimensions: ['D1'], database: url };
      const stopped = createFolder();
      const stop = new AbortController();
      const waiting = review({
        root: folder,
        selection: { kind: 'all' },
        flags,
        stateDir: stopped,
        signal: stop.signal,
        onWarning: (message) => stop.abort(new Error(message)),
      });
      await expect(waiting).rejects.toThrow(/no worker is running on this database/u);
      fleet.hire(1);
      const [here, there] = [fleet.startHere(args, folder), fleet.start(args, folder)];
      expect([await here.ended, await there.ended], there.stderr()).toEqual([0, 0]);
      expect(sameBytes(there.stdout())).toBe(sameBytes(here.stdout()));
      const { findings } = JSON.parse(there.stdout());
      expect(findings.map(({ dimension }: { dimension: string }) => dimension)).toEqual(['D1']);
      const seen: string[] = [];
      const resumed = await resume({
        root: folder,
        stateDir: stopped,
        database: url,
        onEvent: ({ kind }) => seen.push(kind),
      });
      expect(sameBytes(JSON.stringify(resumed))).toBe(sameBytes(here.stdout()));
      expect(seen.length).toBeGreaterThan(0);
      const stateDir = createFolder();
      const report = await review({ root: folder, selection: { kind: 'all' }, flags, stateDir });
      expect(sameBytes(JSON.stringify(report))).toBe(sameBytes(here.stdout()));
      expect(await resume({ run: report.run.id, stateDir })).toEqual(report);
    });

    test('a second look is taken by a worker, counts, and is charged to the run [REV-26]', async () => {
      const { provider, fleet } = await open(0);
      await using _fleet = fleet;
      const evidence = 'return lookUp(input);';
      const claim = {
        severity: 'CRITICAL',
        category: 'injection',
        file: 'login.ts',
        line: 2,
        issue: 'Injected.',
        evidence,
      };
      const refute = { verdict: 'rejected', evidence: `login.ts:2 — ${evidence}`, notes: 'no query' } as const;
      provider.otherwise(claimAndDecide([claim], (request) => ({ text: writeDecisions(request, [refute]) })));
      fleet.hire(1);
      const folder = createFolder({ 'login.ts': `export const login = (input: string) => {\n  ${evidence}\n};\n` });
      const there = fleet.start([...WHOLE_REVIEW, '--reviewers', 'security', '--verify', 'auto'], folder);
      expect(await there.ended, there.stderr()).toBe(0);
      const { findings, usage } = JSON.parse(there.stdout());
      expect(findings).toMatchObject([{ status: 'rejected', extra: { verification: { outcome: 'refuted' } } }]);
      expect(usage.ledger).toMatchObject([{ agent: 'security-reviewer' }, { agent: 'verifier-01', calls: 1 }]);
    });

    test('limits of a provider hold for all workers and runs together', async () => {
      // Short enough that both limits are reached.
      const { fleet, folder, traffic } = await open(150, undefined, true);
      await using _fleet = fleet;
      fleet.hire(2, { concurrency: 4, limit: { concurrency: 2, perSecond: 10 } });
      const runs = [fleet.start(REVIEW, folder), fleet.start(REVIEW, folder)];
      for (const run of runs) expect(await run.ended, run.stderr()).toBe(0);
      expect(traffic.most).toBe(2);
      // On the whole: what a busy machine delays may arrive together with the next.
      const [first = 0, last = 0] = [traffic.beganAt.at(0), traffic.beganAt.at(-1)];
      expect(last - first).toBeGreaterThan((traffic.beganAt.length - 1) * 70);
    });

    test('a limit on tokens holds although agents on two workers spend at the same time', async () => {
      const { provider, fleet, folder } = await open(30, { inputTokens: 4000, outputTokens: 200 });
      await using _fleet = fleet;
      fleet.hire(2, { concurrency: 4 });
      const run = fleet.start([...REVIEW, '--max-tokens', '60000'], folder);
      expect(await run.ended, run.stderr()).toBe(3);
      const { inputTokens, outputTokens } = provider.billed();
      expect(inputTokens + outputTokens).toBeLessThanOrEqual(60_000);
      expect(inputTokens + outputTokens).toBeGreaterThan(20_000);
      const { usage } = JSON.parse(run.stdout());
      expect(usage.input_tokens + usage.output_tokens).toBe(inputTokens + outputTokens);
    });

    test('Ctrl-C ends the run with what it has; resume goes on, and pays nothing twice', async () => {
      const { provider, fleet, folder, url } = await open(120);
      await using _fleet = fleet;
      fleet.hire(1, { concurrency: 3 });
      const here = await reviewHere();
      const there = fleet.start(WHOLE_REVIEW, folder);
      await until('some calls are made', () => provider.requests.length > 8);
      there.interrupt();
      expect(await there.ended, there.stderr()).toBe(130);
      expect(JSON.parse(there.stdout()).complete).toBe(false);
      const id = /consensus-review resume (\S+) --database postgresql:/u.exec(there.stderr())?.[1] ?? '';
      const password = new URL(url).password;
      expect(there.stderr()).not.toContain(password);
      const printed = fleet.start(['report', id, '-f', 'json'], folder);
      expect(await printed.ended, printed.stderr()).toBe(130);
      // The only one of this project that was interrupted.
      const again = fleet.start(['resume', '-f', 'json'], folder);
      expect(await again.ended, again.stderr()).toBe(0);
      expect(again.stderr()).toContain(`run ${id} goes on`);
      expect(sameBytes(again.stdout(), { withUsage: false })).toBe(sameBytes(here.stdout, { withUsage: false }));
      expect(JSON.parse(again.stdout()).run.resumed).toBe(1);
      // Three agents at the same time were cut off.
      expect(provider.requests.length).toBeLessThanOrEqual(here.calls + 3);
      const shown = fleet.start(['resume', id.slice(0, -2), '-f', 'json'], folder);
      expect(await shown.ended).toBe(0);
      expect(shown.stdout()).toBe(again.stdout());
      const nothing = fleet.start(['resume'], folder);
      expect(await nothing.ended).toBe(2);
      expect(nothing.stderr()).toMatch(/no run of .* was interrupted/u);
      const unknown = fleet.start(['resume', 'nobody'], folder);
      expect(await unknown.ended).toBe(2);
      expect(unknown.stderr()).toContain('nobody is not on postgresql:');
    });

    test('a deadline ends the command although nobody works; who comes later makes no call until the run is resumed', async () => {
      const { provider, fleet, folder } = await open(0);
      await using _fleet = fleet;
      const run = fleet.start([...WHOLE_REVIEW, '--reviewers', 'security', '--deadline', '1s'], folder);
      expect(await run.ended, run.stderr()).toBe(3);
      expect(run.stderr()).toContain('The deadline passed before there was a report');
      const [, id = ''] = /Resume with: consensus-review resume (\S+) .*PGPASSWORD/u.exec(run.stderr()) ?? [];
      const [worker] = fleet.hire(1);
      await until('the worker has ended it', () => worker?.stderr().includes(`${id}: run done`) ?? false);
      expect(provider.requests.length).toBe(0);
      const again = fleet.start(['resume', id, '-f', 'json', '--deadline', '5m'], folder);
      expect(await again.ended, again.stderr()).toBe(0);
      expect(JSON.parse(again.stdout())).toMatchObject({ complete: true, run: { id, resumed: 1 } });
    });

    test('a run of the fleet is found afterwards: where it was submitted, and by everybody with the database', async () => {
      const { fleet, url, provider } = await open(0);
      await using _fleet = fleet;
      fleet.hire(2);
      const few = Object.fromEntries(Object.entries(FILES).slice(0, 2));
      const folder = createFolder(few);
      const state = { env: { CONSENSUS_REVIEW_STATE_DIR: createFolder() } };
      // Who submits keeps the address without the password.
      const secret = { ...state.env, PGPASSWORD: new URL(url).password };
      const ended = async (command: RunningCommand) => {
        const code = await command.ended;
        return { code, stdout: command.stdout(), stderr: command.stderr(), json: () => JSON.parse(command.stdout()) };
      };
      const asked = [...WHOLE_REVIEW.filter((word) => word !== '--no-reuse'), '--reviewers', 'security,code-quality'];
      const first = await ended(fleet.start(asked, folder, state));
      expect(first.code, first.stderr).toBe(0);
      const { id } = first.json().run;
      const calls = provider.requests.length;
      // On a busy machine a question may be asked again; its answer is kept once.
      const answers = new Set(provider.requests.map(({ body }) => JSON.stringify(body))).size;

      // Nothing has changed: nobody is asked, and the same is found.
      const second = await ended(fleet.start(asked, folder, state));
      expect(second.code, second.stderr).toBe(0);
      expect(provider.requests.length).toBe(calls);
      expect(second.json().usage).toMatchObject({ calls: 0, reused_calls: answers });
      const prints = (report: { findings: { fingerprint: string }[] }) =>
        report.findings.map((each) => each.fingerprint);
      expect(prints(second.json())).toEqual(prints(first.json()));
      expect(second.json().coverage.recalled).toMatchObject([{ run: id }]);

      const here = (...args: string[]) => runElsewhere([...args, '-f', 'json'], { cwd: folder, ...state });
      const there = (...args: string[]) => runElsewhere([...args, '-f', 'json', '--database', url], { cwd: folder });
      const compare = ['runs', 'compare', 'latest~1', 'latest'];
      const [own, listed, ownReport, report, ownCompared, compared, ownShown, shown] = await Promise.all(
        [['runs'], ['report', id], compare, ['runs', 'show', id]].flatMap((args) => [here(...args), there(...args)]),
      );
      expect(listed?.json()).toMatchObject({ left_out: 0, elsewhere: 0 });
      const usage = { calls, reused_calls: 0 };
      const ending = { status: 'finished', verdict: first.json().verdict, has_report: true, exit_code: 0 };
      for (const list of [own, listed])
        expect(list?.json().runs).toMatchObject([
          { ...ending, id: second.json().run.id, usage: { calls: 0 } },
          { ...ending, id, usage, findings: { HIGH: first.json().findings.length } },
        ]);
      expect(listed?.stdout).not.toContain('postgresql:');
      const dashboard = startElsewhere(['serve', '--database', url], { cwd: folder });
      await until('the dashboard answers', () => dashboard.stdout().includes('token='));
      const address = dashboard.stdout().trim();
      const entered = await fetch(address, { redirect: 'manual' });
      const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
      const pages = ['/', `/runs/${id}`, `/compare?a=${id}&b=${second.json().run.id}`].map(async (path) => {
        const page = await fetch(new URL(path, address), { headers: { cookie } });
        return [page.status, (await page.text()).includes(id)];
      });
      expect(await Promise.all(pages)).toEqual([
        [200, true],
        [200, true],
        [200, true],
      ]);
      dashboard.interrupt();
      expect(await dashboard.ended).toBe(0);
      for (const printed of [ownReport, report]) expect(printed?.stdout).toBe(first.stdout);
      for (const comparison of [ownCompared, compared])
        expect(comparison?.json()).toMatchObject({
          new: [],
          fixed: [],
          unknown: [],
          still_there: first.json().findings.map(() => ({})),
        });
      for (const page of [ownShown, shown]) expect(page?.json().ledger.total).toMatchObject({ calls });
      // `resume` knows from its own list that the run is the fleet's.
      const again = startProcess(MAIN, ['resume', id, '-f', 'json'], secret, { cwd: folder });
      await again.ended;
      expect(again.stdout(), again.stderr()).toBe(first.stdout);
      // Another project on the same database: nothing of this one is listed or reused.
      const elsewhere = createFolder(few);
      expect((await runElsewhere(['runs', '-f', 'json', '--database', url], { cwd: elsewhere })).json()).toMatchObject({
        runs: [],
        elsewhere: 2,
      });
      const third = await ended(fleet.start(asked, elsewhere));
      expect(third.json().usage, third.stderr).toMatchObject({ calls, reused_calls: 0 });
    });

    test('where nobody works that is said at once; Ctrl-C ends the command, one resume is enough, and what failed goes on when it is mended', async () => {
      const { fleet, folder, url } = await open(0);
      await using _fleet = fleet;
      const run = fleet.start([...WHOLE_REVIEW, '--reviewers', 'security'], folder);
      await until('it waits', () => run.stderr().includes('no worker is running on this database'));
      expect(run.stderr()).toContain('consensus-review worker --database postgresql://reviewer@');
      await sleep(500);
      expect(run.hasEnded()).toBe(false);
      run.interrupt();
      expect(await run.ended, run.stderr()).toBe(130);
      const way = /Resume with: consensus-review resume (\S+) --database postgresql:/u;
      const id = way.exec(run.stderr())?.[1] ?? '';
      const again = fleet.start(['resume', id, '-f', 'json'], folder);
      await until('it waits again', () => again.stderr().includes(`run ${id} goes on`));
      {
        await using keyless = new Fleet(url);
        keyless.hire(1);
        expect(await again.ended, again.stderr()).toBe(2);
        expect(again.stderr()).toContain('The model cannot be reached without a key or an address');
        expect(way.exec(again.stderr())?.[1]).toBe(id);
      }
      fleet.hire(1);
      const third = fleet.start(['resume', id, '-f', 'json'], folder);
      expect(await third.ended, third.stderr()).toBe(0);
      expect(JSON.parse(third.stdout())).toMatchObject({ complete: true, run: { id, resumed: 1 } });
    });

    test('Ctrl-C after the worker that conducts the run was killed: the next one reports the whole scope and all that was paid', async () => {
      const { provider, fleet, folder } = await open(300);
      await using _fleet = fleet;
      fleet.hire(2);
      const run = fleet.start(REVIEW, folder);
      await until('some calls are made', () => provider.requests.length > 6);
      const conductor = fleet.workers.find(({ stderr }) => stderr().includes(': run begun'));
      conductor?.child.kill('SIGKILL');
      expect(await conductor?.ended).toBeNull();
      run.interrupt();
      expect(await run.ended, run.stderr()).toBe(130);
      const { scope, usage, agents } = JSON.parse(run.stdout());
      expect([scope.files, agents.length]).toEqual([6, 3]);
      // Two agents at the same time on the worker that was killed: nobody knows how their calls ended.
      expect(provider.requests.length - usage.calls).toBeLessThanOrEqual(2);
    });

    test('a worker drains on SIGTERM: what it cannot finish goes to another, and it ends with 0', async () => {
      const { provider, fleet, folder } = await open(300);
      await using _fleet = fleet;
      const [leaving] = fleet.hire(1, { concurrency: 3 });
      const run = fleet.start(REVIEW, folder);
      await until('some calls are made', () => provider.requests.length > 4);
      fleet.hire(1, { concurrency: 3 });
      leaving?.child.kill('SIGTERM');
      const left = await Promise.race([leaving?.ended, sleep(180_000, 'still there')]);
      expect(left, `${leaving?.stderr()}${run.stderr()}`).toBe(0);
      expect(leaving?.stderr()).toMatch(/draining: no new tasks[\s\S]*drained/u);
      expect(await run.ended, run.stderr()).toBe(0);
      expect(JSON.parse(run.stdout())).toMatchObject({ complete: true, usage: { repeated_calls: expect.any(Number) } });
    });

    test('killed workers and zombies cost at most the calls that were in flight, and change nothing', async () => {
      const { provider, fleet, folder } = await open(150);
      await using _fleet = fleet;
      const here = await reviewHere();
      const [first, second, third] = fleet.hire(3);
      const there = fleet.start(WHOLE_REVIEW, folder);
      await until('a third of the calls are made', () => provider.requests.length > here.calls * 0.3);
      first?.child.kill('SIGKILL');
      second?.child.kill('SIGSTOP');
      fleet.hire(1);
      const isGivenUp = (worker: FleetProcess | undefined): boolean =>
        fleet.workers.some(({ stderr }) => new RegExp(`took over .*-${worker?.child.pid}-`, 'u').test(stderr()));
      await until('both are given up', () => there.hasEnded() || (isGivenUp(first) && isGivenUp(second)));
      second?.child.kill('SIGCONT');
      await until('two thirds of the calls are made', () => provider.requests.length > here.calls * 0.6);
      third?.child.kill('SIGKILL');
      expect(await there.ended, there.stderr()).toBe(0);
      expect(sameBytes(there.stdout(), { withUsage: false })).toBe(sameBytes(here.stdout, { withUsage: false }));
      const { repeated_calls: repeated } = JSON.parse(there.stdout()).usage;
      // Two agents at the same time on each of three workers.
      expect(repeated).toBeLessThanOrEqual(6);
      expect(provider.requests.length).toBeLessThanOrEqual(here.calls + 6);
    });

    test.each([
      [['worker', '--database', 'mysql://x'], 'expected postgresql://'],
      [['worker', '--database', 'postgresql://h/d', '--concurrency', '0'], '--concurrency 0'],
      [['worker', '--database', 'postgresql://h/d', '--limit', 'anthropic'], '--limit anthropic'],
      [['review', '--database', 'postgresql://h/d', '--record', 'x.jsonl'], '--record and --database'],
    ])('%j is a mistake of the call', async (args, message) => {
      const { code, stderr } = await runElsewhere(args, { cwd: createFolder(FILES) });
      expect(code).toBe(2);
      expect(stderr).toContain(message);
    });
  },
);
