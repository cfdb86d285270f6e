/** Other coding agents as hosts, the programs themselves: what `init --host` wrote carries a whole review; only the model is scripted. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ReportDocument } from '../src/protocol/report/report-document.ts';
import { FILES } from './audit/model-app.ts';
import { createFolder, MAIN, runCli } from './e2e/run-cli.ts';
import { listRows, workAlone } from './host/alone-script.ts';
import type { Output } from './host/connect.ts';
import { runHost, startLoopbackModel, type ToolStep } from './host/loopback-model.ts';
import { type HostProgram, PROGRAMS } from './host/other-programs.ts';
import { callTool, type Dispatched, handInNothing, listDelivered, type Play, toolName } from './host/plugin-script.ts';
import { chooseAuditor, expectAudit } from './host/scripted-audit.ts';
import { castReviewers, listReviewed, SOURCES } from './host/scripted-review.ts';
import { runsInstalled } from './tier.ts';

const binOf = (host: string): string => join(import.meta.dirname, '../.cache', host, 'node_modules/.bin');
const has = (host: string): boolean => runsInstalled && existsSync(join(binOf(host), host));
const PATIENCE_MS = 60_000;

/** An answer that came in parts is fetched to its end before anything else. */
const fetchParts =
  (then: Play): Play =>
  (work) => {
    const told = [work.task, ...work.steps.map(({ text }) => text)];
    return /call review_task with your ticket (?:for|until)/iu.test(told.at(-1) ?? '')
      ? callTool(work, 'review_task')
      : then({ ...work, task: told.join('\n') });
  };

/** Reads the files that its task names, two at once and each to its end, until it is asked to be brief or gets nothing more. */
const readLines = (then: Play): Play =>
  fetchParts((work) => {
    const read = work.steps.filter(({ name, text }) => name === toolName('read_lines') && !text.startsWith('refused'));
    const open = Object.keys(SOURCES).flatMap((path) => {
      const last = read.findLast(({ input }) => input.path === path);
      if (last === undefined) return work.task.includes(path) ? [{ path }] : [];
      const next = /\[read on with start_line (\d+)\]/u.exec(last.text)?.[1];
      return next === undefined ? [] : [{ path, start_line: Number(next) }];
    });
    return open.length === 0 || /mode: high|No more content will be given/u.test(work.task)
      ? then(work)
      : open.slice(0, 2).flatMap((args) => callTool(work, 'read_lines', args));
  });

