// The action and the template that others run in their CI: pinned, and free of text that a pull request could turn into commands.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const project = join(import.meta.dirname, '..');
const read = (path: string): unknown => parse(readFileSync(join(project, path), 'utf8'));

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
}

test('every action is pinned by commit, and no command is built from an expression', () => {
  const { runs } = read('action.yml') as { readonly runs: { readonly steps: readonly Step[] } };
  const uses = runs.steps.flatMap(({ uses: name }) => name ?? []);
  const commands = runs.steps.flatMap((step) => (step.run === undefined ? [] : [step]));
  expect(uses.filter((name) => !/@[0-9a-f]{40}$/u.test(name))).toEqual([]);
  expect(commands.filter(({ run = '', shell }) => run.includes('${{') || shell !== 'bash')).toEqual([]);
  expect([uses.length, commands.length]).toEqual([2, 5]);
});

test('workflows in the documentation pin their actions and ask for few rights', () => {
  const text = readFileSync(join(project, 'docs/pull-requests.md'), 'utf8');
  const [, workflow = ''] = /```yaml\n(name: review[^`]*)```/u.exec(text) ?? [];
  const { permissions, on, jobs } = parse(workflow) as Record<string, Record<string, string>>;
  expect(permissions).toEqual({ contents: 'read', 'pull-requests': 'write', statuses: 'write' });
  expect(on).toBe('pull_request');
  expect(JSON.stringify(jobs)).toMatch(/checkout@[0-9a-f]{40}/u);
});

test('the workflow that posts for forks runs no code of theirs and builds no command from their text', () => {
  const text = readFileSync(join(project, 'docs/pull-requests.md'), 'utf8');
  const [, workflow = ''] = /```yaml\n(name: post review[\s\S]*?)```/u.exec(text) ?? [];
  const { permissions, jobs } = parse(workflow) as {
    readonly permissions: object;
    readonly jobs: { readonly post: { readonly steps: readonly (Step & { readonly with?: object })[] } };
  };
  expect(permissions).toEqual({ actions: 'read', contents: 'read', 'pull-requests': 'write', statuses: 'write' });
  const { steps } = jobs.post;
  expect(steps.flatMap(({ uses: name }) => name ?? []).filter((name) => !/@[0-9a-f]{40}$/u.test(name))).toEqual([]);
  expect(steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([]);
  // Without a ref the checkout is that of the default branch.
  expect(steps.flatMap((step) => Object.keys(step.with ?? {}))).not.toContain('ref');
});

test('the template for GitLab posts only where there is a token, and a merge request chooses neither state nor scope', () => {
  const template = read('ci/gitlab.yml') as Record<
    string,
    { readonly script: readonly string[]; readonly variables: Readonly<Record<string, unknown>> }
  >;
  const { script = [], variables = {} } = template['consensus-review'] ?? {};
  expect(variables.CONSENSUS_REVIEW_STATE_DIR).toMatch(/^\/tmp\//u);
  expect(script.join()).not.toContain('--exclude');
  expect(script.find((line) => line.includes('post '))).toContain('if [ -n "${GITLAB_TOKEN:-}" ]');
});
