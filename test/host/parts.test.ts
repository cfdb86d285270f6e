/** Long answers in parts, for hosts that cut the results of tools: a line counts when the part that it stands in was given to somebody. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createFolderFixture } from '../contracts/temporary-repository.ts';
import { createRandom } from '../kill/random.ts';
import { type Answer, type Call, connect, endOf, frame, type Output, type Row, rowsOf } from './connect.ts';
import type { ToolStep } from './loopback-model.ts';
import { listDelivered } from './plugin-script.ts';

const CODEX = 'codex-mcp-client';
const write = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `export const ${name}${i} = compute(${i}, 'text ${i}');`);
const join = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const LONG = write('long', 700);
/** Its code comes with the task. */
const SHARED = { 'src/long.ts': join(LONG) };
/** More than 16K tokens: agents read for themselves. `a` fits into one answer, the others do not. */
const READ = {
  'src/a.ts': join(write('a', 20)),
  'src/b.ts': join(write('b', 450)),
  ...Object.fromEntries(['c', 'd', 'e', 'f'].map((name) => [`src/${name}.ts`, join(write(name, 350))])),
};
const PLAN = { all: true, reviewers: ['security-reviewer'], waves: 1 };
const CLAIM = {
  severity: 'MEDIUM',
  category: 'quality',
  file: 'src/long.ts',
  line: 2,
  issue: 'The value is computed when the module is loaded.',
  evidence: LONG[1],
  recommendation: 'Compute it when it is needed.',
};

const hasMore = (text: string): boolean => text.includes('call review_task with your ticket for the next one');
const ok = (task: string, findings: readonly object[] = []): string =>
  frame(task, { agent: 'security-reviewer', findings, verdict: 'OK' });
const reportOf = ({ output }: Answer): ReportDocument => JSON.parse(readFileSync(String(output.report_path), 'utf8'));
const listReviewed = (report: ReportDocument): readonly string[] =>
  report.coverage.files.flatMap(({ path, by }) => (Object.values(by).includes('reviewed') ? [path] : []));

/** At most so many parts of the task. */
async function fetchTask(call: Call, ticket: string, parts = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
  const told: string[] = [];
  while (told.length < parts && (told.length === 0 || hasMore(told.at(-1) ?? '')))
    told.push((await call('review_task', { ticket })).text);
  return told;
}

/** Whatever the host is told to do: nobody does it. */
async function endReview(call: Call, { output }: Answer): Promise<ReportDocument> {
  const ended = await call('review_report', { review_id: output.review_id, end: true, format: 'json' });
  return JSON.parse(String(ended.output.report));
}

async function begin(files: Readonly<Record<string, string>>, env?: Record<string, string>) {
  const folder = createFolderFixture(files);
  const server = await connect({ name: CODEX, ...(env && { env }) });
  const planned = await server.call('review_plan', { path: folder.root, ...PLAN });
  return { ...server, planned, ticket: (rowsOf(planned) as [Row])[0].ticket };
}

/** The same review at another server, where the first one was ended in between. */
async function restart({ client, env, call }: Awaited<ReturnType<typeof begin>>, isRestarted: boolean): Promise<Call> {
  if (!isRestarted) return call;
  await client.close();
  return (await connect({ name: CODEX, env })).call;
}

