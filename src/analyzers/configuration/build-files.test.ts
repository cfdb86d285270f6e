/** Image builds, compose files and pipelines: for every rule a text that has the problem and some that have not. */
import { expect, test } from 'vitest';
import { detectLanguage } from '../../protocol/source/language.ts';
import { openDocument } from '../source-text/text-document.ts';
import { COMPOSE_PROBLEMS } from './compose-checks.ts';
import { checkConfiguration } from './configuration.ts';
import { DOCKERFILE_PROBLEMS } from './dockerfile-checks.ts';
import { PIPELINE_PROBLEMS } from './pipeline-checks.ts';
import { SHELL_PROBLEMS } from './shell-checks.ts';
import { WORKFLOW_PROBLEMS } from './workflow-problems.ts';

const check = (path: string, text: string): readonly string[] =>
  checkConfiguration(
    openDocument({ path, language: detectLanguage(path)?.name ?? null, text, changed: null }),
  ).observations.map(({ rule, line, severity }) => `${rule} ${line} ${severity}`);

type Case = readonly [expected: string, path: string, bad: string, good: readonly string[]];

const IMAGE = 'Dockerfile';
const COMPOSE = 'docker-compose.yml';
const FLOW = '.github/workflows/ci.yml';
const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

/** A workflow with one job of these steps. */
const flow = (on: string, steps: readonly string[], job: readonly string[] = [], top: readonly string[] = []): string =>
  lines(
    `on: ${on}`,
    'permissions: {}',
    ...top,
    'jobs:',
    '  a:',
    '    runs-on: ubuntu-latest',
    ...job.map((line) => `    ${line}`),
    '    steps:',
    ...steps.map((line) => `      ${line}`),
  );

const HEAD = '${{ github.event.pull_request.head.sha }}';
const CHECKOUT = ['- uses: actions/checkout@v4', '  with:', `    ref: ${HEAD}`];

