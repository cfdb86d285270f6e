/**
 * Reads a parsed GitHub workflow or composite action into a Workflow of triggers, jobs and steps with their lines, null for other YAML.
 * Also tells such files by path and says which triggers and conditions let outsiders in. Used by the workflow checks and
 * configuration.ts.
 */
import { entriesOf, itemsOf, nodeAt, textOf, textsOf, type YamlEntry, type YamlNode } from './yaml-tree.ts';

export interface WorkflowStep {
  readonly id: string;
  /** `actions/checkout` without its reference; the empty text for a script. */
  readonly action: string;
  readonly reference: string | null;
  readonly uses: YamlNode | null;
  readonly run: YamlNode | null;
  readonly condition: string;
  readonly env: readonly YamlEntry[];
  readonly inputs: readonly YamlEntry[];
  readonly line: number;
}

export interface WorkflowJob {
  readonly name: string;
  readonly line: number;
  readonly node: YamlNode;
  readonly condition: string;
  readonly env: readonly YamlEntry[];
  readonly steps: readonly WorkflowStep[];
}

export interface Workflow {
  readonly kind: 'workflow' | 'action';
  readonly root: YamlNode;
  readonly triggers: ReadonlySet<string>;
  readonly env: readonly YamlEntry[];
  readonly jobs: readonly WorkflowJob[];
}

/** Events a stranger causes while the run has the rights and secrets of the repository. */
const PRIVILEGED = [
  'pull_request_target',
  'workflow_run',
  'issues',
  'issue_comment',
  'discussion',
  'discussion_comment',
  'gollum',
  'fork',
  'watch',
] as const;

export const isPrivileged = ({ triggers }: Workflow): boolean => PRIVILEGED.some((event) => triggers.has(event));

export const isWorkflowPath = (path: string): boolean =>
  /(?:^|\/)\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/u.test(path);
export const isActionPath = (path: string): boolean => /(?:^|\/)action\.ya?ml$/u.test(path);

export function readWorkflow(root: YamlNode): Workflow | null {
  const on = nodeAt(root, 'on');
  const jobs = entriesOf(nodeAt(root, 'jobs'));
  if (on !== null && jobs.length > 0) {
    const triggers = on.kind === 'map' ? entriesOf(on).map(({ key }) => key) : textsOf(on);
    return {
      kind: 'workflow',
      root,
      triggers: new Set(triggers),
      env: entriesOf(nodeAt(root, 'env')),
      jobs: jobs.map(({ key, line, value }) => readJob(key, line, value)),
    };
  }
  const runs = nodeAt(root, 'runs');
  if (textOf(nodeAt(runs, 'using')) !== 'composite' || runs === null) return null;
  return { kind: 'action', root, triggers: new Set(), env: [], jobs: [readJob('runs', runs.line, runs)] };
}

const readJob = (name: string, line: number, node: YamlNode): WorkflowJob => ({
  name,
  line,
  node,
  condition: textOf(nodeAt(node, 'if')),
  env: entriesOf(nodeAt(node, 'env')),
  steps: itemsOf(nodeAt(node, 'steps')).map(readStep),
});

function readStep(node: YamlNode): WorkflowStep {
  const uses = nodeAt(node, 'uses');
  const [action = '', ...reference] = textOf(uses).split('@');
  return {
    id: textOf(nodeAt(node, 'id')),
    action,
    reference: reference.length === 0 ? null : reference.join('@'),
    uses,
    run: nodeAt(node, 'run'),
    condition: textOf(nodeAt(node, 'if')),
    env: entriesOf(nodeAt(node, 'env')),
    inputs: entriesOf(nodeAt(node, 'with')),
    line: node.line,
  };
}

export const inputOf = (step: WorkflowStep, name: string): string =>
  textOf(step.inputs.find(({ key }) => key.toLowerCase() === name)?.value ?? null);

/** A condition that keeps strangers out. */
export const isGuarded = (condition: string): boolean =>
  /head\.repo\.(?:full_name|owner\.login|fork)|author_association|\.fork\b|github\.event\.(?:sender|comment\.user|issue\.user|pull_request\.user)\.login\s*==|github\.(?:actor|triggering_actor)\s*==|getCollaboratorPermission|repository_owner\s*==\s*github\.event/u.test(
    condition,
  );

/** A condition that waits for somebody with rights, who may be overtaken by a later push. */
export const isApproved = (condition: string): boolean => /labels|label\.name/u.test(condition);
