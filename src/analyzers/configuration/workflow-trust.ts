/**
 * Finds jobs of a GitHub workflow that check out or run code of a pull request with the rights of the repository, trust downloaded
 * artifacts, poison caches, use self-hosted runners or upload credentials. Returns RuleMatches to workflow-checks.ts.
 */
import type { TextDocument } from '../source-text/text-document.ts';
import type { RuleMatch } from './rule-match.ts';
import { scriptLines } from './workflow-injection.ts';
import {
  inputOf,
  isApproved,
  isGuarded,
  isPrivileged,
  type Workflow,
  type WorkflowJob,
  type WorkflowStep,
} from './workflow-model.ts';
import { entriesOf, mapsBelow, nodeAt, textOf, textsOf } from './yaml-tree.ts';

const HEAD =
  /github\.event\.pull_request\.head\.(?:sha|ref)|github\.head_ref|github\.event\.workflow_run\.(?:head_sha|head_branch|head_commit\.id)|github\.event\.pull_request\.merge_commit_sha|refs\/pull\/|steps\.[\w-]+\.outputs\.[\w-]*(?:head_?(?:sha|ref)|sha|ref)\b|needs\.[\w-]+\.outputs\.[\w-]*(?:head_?(?:sha|ref))/u;
const HEAD_REPOSITORY = /github\.event\.(?:pull_request\.head\.repo|workflow_run\.head_repository)\.full_name/u;
const FETCHES_HEAD =
  /\bgh\s+pr\s+checkout\b|\bgit\s+(?:fetch|pull|checkout|switch|worktree)\b[^\n]*(?:pull\/|head\.(?:sha|ref)|head_ref|head_sha|HEAD_SHA|HEAD_REF|PR_(?:SHA|REF|HEAD))/u;