const CASES: readonly Case[] = [
  // ---------------------------------------------------------------------------------------------- shell
  [
    'build-runs-download 2 MEDIUM',
    IMAGE,
    'FROM a:1\nRUN curl -fsSL https://x.example/i.sh \\\n  # fetch\n  | bash -s -- -y\n',
    [
      'FROM a:1\nRUN curl -fsSLo i.sh https://x.example/i.sh && sha256sum -c i.sum && sh i.sh\n',
      'FROM a:1\nRUN curl -s https://x.example/a.json | jq .a\n',
      'FROM a:1\n# RUN curl https://x.example | sh\n',
    ],
  ],
  [
    'build-skips-tls-check 2 MEDIUM',
    IMAGE,
    'FROM a:1\nRUN curl -fsSLk https://x.example/a -o a\n',
    ['FROM a:1\nRUN curl -fsSL https://x.example/k -o k\n', 'FROM a:1\nRUN curl -o pack-k https://x.example\n'],
  ],
  [
    'build-skips-tls-check 4 MEDIUM',
    '.gitlab-ci.yml',
    'job:\n  script: [make]\n  variables:\n    GIT_SSL_NO_VERIFY: "true"\n',
    ['job:\n  script: [make]\n  variables:\n    GIT_SSL_NO_VERIFY: "false"\n'],
  ],
  [
    'build-world-writable 2 MEDIUM',
    IMAGE,
    'FROM a:1\nRUN chmod -R 777 /app\n',
    ['FROM a:1\nRUN chmod 755 /app\n', 'FROM a:1\nRUN chmod +x /app/run\n', 'FROM a:1\nRUN chmod 1777 /tmp/x\n'],
  ],
  [
    'build-trusts-any-host-key 3 LOW',
    '.gitlab-ci.yml',
    'deploy:\n  script:\n    - ssh -o StrictHostKeyChecking=no host uptime\n',
    ['deploy:\n  script:\n    - ssh -o StrictHostKeyChecking=yes host uptime\n'],
  ],
  [
    'build-password-in-command 7 MEDIUM',
    FLOW,
    flow('push', ['- run: docker login -u me -p $TOKEN']),
    [
      flow('push', ['- run: echo "$TOKEN" | docker login -u me --password-stdin']),
      flow('push', ['- run: mysql -u root -P 3306 db']),
    ],
  ],
  [
    'build-sudo-without-password 2 MEDIUM',
    IMAGE,
    'FROM a:1\nRUN echo "app ALL=(ALL) NOPASSWD:ALL" >> /etc/sudoers\n',
    ['FROM a:1\nRUN echo "app ALL=(root) NOPASSWD: /usr/bin/apt" >> /etc/sudoers\n'],
  ],
  // ---------------------------------------------------------------------------------------------- images
  [
    'image-runs-as-root 5 MEDIUM',
    IMAGE,
    'FROM a:1 AS build\nUSER node\nFROM b:2\nEXPOSE 80\nCMD ["app"]\n',
    [
      'FROM a:1\nUSER app\nCMD ["app"]\n',
      'FROM a:1 AS base\nUSER app\nFROM base\nCMD app\n',
      'FROM gcr.io/distroless/static:nonroot\nCMD ["/app"]\n',
      'FROM a:1\nRUN apk add su-exec\nENTRYPOINT ["/entry.sh"]\n',
      'FROM a:1\nRUN make\n',
    ],
  ],
  [
    'image-runs-as-root 2 LOW',
    IMAGE,
    'FROM a:1\nUSER root\nCMD app\n',
    ['FROM a:1\nUSER root\nRUN x\nUSER 1000:1000\nCMD app\n'],
  ],
  [
    'image-version-open 2 LOW',
    IMAGE,
    'ARG TAG=latest\nFROM node:${TAG}\n',
    ['ARG TAG=24.1\nFROM node:${TAG}\n', 'ARG TAG\nFROM node:${TAG}\n', 'ARG V=1\nFROM a:$V AS b\nFROM b\n'],
  ],
  [
    'image-adds-download 2 LOW',
    IMAGE,
    'FROM a:1\nADD --chown=app https://x.example/a.tgz /a/\n',
    ['FROM a:1\nADD --checksum=sha256:00 https://x.example/a.tgz /a/\n', 'FROM a:1\nADD ["a.tgz", "/a/"]\n'],
  ],
  [
    'image-adds-download 2 HIGH',
    IMAGE,
    'FROM a:1\nADD ["http://x.example/a.tgz", "/a/"]\n',
    ['FROM a:1\nCOPY a.tgz /a/\n'],
  ],
  [
    'image-keeps-secret 2 LOW',
    IMAGE,
    'FROM a:1\nARG NPM_TOKEN\n',
    [
      'FROM a:1\nARG VERSION=1\nENV TOKEN_URL=/x SECRET_FILE=/run/s\n',
      'FROM a:1\nENV DB_PASSWORD=""\n',
      'FROM a:1\nENV DB_PASSWORD=hunter2\n',
      'FROM a:1\nRUN --mount=type=secret,id=TOKEN cat /run/secrets/TOKEN\n',
    ],
  ],
  [
    'image-sets-secret 2 LOW',
    IMAGE,
    'FROM a:1\nENV A=1 \\\n  DB_PASSWORD=hunter2\n',
    ['FROM a:1\nENV PASSWORD_FILE=/run/secrets/p\n'],
  ],
  [
    'image-keeps-package-lists 2 LOW',
    IMAGE,
    'FROM a:1\nRUN apt-get update && apt-get install -y git\n',
    [
      'FROM a:1\nRUN apt-get update && apt-get install -y --no-install-recommends git && rm -rf /var/lib/apt/lists/*\n',
      'FROM a:1 AS build\nRUN apt-get install -y gcc\nFROM b:1\n',
    ],
  ],
  [
    'image-uses-sudo 2 LOW',
    IMAGE,
    'FROM a:1\nRUN cd /x && sudo make install\n',
    ['FROM a:1\nRUN apt-get install --no-install-recommends sudo\n'],
  ],
  [
    'image-without-health-check 2 LOW',
    IMAGE,
    'FROM a:1\nEXPOSE 80\nUSER a\nCMD app\n',
    ['FROM a:1\nEXPOSE 80\nHEALTHCHECK CMD true\nUSER a\nCMD app\n', 'FROM a:1\nUSER a\nCMD job\n'],
  ],
  ['image-exposes-ssh 2 MEDIUM', IMAGE, 'FROM a:1\nEXPOSE 80 22/tcp\n', ['FROM a:1\nEXPOSE 2200 8022\n']],
  // ---------------------------------------------------------------------------------------------- compose
  [
    'compose-privileged 3 HIGH',
    COMPOSE,
    'services:\n  a:\n    privileged: true\n',
    ['services:\n  a:\n    privileged: false\n', 'x-note:\n  privileged: true\nservices: {}\n'],
  ],
  [
    'compose-host-namespace 3 MEDIUM',
    COMPOSE,
    'services:\n  a:\n    network_mode: host\n',
    ['services:\n  a:\n    network_mode: bridge\n'],
  ],
  [
    'compose-engine-socket 4 HIGH',
    COMPOSE,
    'services:\n  a:\n    volumes:\n      - /var/run/docker.sock:/var/run/docker.sock\n',
    ['services:\n  a:\n    volumes:\n      - ./docker:/docker\n'],
  ],
  [
    'compose-host-folder 5 HIGH',
    COMPOSE,
    'services:\n  a:\n    volumes:\n      - type: bind\n        source: /etc\n        target: /e\n',
    ['services:\n  a:\n    volumes: ["./etc:/etc", "data:/var/lib", "/opt/app/data:/data"]\n'],
  ],
  [
    'compose-host-folder 3 LOW',
    COMPOSE,
    'services:\n  a:\n    volumes: ["/:/host:ro"]\n',
    ['services:\n  a:\n    volumes: ["/data"]\n'],
  ],
  [
    'compose-strong-capability 3 MEDIUM',
    COMPOSE,
    'services:\n  a:\n    cap_add: [SYS_ADMIN]\n',
    ['services:\n  a:\n    cap_add: [NET_BIND_SERVICE]\n    cap_drop: [ALL]\n'],
  ],
  [
    'compose-confinement-off 4 MEDIUM',
    COMPOSE,
    'services:\n  a:\n    security_opt:\n      - seccomp:unconfined\n',
    ['services:\n  a:\n    security_opt: ["no-new-privileges:true"]\n'],
  ],
  // ---------------------------------------------------------------------------------------------- workflows
  [
    'workflow-script-injection 8 HIGH',
    FLOW,
    flow('issues', ['- run: |', '    echo "${{ github.event.issue.title }}"']),
    [
      flow('issues', ['- env:', '    T: ${{ github.event.issue.title }}', '  run: echo "$T"']),
      flow('issues', ['- run: echo ${{ github.event.issue.number }} ${{ github.sha }}']),
      flow('issues', ["- run: echo ${{ contains(github.event.issue.title, 'x') }}"]),
      flow('issues', ["- run: echo ${{ github.event.issue.title == 'x' && 'a' || 'b' }}"]),
      flow('issues', [
        '- uses: actions/github-script@v7',
        '  with:',
        '    script: |',
        '      const t = ${{ toJSON(github.event.issue.title) }}',
      ]),
    ],
  ],
  [
    'workflow-script-injection 7 MEDIUM',
    FLOW,
    flow('[pull_request]', ['- run: git switch ${{ github.head_ref }}']),
    [flow('[pull_request]', ['- if: github.head_ref', '  run: make'])],
  ],
  [
    'workflow-script-injection 10 HIGH',
    FLOW,
    flow('{ issue_comment: {} }', [
      '- uses: actions/github-script@v7',
      '  with:',
      '    script: |',
      "      const body = '${{ github.event.comment.body }}'",
    ]),
    [
      flow('issue_comment', [
        '- uses: a/b@0000000000000000000000000000000000000000',
        '  with:',
        '    body: ${{ github.event.comment.body }}',
      ]),
    ],
  ],
  [
    'workflow-script-injection 9 HIGH',
    FLOW,
    flow('discussion', ['- run: echo ${{ env.T }}'], ['env:', "  T: ${{ github.event['discussion'].title }}"]),
    [flow('discussion', ['- run: echo ${{ env.T }}'], ['env:', '  T: fixed'])],
  ],
  [
    'workflow-script-injection 11 MEDIUM',
    FLOW,
    flow('pull_request', [
      '- id: o',
      '  env: { T: "${{ github.event.pull_request.title }}" }',
      '  run: echo "t=$T" >> "$GITHUB_OUTPUT"',
      '- name: x',
      '  run: echo ${{ steps.o.outputs.t }}',
    ]),
    [
      flow('pull_request', [
        '- id: o',
        '  run: echo "t=$(date)" >> "$GITHUB_OUTPUT"',
        '- run: echo ${{ steps.o.outputs.t }}',
      ]),
    ],
  ],
  [
    'workflow-script-injection 9 MEDIUM',
    FLOW,
    flow('pull_request', [
      '- id: c',
      '  uses: tj-actions/changed-files@0000000000000000000000000000000000000000',
      '- run: for f in ${{ steps.c.outputs.all_changed_files }}; do echo $f; done',
    ]),
    [
      flow('pull_request', [
        '- id: c',
        '  uses: tj-actions/changed-files@0000000000000000000000000000000000000000',
        '- run: echo ${{ steps.c.outputs.any_changed }}',
      ]),
    ],
  ],
  [
    'workflow-script-injection 8 HIGH',
    FLOW,
    flow('issues', ['- env: { T: "${{ github.event.issue.body }}" }', '  run: eval "$T"']),
    [flow('issues', ['- env: { T: "${{ github.event.issue.body }}" }', '  run: grep -q x <<< "$T"'])],
  ],
  [
    'workflow-environment-injection 8 HIGH',
    FLOW,
    flow('issues', ['- env: { T: "${{ github.event.issue.title }}" }', '  run: echo "T=$T" >> $GITHUB_ENV']),
    [flow('issues', ['- env: { T: "${{ github.event.issue.title }}" }', '  run: echo "N=${#N}" >> $GITHUB_ENV'])],
  ],
  [
    'workflow-input-in-script 9 LOW',
    'action.yml',
    lines(
      'name: a',
      'inputs:',
      '  name:',
      '    required: true',
      'runs:',
      '  using: composite',
      '  steps:',
      '    - shell: bash',
      '      run: echo ${{ inputs.name }}',
    ),
    [
      lines(
        'name: a',
        'inputs:',
        '  name: {}',
        'runs:',
        '  using: composite',
        '  steps:',
        '    - shell: bash',
        '      env: { N: "${{ inputs.name }}" }',
        '      run: echo "$N"',
      ),
      lines('name: a', 'runs:', '  using: node20', '  main: a.js'),
    ],
  ],
  [
    'workflow-runs-stranger-code 9 HIGH',
    FLOW,
    flow('pull_request_target', [...CHECKOUT, '- run: npm ci && npm test']),
    [
      flow('pull_request', [...CHECKOUT, '- run: npm ci']),
      flow('pull_request_target', ['- uses: actions/checkout@v4', '- run: npm ci']),
      flow(
        'pull_request_target',
        [...CHECKOUT, '- run: npm ci'],
        ['if: github.event.pull_request.head.repo.full_name == github.repository'],
      ),
    ],
  ],
  [
    'workflow-runs-stranger-code 10 MEDIUM',
    FLOW,
    flow(
      'pull_request_target',
      [...CHECKOUT, '- run: make'],
      ["if: contains(github.event.pull_request.labels.*.name, 'safe')"],
    ),
    [flow('push', ['- run: make'])],
  ],
  [
    'workflow-runs-stranger-code 8 HIGH',
    FLOW,
    flow('issue_comment', ['- run: |', '    gh pr checkout 1', '    make build']),
    [flow('issue_comment', ['- run: gh pr view 1'])],
  ],
  [
    'workflow-checks-out-stranger-code 9 MEDIUM',
    FLOW,
    flow('pull_request_target', [...CHECKOUT, '- run: git log -1']),
    [flow('pull_request', [...CHECKOUT, '- run: git log -1'])],
  ],
  [
    'workflow-trusts-artifact 7 HIGH',
    FLOW,
    flow('{ workflow_run: { workflows: [ci] } }', [
      '- uses: actions/download-artifact@v4',
      '  with: { run-id: "1", name: x }',
      '- run: ./build.sh',
    ]),
    [
      flow('{ workflow_run: { workflows: [ci] } }', [
        '- uses: actions/download-artifact@v4',
        '  with: { run-id: "1", path: "${{ runner.temp }}/x" }',
        '- run: ./build.sh',
      ]),
      flow('push', ['- uses: actions/download-artifact@v4', '- run: ./build.sh']),
    ],
  ],
  [
    'workflow-cache-poisoning 10 MEDIUM',
    FLOW,
    flow('pull_request_target', [
      ...CHECKOUT,
      '- uses: actions/cache@v4',
      '  with: { path: a, key: b }',
      '- run: npm ci',
    ]),
    [flow('pull_request', [...CHECKOUT, '- uses: actions/cache@v4', '- run: npm ci'])],
  ],
  [
    'workflow-unpinned-action 7 LOW',
    FLOW,
    flow('push', ['- uses: someone/thing@v3']),
    [
      flow('push', [
        '- uses: actions/checkout@v4',
        '- uses: ./local',
        '- uses: a/b@0123456789abcdef0123456789abcdef01234567',
      ]),
    ],
  ],
  [
    'workflow-unpinned-action 7 MEDIUM',
    FLOW,
    flow('issues', ['- uses: someone/thing@v3', '  with: { key: "${{ secrets.KEY }}" }']),
    [flow('issues', ['- uses: github/codeql-action/init@v3'])],
  ],
  [
    'workflow-all-permissions 2 MEDIUM',
    FLOW,
    'on: push\npermissions: write-all\njobs: { a: { steps: [] } }\n',
    ['on: push\npermissions: { contents: write }\njobs: { a: { steps: [] } }\n'],
  ],
  [
    'workflow-default-permissions 1 LOW',
    FLOW,
    'on: issues\njobs: { a: { steps: [] } }\n',
    ['on: issues\njobs: { a: { permissions: {}, steps: [] } }\n', 'on: push\njobs: { a: { steps: [] } }\n'],
  ],
  [
    'workflow-prints-secret 7 MEDIUM',
    FLOW,
    flow('push', ['- run: echo "${{ secrets.KEY }}"']),
    [flow('push', ['- run: echo "${{ secrets.KEY }}" > key.pem', '- run: echo "${{ secrets.KEY }}" | base64 -d > k'])],
  ],
  [
    'workflow-all-secrets 5 MEDIUM',
    FLOW,
    lines('on: push', 'jobs:', '  a:', '    uses: o/r/.github/workflows/x.yml@v1', '    secrets: inherit'),
    [lines('on: push', 'jobs:', '  a:', '    uses: ./.github/workflows/x.yml', '    secrets: inherit')],
  ],
  [
    'workflow-self-hosted-runner 4 LOW',
    FLOW,
    lines('on: pull_request', 'jobs:', '  a:', '    runs-on: [self-hosted, linux]', '    steps: []'),
    [lines('on: push', 'jobs:', '  a:', '    runs-on: self-hosted', '    steps: []')],
  ],
  [
    'workflow-unsecure-commands 4 MEDIUM',
    FLOW,
    flow('push', ['- run: make'], [], ['env:', '  ACTIONS_ALLOW_UNSECURE_COMMANDS: true']),
    [flow('push', ['- run: make'], [], ['env:', '  ACTIONS_ALLOW_UNSECURE_COMMANDS: false'])],
  ],
  [
    'workflow-condition-always-true 7 MEDIUM',
    FLOW,
    flow('push', ["- if: ${{ github.ref == 'x' }} && success()", '  run: make']),
    [
      flow('push', [
        "- if: ${{ github.ref == 'x' && success() }}",
        '  run: make',
        "- if: github.ref == 'x'",
        '  run: make',
        '- if: |',
        "    ${{ github.ref == 'x' }}",
        '  run: make',
      ]),
    ],
  ],
  [
    'workflow-spoofable-bot 6 LOW',
    FLOW,
    flow('pull_request_target', ['- run: gh pr merge --auto'], ["if: github.actor == 'dependabot[bot]'"]),
    [
      flow(
        'pull_request_target',
        ['- run: gh pr merge'],
        ["if: github.event.pull_request.user.login == 'dependabot[bot]'"],
      ),
    ],
  ],
  [
    'workflow-uploads-credentials 10 MEDIUM',
    FLOW,
    flow('push', ['- uses: actions/checkout@v4', '- uses: actions/upload-artifact@v3', '  with:', '    path: .']),
    [
      flow('push', [
        '- uses: actions/checkout@v4',
        '  with: { persist-credentials: false }',
        '- uses: actions/upload-artifact@v3',
        '  with:',
        '    path: .',
      ]),
      flow('push', ['- uses: actions/checkout@v4', '- uses: actions/upload-artifact@v3', '  with:', '    path: dist']),
    ],
  ],
  // ---------------------------------------------------------------------------------------------- pipelines
  [
    'pipeline-script-injection 3 MEDIUM',
    '.gitlab-ci.yml',
    'a:\n  script:\n    - bash -c "notify $CI_COMMIT_MESSAGE"\n',
    ['a:\n  script:\n    - notify "$CI_COMMIT_MESSAGE"\n'],
  ],
  [
    'pipeline-script-injection 5 MEDIUM',
    '.circleci/config.yml',
    'jobs:\n  a:\n    steps:\n      - run:\n          command: echo << pipeline.git.branch >>\n',
    ['jobs:\n  a:\n    steps:\n      - run:\n          command: echo "$CIRCLE_BRANCH" << pipeline.number >>\n'],
  ],
  [
    'pipeline-script-injection 3 MEDIUM',
    'azure-pipelines.yml',
    'steps:\n  - bash: |\n      echo "$(Build.SourceVersionMessage)"\n',
    ['steps:\n  - bash: |\n      echo "$MESSAGE $(Build.BuildId)"\n'],
  ],
  [
    'pipeline-remote-part 2 MEDIUM',
    '.gitlab-ci.yml',
    'include:\n  - remote: https://x.example/ci.yml\n',
    ['include:\n  - local: /ci.yml\n  - project: a/b\n    file: c.yml\n'],
  ],
  ['pipeline-remote-part 1 HIGH', '.gitlab-ci.yml', 'include: http://x.example/ci.yml\n', ['include: a.yml\n']],
  ['pipeline-remote-part 2 MEDIUM', '.circleci/config.yml', 'orbs:\n  a: x/a@volatile\n', ['orbs:\n  a: x/a@1.2.3\n']],
  [
    'pipeline-debug-trace 2 MEDIUM',
    '.gitlab-ci.yml',
    'variables:\n  CI_DEBUG_TRACE: "true"\n',
    ['variables:\n  CI_DEBUG_TRACE: "false"\n'],
  ],
  [
    'pipeline-engine-without-tls 2 LOW',
    '.gitlab-ci.yml',
    'variables:\n  DOCKER_TLS_CERTDIR: ""\n',
    ['variables:\n  DOCKER_TLS_CERTDIR: "/certs"\n'],
  ],
  [
    'jenkins-script-injection 2 HIGH',
    'Jenkinsfile',
    'node {\n  sh "notify ${env.CHANGE_TITLE}"\n}\n',
    [
      'node {\n  sh \'notify "$CHANGE_TITLE"\'\n}\n',
      'node {\n  sh "make ${BUILD_NUMBER} \\${CHANGE_TITLE}"\n}\n',
      'node {\n  // sh "${params.X}"\n}\n',
    ],
  ],
  [
    'jenkins-script-injection 2 MEDIUM',
    'ci/Jenkinsfile',
    'node {\n  sh(script: "deploy ${params.TARGET}", returnStdout: true)\n}\n',
    ["node {\n  sh(script: 'deploy', returnStdout: true)\n}\n"],
  ],
  [
    'jenkins-secret-in-command 2 LOW',
    'Jenkinsfile',
    'node {\n  sh "curl -H auth:${API_TOKEN} x"\n}\n',
    ["node {\n  sh 'curl -H auth:${API_TOKEN} x'\n}\n"],
  ],
];

test.each(CASES)('%s in %s', (expected, path, bad, good) => {
  expect(check(path, bad)).toContain(expected);
  const rule = expected.split(' ')[0] ?? '';
  for (const text of good) expect(check(path, text).filter((each) => each.startsWith(`${rule} `))).toEqual([]);
});

test('every rule has a case', () => {
  const catalogs = {
    ...SHELL_PROBLEMS,
    ...DOCKERFILE_PROBLEMS,
    ...COMPOSE_PROBLEMS,
    ...WORKFLOW_PROBLEMS,
    ...PIPELINE_PROBLEMS,
  };
  const tried = new Set(CASES.map(([expected]) => expected.split(' ')[0]));
  expect(Object.keys(catalogs).filter((rule) => !tried.has(rule))).toEqual([]);
});

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
  expect(check(FLOW, flow('push', [`- run: echo "\${{ ${expression} }}"`]))).toContain(
    'workflow-script-injection 7 MEDIUM',
  );
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
  expect(check(FLOW, flow('push', [`- run: test "\${{ ${expression} }}"`]))).toEqual([]);
});
