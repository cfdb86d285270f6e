/** A call that is cancelled ends its work: no program is left running, the run can be resumed, and nothing that is half done looks whole. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, watch } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { createToolFolder } from '../contracts/external-tools.ts';
import { createFolderFixture } from '../contracts/temporary-repository.ts';
import { runCli } from '../e2e/run-cli.ts';
import { connect, frame, rowsOf } from './connect.ts';

const FILES = {
  'app/run.py': 'import os\nfrom flask import request\n\n\ndef run():\n    os.system("ls " + request.args["name"])\n',
  'app/other.py': 'def other():\n    return 1\n',
};

/** A `bandit` that says its process id and never ends by itself; `free` lets the next one answer. */
function createEndlessTool() {
  const tools = createToolFolder();
  const at = join(tools.path, 'started');
  mkdirSync(at);
  const hangs = `touch ${at}/$$; exec sleep 3600`;
  tools.program('bandit', `case "$*" in *--version*) echo 1.2.3;; *) ${hangs};; esac`);
  const started = async (signal: AbortSignal): Promise<number> => {
    for await (const _ of watchNames(at, signal)) break;
    return Number(readdirSync(at)[0]);
  };
  return { path: tools.path, started, free: () => tools.recorded('bandit', '{"errors":[],"results":[]}') };
}

async function* watchNames(folder: string, signal: AbortSignal): AsyncGenerator<void> {
  const watcher = watch(folder, { signal });
  if (readdirSync(folder).length === 0) await once(watcher, 'change');
  watcher.close();
  yield;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const findingsOf = (report: ReportDocument) =>
  report.findings.map(({ fingerprint, severity, status }) => `${fingerprint} ${severity} ${status}`);

test.each(['review_run', 'review_plan'])(
  'a cancelled %s ends the programs that it runs; the run is incomplete until `resume` or review_status has finished it [HOST-22]',
  async (name) => {
    const tool = createEndlessTool();
    const folder = createFolderFixture(FILES);
    const PATH = [tool.path, '/usr/bin', '/bin'].join(delimiter);
    const { client, state } = await connect({ env: { PATH, CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'bandit' } });
    const env = {
      PATH,
      CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'bandit',
      CONSENSUS_REVIEW_STATE_DIR: state.path('state'),
    };
    const stop = new AbortController();
    const more = name === 'review_plan' ? { reviewers: ['security-reviewer'] } : {};
    const cancelled = client.callTool(
      { name, arguments: { path: folder.root, all: true, ...more } },
      { signal: stop.signal },
    );
    cancelled.catch(() => undefined);
    const pid = await tool.started(new AbortController().signal);
    expect(isAlive(pid)).toBe(true);
    stop.abort();
    await expect(cancelled).rejects.toThrow();
    // The server ends when the work of its calls has ended.
    await client.close();
    expect(isAlive(pid)).toBe(false);

    const stored = JSON.parse((await runCli(['runs', 'list', '-f', 'json'], { cwd: folder.root, env })).stdout).runs;
    expect(stored).toMatchObject([{ status: 'interrupted' }]);
    const [{ id }] = stored;
    const kept = join(state.path('state'), 'reviews', `${id}.json`);
    if (existsSync(kept)) expect(JSON.parse(readFileSync(kept, 'utf8'))).toMatchObject({ complete: false });

    tool.free();
    const whole = await runCli(['review', '--all', '--quiet', '-f', 'json'], { cwd: folder.root, env });
    const expected: ReportDocument = JSON.parse(whole.stdout);
    if (name === 'review_run') {
      const resumed = await runCli(['resume', id, '--quiet', '-f', 'json'], { cwd: folder.root, env });
      const report: ReportDocument = JSON.parse(resumed.stdout);
      expect([report.complete, findingsOf(report)]).toEqual([true, findingsOf(expected)]);
    } else {
      const again = await connect({ env });
      const status = await again.call('review_status', { review_id: id });
      const [row] = rowsOf(status);
      expect(status.output).toMatchObject({ complete: false, next: { action: 'submit' } });
      const ticket = row?.ticket ?? '';
      const { text } = await again.call('review_task', { ticket });
      const told: string[] = [];
      const output = frame(text, { agent: 'security-reviewer', verdict: 'OK', findings: [] });
      const handedIn = await again.client.callTool(
        { name: 'review_submit', arguments: { ticket, output } },
        { onprogress: ({ message }) => told.push(message ?? '') },
      );
      expect(handedIn.structuredContent).toMatchObject({ complete: true, verdict: 'VETO' });
      expect(told).toContainEqual(expect.stringMatching(/^security-reviewer: 2 of 2 files, 1 findings$/u));
    }
  },
);