const LONG = Array.from({ length: 1000 }, (_, i) => `export const long${i} = compute(${i}, 'text ${i}');`);

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** A home with the program and ours, and a project that it was set up for. */
async function setUp(program: HostProgram, files: Readonly<Record<string, string>>) {
  const [root, home] = [createFolder(files), createFolder()];
  const env = {
    ...program.env,
    PATH: [join(home, 'bin'), binOf(program.host), dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
  };
  write(home, { 'bin/consensus-review': `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n` });
  chmodSync(join(home, 'bin/consensus-review'), 0o755);
  spawnSync('git', ['init', '--quiet'], { cwd: root });
  const made = await runCli(['init', '--host', program.host, '--yes'], { cwd: root, env });
  expect(made.code, made.stderr).toBe(0);
  return { root, home, env };
}

/** A review in the program, headless: the last words of its model, its calls of our tools, and the report. */
async function carryOut(
  program: HostProgram,
  files: Readonly<Record<string, string>>,
  plan: Output,
  playOf: (who: Dispatched) => Play,
) {
  const { root, home, env } = await setUp(program, files);
  const rename = (name: string): string => name.replace(program.prefix, toolName(''));
  let calls: readonly ToolStep[] = [];
  const model = await startLoopbackModel(program.path, (request: never, response) => {
    const { tools, steps } = program.read(request);
    calls = steps.flatMap((step) =>
      step.name.startsWith(program.prefix) ? [{ ...step, name: rename(step.name) }] : [],
    );
    const isConnected = tools.some((name) => rename(name) === toolName('review_plan'));
    const blocks = isConnected ? workAlone(calls, { path: root, ...plan }, playOf) : program.wait;
    const named = blocks.map((block) =>
      block.type === 'text' ? block : { ...block, name: block.name.replace(toolName(''), program.prefix) },
    );
    program.write(response, named);
  });
  onTestFinished(() => model.close());
  write(home, program.home(model.url, root));
  const args = program.args(plan.playbook === 'audit' ? 'a security audit of everything' : 'src --waves 1');
  const printed = await runHost(join(binOf(program.host), program.host), { root, env }, args, PATIENCE_MS);
  const end = calls.findLast(({ name }) => name === toolName('review_status'));
  expect(end?.text, printed).toContain('report_path');
  const report: ReportDocument = JSON.parse(readFileSync(JSON.parse(end?.text ?? '{}').report_path, 'utf8'));
  return { asked: JSON.stringify(model.requests[0]), said: program.said(printed), calls, report };
}

describe.each(PROGRAMS.map((program) => [program.host, program] as const))('%s as a host', (host, program) => {
  test.skipIf(!has(host))(
    'a whole review: one cut output, one in prose, one who read nothing; reviewed is what was delivered [HOST-17, HOST-18, HOST-19]',
    async () => {
      const cast = castReviewers(readLines);
      const reviewers = ['security', 'vulnerability', 'code-quality', 'user-persona'];
      const plan = { scope: ['src'], waves: 1, reviewers };
      const { asked, said, calls, report } = await carryOut(program, SOURCES, plan, cast.playOf);
      expect(asked, 'the text of its command').toContain('You are the coordinator of a review by independent agents.');
      const kept = listRows(calls).filter(({ ticket }) => !cast.isProse(ticket));
      const reviewed = listReviewed(report);
      expect(reviewed).toEqual(listDelivered(kept, SOURCES));
      expect(reviewed.get('user-persona-reviewer')).toEqual([]);
      expect(reviewed.get('security-reviewer')?.length).toBeGreaterThan(5);
      expect(report.truncation.agents.map(({ agent, severity }) => `${agent} ${severity}`)).toEqual([
        'vulnerability-reviewer mild',
        'code-quality-reviewer severe',
      ]);
      expect(report.findings.map(({ file, line }) => `${file}:${line}`)).toEqual(['src/api.ts:1']);
      expect([report.complete, report.verdict]).toEqual([false, 'VETO']);
      expect(said).toMatch(/^# ═══ Consensus Review: src ═══\n\n\*\*VETO\*\* · \*\*incomplete\*\*/u);
    },
    PATIENCE_MS + 30_000,
  );

  test.skipIf(!has(host))(
    'a task with 47 KB of code: its model is told every line [HOST-17]',
    async () => {
      const plan = { scope: ['src'], reviewers: ['security'] };
      const files = { 'src/long.ts': `${LONG.join('\n')}\n` };
      const { calls, report } = await carryOut(program, files, plan, () => fetchParts(handInNothing));
      const told = calls.map(({ text }) => text).join('\n');
      expect(LONG.filter((line) => !told.includes(`\t${line}\n`))).toEqual([]);
      expect([...listReviewed(report)]).toEqual([['security-reviewer', ['src/long.ts']]]);
    },
    PATIENCE_MS + 30_000,
  );
});

/** All of them go the same way through the server; the others take more processor time (docs/coding-agents.md says what was tried). */
const AUDITED = ['codex', 'gemini'];

describe.each(PROGRAMS.filter(({ host }) => AUDITED.includes(host)).map((program) => [program.host, program] as const))(
  '%s as a host',
  (host, program) => {
    test.skipIf(!has(host))(
      'a whole standard audit: a second round with the state of the first, and validation; read is what was delivered [HOST-17]',
      async () => {
        const plan = { playbook: 'audit', all: true };
        const { said, calls, report } = await carryOut(program, FILES, plan, ({ agent }) =>
          fetchParts(chooseAuditor(agent)),
        );
        const actions = calls.flatMap(({ name, text }) =>
          name === toolName('review_status') ? [JSON.parse(text).next.action] : [],
        );
        expect([actions.includes('next-round'), actions.includes('validate'), actions.at(-1)]).toEqual([
          true,
          true,
          'report',
        ]);
        const rows = listRows(calls);
        const second = rows.find(({ agent }) => agent === 'agent-r2-01')?.steps.map(({ text }) => text);
        expect(second?.join('\n')).toMatch(/"FILES_READ"[^\]]*src\/users\.ts/u);
        expectAudit(report, listDelivered(rows, FILES), said);
      },
      PATIENCE_MS + 30_000,
    );
  },
);
