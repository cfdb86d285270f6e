/** The recordings that ship as examples, played as a user plays them: from the root of a clone, without a provider. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { readVersion } from '../../src/version.ts';
import { type CliResult, createFolder, runCli } from '../e2e/run-cli.ts';

const ROOT = join(import.meta.dirname, '../..');
const golden = (name: string): string => readFileSync(join(ROOT, 'test/golden/recordings', name), 'utf8');

interface Played {
  readonly report: ReportDocument;
  readonly json: CliResult;
  readonly terminal: string;
}

async function play(name: string): Promise<Played> {
  const file = join(createFolder(), 'report.txt');
  const args = ['review', `examples/${name}`, '--replay', `examples/recordings/${name}.jsonl`, '-f', 'json'];
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const json = await runCli([...args, '-o', `terminal=${file}`], { cwd: ROOT, env });
  if (json.stdout === '') throw new Error(`${json.stderr}\nMade anew by: npm run recordings`);
  return { report: JSON.parse(json.stdout), json, terminal: readFileSync(file, 'utf8') };
}

const played: Record<string, Played> = {};
const of = (name: string): Played => {
  const found = played[name];
  if (found === undefined) throw new Error(`${name} was not played`);
  return found;
};
beforeAll(async () => {
  for (const name of ['shop', 'depot']) played[name] = await play(name);
}, 60_000);

interface RecordedLine {
  readonly kind: string;
  readonly note?: string;
  readonly call?: { readonly attempts: readonly { readonly outcome: { readonly kind: string } }[] };
}
const linesOf = (name: string): readonly RecordedLine[] =>
  readFileSync(join(ROOT, `examples/recordings/${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const endingsOf = (name: string): readonly string[] =>
  linesOf(name).flatMap(({ call }) => call?.attempts.map(({ outcome }) => outcome.kind) ?? []);

describe.each(['shop', 'depot'])('the recording of %s', (name) => {
  test('gives the same report byte for byte; if it does not, `npm run recordings` makes it anew', () => {
    expect(of(name).json.stdout).toBe(golden(`${name}.json`));
    expect(of(name).terminal).toBe(golden(`${name}.txt`));
  });

  test('says that its answers were scripted, in its head and to whoever plays it', () => {
    expect(linesOf(name)[0]).toMatchObject({ kind: 'head', note: expect.stringContaining('no commercial model') });
    expect(of(name).json.stderr).toContain('written by hand');
    expect(of(name).report.run.model).toBe('openai-compatible/scripted');
  });
});

describe('the three cases of a review', () => {
  test('small scope: shared context, everything reviewed, a wrong quote is unverified, a rate limit is waited for [PLUGIN-11]', () => {
    const { report } = of('shop');
    expect(report.budget.isolation).toBe('shared');
    expect(report.complete).toBe(true);
    expect(
      report.agents.every(({ partial, mode, status }) => !partial && mode === 'full' && status === 'completed'),
    ).toBe(true);
    const byModel = report.findings.filter(({ reported_by }) => reported_by.some(({ model }) => model !== null));
    expect(byModel).toHaveLength(13);
    expect(byModel.filter(({ status }) => status !== 'confirmed').map(({ title, status }) => [title, status])).toEqual([
      ['The algorithm of a token is not fixed', 'unverified'],
    ]);
    expect(endingsOf('shop')).toContain('rate-limited');
    // What analyzers found stands beside it.
    expect(report.findings.filter(({ severity }) => severity === 'CRITICAL')).toHaveLength(4);
  });

  test('large scope: every reviewer in its own branch, in order of priority, charged for what it was given [PLUGIN-11]', () => {
    const { report } = of('depot');
    expect(report.budget).toEqual({ total_tokens: 18_346, scale: 2.1198, isolation: 'branch' });
    expect(report.agents.map(({ agent, budget_tokens }) => [agent, budget_tokens])).toEqual([
      ['security-reviewer', 17_365],
      ['documentation-reviewer', 8682],
      ['user-persona-reviewer', 8682],
      ['typescript-reviewer', 17_365],
    ]);
    for (const { used_tokens, budget_tokens } of report.agents) {
      expect(used_tokens).toBeGreaterThan(budget_tokens / 2);
      expect(used_tokens).toBeLessThan(budget_tokens);
    }
    const security = report.coverage.files.filter(({ by }) => by['security-reviewer'] === 'skipped');
    expect(security.map(({ path }) => path.replace(/^examples\/depot\//u, ''))).toEqual([
      'src/domain/returns.ts',
      'src/domain/shelves.ts',
      'src/domain/stocktakes.ts',
      'src/domain/suppliers.ts',
      'src/domain/vehicles.ts',
      'src/server.ts',
      'src/utils/database.ts',
      'src/utils/dates.ts',
    ]);
  });

  test('partial results: 80, 95 and 98 per cent, a cut answer, and what to run next [PLUGIN-11]', () => {
    const { report, terminal } = of('depot');
    const rows = Object.fromEntries(report.agents.map((row) => [row.agent, row]));
    // Past 0.80 MEDIUM and LOW are counted, past 0.95 it has to return, at 0.98 the host cuts its answer.
    expect(rows['security-reviewer']).toMatchObject({
      partial: true,
      cutoff_reason: 'budget',
      mode: 'force_return',
      budget_used_percent: 97,
      files_reviewed: 22,
      files_skipped: 8,
      skipped: { medium_count: 1, low_count: 0 },
    });
    expect(endingsOf('depot')).toEqual(expect.arrayContaining(['aborted', 'truncated', 'replied']));
    // Returns in time.
    expect(rows['typescript-reviewer']).toMatchObject({
      partial: true,
      cutoff_reason: 'budget',
      budget_used_percent: 95,
    });
    expect(rows['documentation-reviewer']).toMatchObject({
      status: 'truncated',
      cutoff_reason: 'truncated',
      mode: 'full',
    });
    expect(report.truncation.agents).toEqual([
      { agent: 'security-reviewer', severity: 'mild', recovery: '2 whole findings kept' },
      { agent: 'documentation-reviewer', severity: 'mild', recovery: '2 whole findings kept' },
    ]);
    expect(report.complete).toBe(false);
    expect(report.warnings).toEqual([
      '⚠️ Partial results: 3 agents hit budget limits',
      '⚠️ Incomplete results: 1 agents stopped early (truncated)',
      '⚠️ documentation-reviewer stopped early: its answer broke off',
    ]);
    expect(report.notes).toContain('security-reviewer: reviewed 22/30 files');
    expect(report.suggestions[0]).toContain('Consider: /consensus-review examples/depot/README.md ');
    expect(terminal).toContain(
      '\n→ consensus-review review --model openai-compatible/scripted examples/depot/README.md ',
    );
    // The model never gave up what the analyzer had.
    expect(report.findings[0]).toMatchObject({ severity: 'CRITICAL', status: 'confirmed', line: 13 });
  });
});

describe('a replay over something else', () => {
  const copy = (): string => {
    const folder = createFolder();
    cpSync(join(ROOT, 'examples/shop'), join(folder, 'examples/shop'), { recursive: true });
    return folder;
  };
  const replay = (folder: string, ...flags: readonly string[]): Promise<CliResult> =>
    runCli(
      ['review', 'examples/shop', '--replay', join(ROOT, 'examples/recordings/shop.jsonl'), '-f', 'json', ...flags],
      {
        cwd: folder,
        env: { CONSENSUS_REVIEW_STATE_DIR: createFolder() },
      },
    );

  test('works wherever the files are the same', async () => {
    const { stdout, code } = await replay(copy());
    expect(code).toBe(1);
    expect(JSON.parse(stdout).findings).toEqual(of('shop').report.findings);
  });

  test('names the files that differ, and asks nobody', async () => {
    const folder = copy();
    writeFileSync(join(folder, 'examples/shop/src/server.ts'), 'export const port = 1;\n');
    writeFileSync(join(folder, 'examples/shop/src/new.ts'), 'export const port = 2;\n');
    const { stdout, stderr, code } = await replay(folder);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('changed since: examples/shop/src/server.ts');
    expect(stderr).toContain('not in the recording: examples/shop/src/new.ts');
    expect(stderr).toContain('record the run again');
  });

  test('with other settings nothing is invented: the agents fail and say why', async () => {
    const folder = copy();
    const recording = readFileSync(join(ROOT, 'examples/recordings/shop.jsonl'), 'utf8');
    writeFileSync(join(folder, 'now.jsonl'), recording.replace(/"version":"[^"]+"/u, `"version":"${readVersion()}"`));
    const { stdout, code } = await replay(folder, '--replay', join(folder, 'now.jsonl'), '--reviewers', 'go');
    expect(code).toBe(1);
    expect(JSON.parse(stdout).warnings.join('\n')).toContain('was recorded with another question');
  });
});
