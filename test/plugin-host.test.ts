/** The plugin inside the real host: Claude Code installs it, starts our server and carries out whole runs; only the model is scripted. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReportDocument } from '../src/protocol/report/report-document.ts';
import { FILES } from './audit/model-app.ts';
import {
  allText,
  CLAUDE,
  type ModelRequest,
  runClaude,
  startScriptedModel,
  stepsOf,
  toolsOf,
} from './host/claude-code.ts';
import { say, use } from './host/loopback-model.ts';
import {
  coordinate,
  type Dispatched,
  findDispatch,
  handInNothing,
  listAnswered,
  listDelivered,
  type Play,
  readFirst,
  toolName,
  workOn,
} from './host/plugin-script.ts';
import { chooseAuditor, expectAudit } from './host/scripted-audit.ts';
import { castReviewers, FLAW, listReviewed, SOURCES } from './host/scripted-review.ts';
import { runsInstalled } from './tier.ts';

const project = join(import.meta.dirname, '..');
/** Only the machine's own git configuration knows where this leads. */
const ADDRESS = 'https://example.invalid/consensus-review.git';

describe.skipIf(!(runsInstalled && existsSync(CLAUDE)))(
  'the plugin in Claude Code (`npm run test:installed`, with .cache/claude)',
  () => {
    const scratch = join(tmpdir(), `plugin-host-${process.pid}`);
    const env = {
      PATH: `${join(scratch, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: scratch,
      CLAUDE_CONFIG_DIR: join(scratch, 'claude'),
      CONSENSUS_REVIEW_STATE_DIR: join(scratch, 'state'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      ANTHROPIC_API_KEY: 'scripted',
    };
    let installed = '';

    const git = (cwd: string, ...args: readonly string[]): void => {
      const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.invalid'];
      const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
    };

    const write = (root: string, files: Readonly<Record<string, string>>): string => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
      return root;
    };

    /** The repository as others see it: the host clones it and copies the folder of the plugin into its cache. */
    const writeMarketplace = (): void => {
      const repository = join(scratch, 'repository');
      for (const folder of ['plugin', '.claude-plugin', 'package.json'])
        cpSync(join(project, folder), join(repository, folder), { recursive: true });
      git(repository, 'init', '--quiet');
      git(repository, 'add', '.');
      git(repository, 'commit', '--quiet', '-m', 'plugin');
      writeFileSync(
        join(scratch, '.gitconfig'),
        `[url "file://${repository}"]\n\tinsteadOf = ${ADDRESS}\n[protocol "file"]\n\tallow = always\n`,
      );
    };

    /** A command of the plugin, headless; what the host prints, what its model was asked, and the report. */
    const carryOut = async (
      root: string,
      command: string,
      plan: Readonly<Record<string, unknown>>,
      playOf: (who: Dispatched) => Play,
    ) => {
      const model = await startScriptedModel((request) => {
        const who = findDispatch(request);
        if (who !== null) return workOn(stepsOf(request), who, playOf(who));
        return toolsOf(request).includes('Agent') ? coordinate(request, { path: root, ...plan }) : say('nothing');
      });
      const args = ['-p', command, '--output-format', 'json'];
      const printed = await runClaude({ root, env: { ...env, ANTHROPIC_BASE_URL: model.url } }, args);
      model.close();
      const { requests } = model;
      const coordinator = requests.filter((request) => toolsOf(request).includes('Agent'));
      const steps = stepsOf(coordinator.at(-1) as ModelRequest);
      const ends = steps.filter(({ name }) => name === toolName('review_status')).map(({ text }) => JSON.parse(text));
      const report: ReportDocument = JSON.parse(readFileSync(ends.at(-1).report_path, 'utf8'));
      return { printed: JSON.parse(printed), requests, first: coordinator[0] as ModelRequest, steps, ends, report };
    };

    beforeAll(async () => {
      write(scratch, {
        'bin/consensus-review': `#!/bin/sh\nexec '${process.execPath}' '${join(project, 'src/cli/bin.js')}' "$@"\n`,
      });
      chmodSync(join(scratch, 'bin/consensus-review'), 0o755);
      writeMarketplace();
      const root = write(join(scratch, 'empty'), { 'a.ts': '' });
      const added = await runClaude({ root, env }, ['plugin', 'marketplace', 'add', ADDRESS]);
      installed = `${added}\n${await runClaude({ root, env }, ['plugin', 'install', 'consensus-review@consensus-review'])}`;
    }, 300_000);

    afterAll(() => {
      rmSync(scratch, { recursive: true, force: true });
    });

    test('a whole review: installed from its address, six agents, one cut, one in prose, one who read nothing; nobody is asked for a permission', async () => {
      expect(installed).toContain('Successfully installed plugin');
      const root = write(join(scratch, 'review'), SOURCES);
      git(root, 'init', '--quiet');
      const flags = '--all --waves 2';
      const cast = castReviewers(readFirst);
      const { printed, requests, first, steps, report } = await carryOut(
        root,
        `/consensus-review:consensus-review ${flags}`,
        { all: true, waves: 2 },
        cast.playOf,
      );
      expect(allText(first)).toContain(`Scope and flags: \`${flags}\``);
      expect(printed).toMatchObject({ is_error: false, permission_denials: [] });
      expect(requests.flatMap(stepsOf).filter(({ text }) => text.includes('requested permissions'))).toEqual([]);
      const dispatched = steps.filter(({ name }) => name === 'Agent').map(({ input }) => input.subagent_type);
      expect(new Set(dispatched).size).toBe(6);

      const kept = listAnswered(requests).filter(({ ticket }) => !cast.isProse(ticket));
      const reviewed = listReviewed(report);
      expect(reviewed).toEqual(listDelivered(kept, SOURCES));
      expect([reviewed.get('user-persona-reviewer'), reviewed.get('security-reviewer')?.length]).toEqual([[], 13]);
      expect(report.truncation.agents.map(({ agent, severity }) => `${agent} ${severity}`)).toEqual([
        'vulnerability-reviewer mild',
        'vulnerability-reviewer mild',
        'code-quality-reviewer severe',
      ]);
      expect(report.findings.map(({ file, line }) => `${file}:${line}`)).toEqual(['src/api.ts:1']);
      expect([report.complete, report.verdict]).toEqual([false, 'VETO']);
      expect(printed.result).toMatch(/^# ═══ Consensus Review: whole folder ═══\n\n\*\*VETO\*\* · \*\*incomplete\*\*/u);
    }, 300_000);

    test('what `init --host claude` wrote: /consensus-review carries out a whole review with one agent for every ticket', async () => {
      const root = write(join(scratch, 'short'), { 'src/api.ts': `${FLAW}\n` });
      git(root, 'init', '--quiet');
      const made = spawnSync(join(scratch, 'bin/consensus-review'), ['init', '--host', 'claude', '--yes'], {
        cwd: root,
        env,
        encoding: 'utf8',
      });
      expect(made.status, made.stderr).toBe(0);
      const own = 'mcp__consensus-review__';
      const model = await startScriptedModel((request) => {
        const said: ModelRequest = JSON.parse(JSON.stringify(request).replaceAll(own, toolName('')));
        const who = findDispatch(said);
        const coordinates = toolsOf(said).includes('Agent');
        const blocks =
          who !== null
            ? workOn(stepsOf(said), who, readFirst(handInNothing))
            : coordinates
              ? coordinate(said, { path: root, scope: ['src'] })
              : say('nothing');
        return blocks.map((block) =>
          block.type === 'text'
            ? block
            : {
                ...block,
                name: block.name.replace(toolName(''), own),
                input:
                  block.name === 'Agent' ? { ...block.input, subagent_type: 'consensus-review-agent' } : block.input,
              },
        );
      });
      const approved = ['--settings', '{ "enableAllProjectMcpServers": true }'];
      const args = ['-p', '/consensus-review src', '--output-format', 'json', ...approved];
      const printed = await runClaude({ root, env: { ...env, ANTHROPIC_BASE_URL: model.url } }, args);
      model.close();
      const { result, is_error: isError, permission_denials: denials } = JSON.parse(printed);
      expect([isError, denials]).toEqual([false, []]);
      expect(result).toMatch(/^# ═══ Consensus Review: src ═══/u);
      expect(result).toContain('src/api.ts');
    }, 300_000);

    test('an agent of the user that reads with the tool of the host: what the transcript shows is reviewed, and its tokens are booked [HOST-17]', async () => {
      const root = write(join(scratch, 'reader'), {
        ...SOURCES,
        '.claude/agents/reader.md': `---\nname: reader\ndescription: reads\ntools: Read, ${toolName('review_task')}, ${toolName('review_submit')}\n---\nRead.\n`,
      });
      git(root, 'init', '--quiet');
      const wanted = ['src/part-3.ts', 'src/part-7.ts'];
      const readers: ModelRequest[] = [];
      const model = await startScriptedModel((request) => {
        const who = findDispatch(request);
        if (who === null) {
          if (!toolsOf(request).includes('Agent')) return say('nothing');
          const plan = { path: root, scope: ['src'], waves: 1, reviewers: ['security-reviewer'] };
          return coordinate(request, plan).map((block) =>
            block.type === 'tool_use' && block.name === 'Agent'
              ? { ...block, input: { ...block.input, subagent_type: 'reader' } }
              : block,
          );
        }
        readers.push(request);
        return workOn(stepsOf(request), who, (work) => {
          const path = wanted[work.steps.filter(({ name }) => name === 'Read').length];
          return path === undefined ? handInNothing(work) : [use('Read', { file_path: join(root, path) })];
        });
      });
      const args = ['-p', '/consensus-review:consensus-review src', '--output-format', 'json'];
      const printed = await runClaude({ root, env: { ...env, ANTHROPIC_BASE_URL: model.url } }, args);
      model.close();
      expect(JSON.parse(printed)).toMatchObject({ is_error: false, permission_denials: [] });
      const status = model.requests
        .flatMap(stepsOf)
        .findLast(({ name, text }) => name === toolName('review_status') && text.includes('report_path'));
      const report: ReportDocument = JSON.parse(readFileSync(JSON.parse(status?.text ?? '{}').report_path, 'utf8'));
      expect(readers.flatMap(stepsOf).some(({ name, isError }) => name === 'Read' && !isError)).toBe(true);
      expect(
        report.coverage.files.flatMap(({ path, by }) => (Object.values(by).includes('reviewed') ? [path] : [])),
      ).toEqual(wanted);
      expect(report.usage.input_tokens).toBeGreaterThan(0);
      expect(report.complete).toBe(false);
    }, 300_000);

    test('its gate hands findings back to the agent that wants to stop, once, where the user turned it on', async () => {
      const root = write(join(scratch, 'gate'), { 'a.ts': 'export const a = 1;\n' });
      git(root, 'init', '--quiet');
      git(root, 'add', '.');
      git(root, 'commit', '--quiet', '-m', 'first');
      write(root, { 'src/api.ts': `${FLAW}\n` });
      const stopWith = async (value: string) => {
        const model = await startScriptedModel(() => say('I am done.'));
        const own = { ...env, ANTHROPIC_BASE_URL: model.url, CONSENSUS_REVIEW_STOP_HOOK: value };
        const printed = await runClaude({ root, env: own }, [
          '-p',
          'Say that you are done.',
          '--output-format',
          'json',
        ]);
        model.close();
        const told = model.requests.filter((request) => allText(request).includes('1 finding in what changed'));
        return { told, printed };
      };
      expect((await stopWith('')).told).toHaveLength(0);
      const { told, printed } = await stopWith('high');
      expect(told, printed).toHaveLength(1);
      expect(allText(told[0] as ModelRequest)).toContain('src/api.ts:1 ');
      expect((await stopWith('high')).told, 'the next session').toHaveLength(0);
    }, 300_000);

    test('where nothing is installed, the command says how to install, with the clone that the plugin came from [HOST-21]', async () => {
      const root = write(join(scratch, 'bare'), { 'a.ts': 'export const a = 1;\n' });
      const model = await startScriptedModel((request) => {
        const last = stepsOf(request).at(-1);
        return last?.name === toolName('review_plan') && last.isError && !last.text.includes('still connecting')
          ? say(last.text)
          : coordinate(request, { path: root, all: true });
      });
      const bare = { ...env, PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, ANTHROPIC_BASE_URL: model.url };
      const said = await runClaude({ root, env: bare }, ['-p', '/consensus-review:consensus-review --all']);
      model.close();
      expect(said).toContain('consensus-review is not installed: run `npm ci` in ');
      expect(said).toContain(join('plugins', 'marketplaces', 'consensus-review'));
    }, 300_000);

    test('a whole standard audit: a second round with the state of the first, and validation; read is what was delivered', async () => {
      const root = write(join(scratch, 'audit'), FILES);
      git(root, 'init', '--quiet');
      const { printed, requests, ends, report } = await carryOut(
        root,
        '/consensus-review:consensus-audit --all',
        { playbook: 'audit', all: true },
        ({ agent }) => chooseAuditor(agent),
      );
      expect(printed).toMatchObject({ is_error: false, permission_denials: [] });
      const actions = ends.map(({ next }) => next.action);
      expect([actions[0], actions.includes('validate'), actions.at(-1)]).toEqual(['next-round', true, 'report']);
      const second = requests.filter((request) => findDispatch(request)?.agent === 'agent-r2-01').flatMap(stepsOf);
      expect(second[0]?.text).toMatch(/"FILES_READ"[^\]]*src\/users\.ts/u);

      expectAudit(report, listDelivered(listAnswered(requests), FILES), printed.result);
    }, 300_000);
  },
);