describe.each([
  ['the server goes on', false],
  ['the server is started again', true],
] as const)('%s', (_title, isRestarted) => {
  test('other calls are refused until all parts of the task were given, and what was given then counts [HOST-17]', async () => {
    const review = await begin(SHARED);
    const { ticket } = review;
    const [first = ''] = await fetchTask(review.call, ticket, 1);
    expect(first).toContain('more parts: call review_task with your ticket for the next one');
    const call = await restart(review, isRestarted);
    for (const [name, args] of [
      ['file_done', { path: 'src/long.ts' }],
      ['report_finding', CLAIM],
      ['read_lines', { path: 'src/long.ts' }],
    ] as const)
      expect(await call(name, { ticket, ...args })).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^refused: \d parts of earlier answers/u),
      });
    const rest = await fetchTask(call, ticket);
    // A server that was started again begins with the first part.
    const parts = isRestarted ? rest : [first, ...rest];
    expect(parts.length).toBeGreaterThan(3);
    expect(Math.max(...parts.map((part) => Buffer.byteLength(part)))).toBeLessThan(10_000);
    const task = parts.join('\n');
    expect(LONG.filter((line) => !task.includes(`\t${line}\n`))).toEqual([]);
    const end = await call('review_submit', { ticket, output: ok(task) });
    expect(end.output).toMatchObject({ kept: { status: 'complete', files_reviewed: 1 }, complete: true });
  });

  test('an output is taken at any time; before all parts of the task were given no line of it counts [HOST-17, HOST-22]', async () => {
    const whole = await begin(SHARED);
    const all = await fetchTask(whole.call, whole.ticket);
    const counted: (readonly [parts: number, files: number])[] = [];
    for (let parts = 0; parts <= all.length; parts += 1) {
      const review = await begin(SHARED);
      if (parts > 0) await fetchTask(review.call, review.ticket, parts);
      const call = await restart(review, isRestarted);
      // An agent that died: what it had said names a line of the file, and has no end.
      const output = ok('', [CLAIM, CLAIM]).slice(0, -60);
      const taken = await call('review_submit', { ticket: review.ticket, output });
      expect([taken.isError, (taken.output.kept as Output).status]).toEqual([false, 'cut']);
      const report = await endReview(call, review.planned);
      expect(report.findings.map(({ line }) => line)).toContain(2);
      counted.push([parts, listReviewed(report).length]);
    }
    // Who has the code and speaks of the file has reviewed it; after a restart nobody knows whether it had.
    expect(counted).toEqual([...all.map((_, at) => [at, 0]), [all.length, isRestarted ? 0 : 1]]);
  });

  test('whoever knows the end marker was given the code before it [HOST-22]', async () => {
    const review = await begin(SHARED);
    const task = (await fetchTask(review.call, review.ticket)).join('\n');
    const call = await restart(review, isRestarted);
    const end = await call('review_submit', { ticket: review.ticket, output: ok(task) });
    expect(end.output).toMatchObject({ kept: { status: 'complete', files_reviewed: 1 }, complete: true });
  });

  test('an answer to a reading is cut where the program would cut it, and says how to go on: read is what was told [HOST-17]', async () => {
    for (const seed of [1, 2, 3]) {
      const random = createRandom(seed);
      const review = await begin(READ);
      const { ticket } = review;
      const task = (await fetchTask(review.call, ticket)).join('\n');
      const steps: ToolStep[] = [];
      const read = async (call: Call, path: string): Promise<void> => {
        // From its beginning, or on behind what was told of it.
        const last = steps.findLast(({ input }) => input.path === path);
        const next =
          random.below(4) === 0 ? null : (/read on with start_line (\d+)/u.exec(last?.text ?? '')?.[1] ?? null);
        const input = { ticket, path, ...(next === null ? {} : { start_line: Number(next) }) };
        const { text, isError } = await call('read_lines', input);
        expect([Buffer.byteLength(text) < 10_000, hasMore(text)]).toEqual([true, false]);
        steps.push({ name: 'read_lines', input, text, isError });
      };
      const paths = Object.keys(READ).slice(0, 3);
      const choose = (): string => paths[random.below(paths.length)] ?? '';
      const readSome = async (call: Call): Promise<void> => {
        for (let turn = 0; turn < 3; turn += 1) await Promise.all([read(call, choose()), read(call, choose())]);
      };
      await readSome(review.call);
      const call = await restart(review, isRestarted);
      await readSome(call);
      // Told once that files are left, it hands in again.
      for (let time = 0; time < 2; time += 1) await call('review_submit', { ticket, output: ok(task) });
      const told = listDelivered([{ agent: 'security-reviewer', ticket, steps }], READ);
      expect([...listReviewed(await endReview(call, review.planned))].toSorted()).toEqual(
        told.get('security-reviewer'),
      );
    }
  });
});

test('a second look whose code was not given decides nothing, though the end marker stands before the code [REV-26, HOST-17]', async () => {
  const lines = write('wide', 60).map((line, i) => `${line} // ${'x'.repeat(150)} ${i}`);
  const claims = [1, 30, 59].map((line) => ({
    ...CLAIM,
    severity: 'HIGH',
    file: 'src/wide.ts',
    line,
    title: `Problem ${line}`,
    issue: `The value of line ${line} is computed too early.`,
    evidence: lines[line - 1],
  }));
  const rejectAll = (row: Row, task: string): string =>
    [
      '===VALIDATION_RESULT===',
      `agent_id: ${row.agent}\nround: 1\nvalidated_count: 3\nsource_agents: reviewers\n`,
      ...claims.map(
        ({ line, evidence }, at) =>
          `[V-F00${at + 1}] rejected\n  original: as stated\n  verification: 1:fail(a constant)\n  evidence_file: src/wide.ts:${line} — ${evidence}\n  reason: nothing happens here`,
      ),
      `${endOf(task)}\n`,
    ].join('\n');
  const decided: number[] = [];
  for (const parts of [1, Number.POSITIVE_INFINITY]) {
    const { call, planned, ticket } = await begin(
      { 'src/wide.ts': join(lines) },
      { CONSENSUS_REVIEW_VERIFY: 'always' },
    );
    const task = (await fetchTask(call, ticket)).join('\n');
    const next = await call('review_submit', { ticket, output: ok(task, claims) });
    const [verifier] = rowsOf(next) as [Row];
    const given = await fetchTask(call, verifier.ticket, parts);
    expect(given[0]).toContain(endOf(given[0] ?? ''));
    const end = await call('review_submit', { ticket: verifier.ticket, output: rejectAll(verifier, given[0] ?? '') });
    expect(end.output).toMatchObject({ next: { action: 'report' } });
    decided.push(reportOf(end).findings.filter(({ status }) => status === 'rejected').length);
    expect(planned.isError).toBe(false);
  }
  expect(decided).toEqual([0, 3]);
});

test('prompts are not listed in the plan of a program that would cut them [HOST-17]', async () => {
  const folder = createFolderFixture(SHARED);
  for (const [name, isListed] of [
    [CODEX, false],
    ['claude-code', true],
  ] as const) {
    const { call } = await connect({ name });
    const planned = await call('review_plan', { path: folder.root, ...PLAN, with_prompts: true });
    expect(rowsOf(planned).map((row) => 'prompt' in row)).toEqual([isListed]);
  }
});
