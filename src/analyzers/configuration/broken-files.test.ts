/** Files that break the rules of their format: what can be read is looked at, and nobody takes them for reviewed. */

import { expect, test } from 'vitest';
import { scanProject } from '../../../test/scan-project.ts';
import { detectLanguage } from '../../protocol/source/language.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { openDocument } from '../source-text/text-document.ts';
import { checkConfiguration } from './configuration.ts';
import { configuration } from './declaration.ts';

const read = (path: string, text: string): unknown => {
  const language = detectLanguage(path)?.name ?? null;
  const { observations, fault, limit } = checkConfiguration(openDocument({ path, language, text, changed: null }));
  return { seen: observations.map(({ rule, line }) => `${rule} ${line}`), fault, limit: limit ?? null };
};

const WORKFLOW = `on: pull_request_target
jobs:
  b:
    runs-on: ubuntu-latest
    permissions: {}
    steps:
      - run: echo "\${{ github.event.pull_request.title }}"
      - run: curl -H "Authorization: x" https://example.com
`;
const POD = `apiVersion: v1
kind: Pod
spec:
  containers:
    - name: a
      image: a:1.2.3
      securityContext: { privileged: true }
`;
const TEMPLATE_LIMIT = 'templates that are no YAML before they are rendered';

test.each([
  {
    name: 'a workflow with one broken line',
    path: '.github/workflows/ci.yml',
    text: WORKFLOW,
    seen: ['workflow-script-injection 7'],
    fault: 'line 8: Nested mappings are not allowed in compact mappings',
  },
  {
    name: 'one document of several',
    path: 'k8s/pods.yaml',
    text: `a: b: c\n- x\n---\n${POD}`,
    seen: ['pod-privileged 10'],
    fault: 'line 1: Nested mappings are not allowed in compact mappings',
  },
  {
    name: 'a list that is indented wrongly',
    path: 'k8s/pod.yaml',
    text: `${POD}     - bad\n`,
    seen: ['pod-privileged 7'],
    fault: 'line 8: All sequence items must start at the same column',
  },
  {
    name: 'a template word in a workflow that the service runs',
    path: '.github/workflows/ci.yml',
    text: `${WORKFLOW}      - run: docker ps --format '{{ .Names }}'\n`,
    seen: ['workflow-script-injection 7'],
    fault: 'line 8: Nested mappings are not allowed in compact mappings',
  },
])('$name is read as far as that goes, and said to be broken', ({ path, text, seen, fault }) => {
  expect(read(path, text)).toEqual({ seen, fault, limit: null });
});

test.each<[string, string, string, { readonly seen: readonly string[]; readonly limit: string | null }]>([
  [
    'a chart',
    'chart/templates/a.yaml',
    `${POD}{{- if .Values.x }}\n  {{ toYaml .Values.y | nindent 4 }}\n{{- end }}\n`,
    { seen: ['pod-privileged 7'], limit: null },
  ],
  [
    'a chart that blanks do not mend',
    'chart/templates/b.yaml',
    `apiVersion: v1\nkind: Pod\na: [{{ range .x }}\n  - "{{ . }}": "\n---\n${POD}`,
    { seen: [], limit: TEMPLATE_LIMIT },
  ],
  [
    'a playbook of another engine',
    'skeleton/compose.yaml',
    'services:\n  {% for a in b %}\n  x: y: z\n  {% endfor %}\n',
    { seen: [], limit: TEMPLATE_LIMIT },
  ],
  ['settings nobody here has rules for', 'a.yaml', 'a: b: c\n', { seen: [], limit: null }],
])('%s is no alarm', (_name, path, text, { seen, limit }) => {
  expect(read(path, text)).toEqual({ seen, fault: null, limit });
});

test('the analyzer names the files it could not parse and keeps what it found', async () => {
  const files = { '.github/workflows/ci.yml': WORKFLOW, 'k8s/pod.yaml': POD };
  const outcome = await scanProject(openAnalyzer(configuration), files);
  expect({ ...outcome, findings: outcome.findings.map(({ file, rule }) => `${file} ${rule}`) }).toEqual({
    status: 'partial',
    reason: null,
    findings: ['.github/workflows/ci.yml workflow-script-injection', 'k8s/pod.yaml pod-privileged'],
    unfinished: [],
    unparsed: [
      { path: '.github/workflows/ci.yml', fault: 'line 8: Nested mappings are not allowed in compact mappings' },
    ],
  });
});