/** Commands that run what a checkout holds. */
const EXECUTES =
  /(?:^|[\s;&|(])(?:npm\s+(?:ci|i|install|run|test|exec|start|publish)|npx\s|yarn(?:\s|$)|pnpm\s+(?:i|install|run|test|exec|build)|bun\s+(?:i|install|run|test)|make(?:\s|$)|cmake\s|pip3?\s+install\s+(?:-e\s|-r\s|\.|--)|python3?\s+(?!-c|-m\s+(?:pip|venv)|--version)\S|pytest|tox(?:\s|$)|nox(?:\s|$)|poetry\s+(?:install|run)|uv\s+(?:sync|run)|go\s+(?:test|run|generate|build|vet)|cargo\s+(?:build|test|run|clippy|bench)|mvn\s|gradle\s|bundle\s+(?:install|exec)|rake\s|composer\s+(?:install|run)|dotnet\s+(?:build|test|run|restore)|docker\s+(?:build|compose)|docker-compose\s|pre-commit\s+run|(?:ba|z)?sh\s+(?!-c)\S+|node\s+(?!-e|--version)\S|ruby\s+\S|terraform\s+(?:plan|apply|init)|ansible-playbook\s|\.{1,2}\/[\w.-]+)/mu;
const EXECUTING_ACTION =
  /^\.{1,2}\/|^(?:docker\/build-push-action|pre-commit\/action|golangci\/golangci-lint-action|gradle\/|ruby\/setup-ruby|JamesIves\/|cypress-io\/|goreleaser\/|pulumi\/actions|hashicorp\/terraform|super-linter\/|github\/super-linter|oxsecurity\/megalinter|bridgecrewio\/)/iu;
const CACHES = /^actions\/cache(?:\/save)?$|rust-cache$|^(?:actions|ruby|gradle|pnpm|oven-sh)\/setup-|setup-buildx/iu;

export function detectTrust(document: TextDocument, workflow: Workflow): readonly RuleMatch[] {
  return workflow.jobs.flatMap((job) => [
    ...(takesStrangers(workflow) ? detectCheckout(document, workflow, job) : []),
    ...(workflow.triggers.has('workflow_run') ? detectArtifacts(document, job) : []),
    ...detectRunner(workflow, job),
    ...detectUpload(job),
  ]);
}

const takesStrangers = ({ triggers }: Workflow): boolean =>
  ['pull_request_target', 'workflow_run', 'issue_comment'].some((event) => triggers.has(event));

function detectCheckout(document: TextDocument, workflow: Workflow, job: WorkflowJob): readonly RuleMatch[] {
  if (isGuarded(job.condition)) return [];
  const at = job.steps.findIndex((step) => checksOutHead(step) && !isGuarded(step.condition));
  const step = job.steps[at];
  if (!step) return [];
  const later = [step, ...job.steps.slice(at + 1)];
  const isExecuted = later.some((each) => executes(each));
  const place = findCheckoutLine(document, step);
  const isSlowed =
    [job, ...later].some(({ condition }) => isApproved(condition)) || nodeAt(job.node, 'environment') !== null;
  const weight = isSlowed ? { severity: 'MEDIUM' as const } : {};
  const seen: RuleMatch[] = [
    isExecuted
      ? { rule: 'workflow-runs-stranger-code', line: place, ...weight }
      : { rule: 'workflow-checks-out-stranger-code', line: place, ...(isSlowed ? { severity: 'LOW' as const } : {}) },
  ];
  const cache = isPrivileged(workflow) ? later.find(storesCache) : undefined;
  if (cache && isExecuted) seen.push({ rule: 'workflow-cache-poisoning', line: cache.uses?.line ?? cache.line });
  return seen;
}

function checksOutHead(step: WorkflowStep): boolean {
  if (/^actions\/checkout$/u.test(step.action))
    return HEAD.test(inputOf(step, 'ref')) || HEAD_REPOSITORY.test(inputOf(step, 'repository'));
  return step.run !== null && FETCHES_HEAD.test(textOf(step.run));
}

const executes = (step: WorkflowStep): boolean =>
  EXECUTING_ACTION.test(step.action) || (step.run !== null && EXECUTES.test(textOf(step.run)));

function findCheckoutLine(document: TextDocument, step: WorkflowStep): number {
  const input = step.inputs.find(
    ({ key, value }) =>
      (key === 'ref' && HEAD.test(textOf(value))) || (key === 'repository' && HEAD_REPOSITORY.test(textOf(value))),
  );
  if (input) return input.line;
  const fetch = step.run && scriptLines(step.run, document).find(({ text }) => FETCHES_HEAD.test(text));
  return fetch ? fetch.line : step.line;
}

const storesCache = (step: WorkflowStep): boolean =>
  CACHES.test(step.action) &&
  (/cache$|cache\/save$/u.test(step.action) || !['', 'false'].includes(inputOf(step, 'cache')));

// ------------------------------------------------------------------------------------------------ artifacts

function detectArtifacts(document: TextDocument, job: WorkflowJob): readonly RuleMatch[] {
  if (isGuarded(job.condition)) return [];
  const at = job.steps.findIndex(downloadsArtifact);
  const download = job.steps[at];
  if (!download) return [];
  const seen: RuleMatch[] = [];
  for (const { run } of job.steps.slice(at)) {
    const write =
      run &&
      scriptLines(run, document).find(
        ({ text }) => /\$\(\s*(?:cat|<)|\bcat\s+\S/u.test(text) && /GITHUB_(?:ENV|PATH)/u.test(text),
      );
    if (write) seen.push({ rule: 'workflow-environment-injection', line: write.line });
  }
  const path = inputOf(download, 'path');
  const isApart =
    /runner\.temp|\/tmp\b/u.test(path) ||
    (download.run !== null && /RUNNER_TEMP|\/tmp\b|runner\.temp/u.test(textOf(download.run)));
  const runs = job.steps.slice(at + 1).some(executes);
  if (!isApart && runs) seen.push({ rule: 'workflow-trusts-artifact', line: download.uses?.line ?? download.line });
  return seen;
}

const downloadsArtifact = (step: WorkflowStep): boolean =>
  /download-(?:workflow-)?artifact$/iu.test(step.action)
    ? /^dawidd6\//iu.test(step.action) || inputOf(step, 'run-id') !== ''
    : (step.run !== null && /\bgh\s+run\s+download\b/u.test(textOf(step.run))) ||
      (step.action === 'actions/github-script' && /downloadArtifact/u.test(inputOf(step, 'script')));

// ------------------------------------------------------------------------------------------------ runners, uploads

function detectRunner({ triggers }: Workflow, job: WorkflowJob): readonly RuleMatch[] {
  const isStranger = triggers.has('pull_request') || triggers.has('pull_request_target');
  const runsOn = nodeAt(job.node, 'runs-on');
  const labels = [...textsOf(runsOn), ...textsOf(nodeAt(runsOn, 'labels'))];
  if (!isStranger || runsOn === null || !labels.includes('self-hosted') || isGuarded(job.condition)) return [];
  const line = entriesOf(job.node).find(({ key }) => key === 'runs-on')?.line ?? job.line;
  return [
    {
      rule: 'workflow-self-hosted-runner',
      line,
      ...(triggers.has('pull_request_target') ? { severity: 'MEDIUM' as const } : {}),
    },
  ];
}

function detectUpload(job: WorkflowJob): readonly RuleMatch[] {
  const keepsToken = job.steps.some(
    (step) =>
      step.action === 'actions/checkout' &&
      inputOf(step, 'persist-credentials') !== 'false' &&
      inputOf(step, 'path') === '',
  );
  const upload = job.steps.find(
    (step) =>
      step.action === 'actions/upload-artifact' &&
      /^(?:\.\/?|\$\{\{\s*github\.workspace\s*\}\}\/?)$/u.test(inputOf(step, 'path').trim()) &&
      (inputOf(step, 'include-hidden-files') === 'true' || /^v[123]\b/u.test(step.reference ?? '')),
  );
  const path = upload?.inputs.find(({ key }) => key === 'path');
  return keepsToken && path ? [{ rule: 'workflow-uploads-credentials', line: path.line }] : [];
}

/** Whether any job of the file uses a secret. */
export const usesSecrets = ({ root }: Workflow): boolean =>
  mapsBelow(root).some((map) => map.entries.some(({ value }) => /\bsecrets\.(?!GITHUB_TOKEN\b)/u.test(textOf(value))));
