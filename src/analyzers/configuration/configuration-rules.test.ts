/** Every rule of `rules/configuration/` against its own cases: a text that has the problem, and some that have not. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { detectLanguage } from '../../protocol/source/language.ts';
import { RULES_FOLDER } from '../rule-tables/rules-folder.ts';
import { openDocument } from '../source-text/text-document.ts';
import { checkConfiguration } from './configuration.ts';
import { CONFIGURATION_RULES } from './configuration-rules.ts';

const check = (path: string, text: string): readonly string[] =>
  checkConfiguration(
    openDocument({ path, language: detectLanguage(path)?.name ?? null, text, changed: null }),
  ).observations.map(({ rule, line, severity }) => `${rule} ${line} ${severity}`);

const casesSchema = z.array(
  z.strictObject({
    /** Rule, line and severity. */
    finds: z.string(),
    path: z.string(),
    positive: z.string(),
    negative: z.array(z.string()).min(1),
  }),
);

const folder = new URL('configuration/', RULES_FOLDER);
const CASES = readdirSync(folder)
  .filter((name) => name.endsWith('.cases.yml'))
  .flatMap((name) => casesSchema.parse(parse(readFileSync(new URL(name, folder), 'utf8'))));

test.each(CASES)('$finds in $path', ({ finds, path, positive, negative }) => {
  expect(check(path, positive)).toContain(finds);
  const rule = finds.split(' ')[0] ?? '';
  for (const text of negative) expect(check(path, text).filter((each) => each.startsWith(`${rule} `))).toEqual([]);
});

test('every rule has a case', () => {
  const tried = new Set(CASES.map(({ finds }) => finds.split(' ')[0]));
  expect([...CONFIGURATION_RULES.keys()].filter((rule) => !tried.has(rule))).toEqual([]);
});

/** A workflow with one step. */
const FLOW = '.github/workflows/ci.yml';
const flow = (step: string): string =>
  `on: push\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      ${step}\n`;

test.each([
  'github.event.issue.title',
  'github.event.issue.body',
  'github.event.pull_request.title',
  'github.event.pull_request.body',
  'github.event.pull_request.head.ref',
  'github.event.pull_request.head.label',
  'github.event.pull_request.head.repo.default_branch',
  'github.event.comment.body',
  'github.event.review.body',
  'github.event.discussion.title',
  'github.event.discussion.body',
  'github.event.pages.*.page_name',
  'github.event.commits.*.message',
  'github.event.commits[0].author.email',
  'github.event.head_commit.message',
  'github.event.head_commit.author.name',
  'github.event.workflow_run.head_branch',
  'github.event.workflow_run.head_commit.message',
  'github.event.workflow_run.display_title',
  "github['head_ref']",
  'GitHub.Head_Ref',
  'toJSON(github.event)',
  "format('{0}', github.head_ref)",
  "github.event.number && github.head_ref || 'main'",
])('text of a stranger: %s', (expression) => {
  expect(check(FLOW, flow(`- run: echo "\${{ ${expression} }}"`))).toContain('workflow-script-injection 7 MEDIUM');
});

test.each([
  'github.event.pull_request.number',
  'github.event.pull_request.head.sha',
  'github.actor',
  'github.repository',
  'github.event.issue.number',
  'secrets.TOKEN',
  'matrix.node',
  'github.event.pull_request.user.login',
  'env.VERSION',
  'github.ref_name',
  "hashFiles('**/x')",
])('no text of a stranger: %s', (expression) => {
  expect(check(FLOW, flow(`- run: test "\${{ ${expression} }}"`))).toEqual([]);
});

test('an endpoint that lets everything through is how endpoints are written, a role that anyone may take is not', () => {
  const open = 'jsonencode({ Statement = [{ Effect = "Allow", Principal = "*", Action = "*", Resource = "*" }] })';
  expect(check('a.tf', `resource "aws_vpc_endpoint" "a" {\n  policy = ${open}\n}\n`)).toEqual([]);
  const trust =
    'jsonencode({ Statement = [{ Effect = "Allow", Principal = { AWS = "*" }, Action = "sts:AssumeRole" }] })';
  expect(check('a.tf', `resource "aws_iam_role" "a" {\n  assume_role_policy = ${trust}\n}\n`)).toEqual([
    'cloud-anyone-may 2 MEDIUM',
  ]);
});

test('settings for development are left alone', () => {
  expect(check('.env.example', 'API_TOKEN=abcdefgh\n')).toEqual([]);
  expect(check('site/settings/dev.py', 'INSTALLED_APPS = []\nDEBUG = True\n')).toEqual([]);
  expect(check('application-dev.properties', 'spring.h2.console.enabled=true\n')).toEqual([]);
});
