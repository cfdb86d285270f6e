/**
 * Follows attacker-controlled text through a GitHub workflow, from the event through `env`, matrix, step and job outputs, into scripts,
 * GITHUB_ENV and action inputs that are run as code; also inputs of callers in scripts. Returns RuleMatches to workflow-checks.ts.
 */
import type { TextDocument } from '../source-text/text-document.ts';
import type { RuleMatch } from './rule-match.ts';
import { findExpressions, findUntrusted, isTellingOutput, normalizeExpression } from './workflow-expressions.ts';
import { isPrivileged, type Workflow, type WorkflowJob, type WorkflowStep } from './workflow-model.ts';
import { entriesOf, nodeAt, textOf, type YamlEntry, type YamlNode } from './yaml-tree.ts';

/** Inputs of actions that are run as code. */
const CODE_INPUTS: readonly { readonly action: RegExp; readonly inputs: RegExp; readonly isScript?: boolean }[] = [
  { action: /^actions\/github-script$/u, inputs: /^script$/u, isScript: true },
  { action: /^azure\/(?:powershell|cli)$/iu, inputs: /^inlinescript$/u },
  { action: /ssh-action$|ssh-command|ssh-execute/iu, inputs: /^(?:script|command)$/u },
  {
    action: /pwsh-script|powershell-action|js-eval-action|python-script-action|run-python/iu,
    inputs: /^(?:script|expression|run)$/u,
  },
  {
    action: /docker-run-action|run-on-arch-action|retry$|run-vcpkg|xvfb-action|setup-xvfb/iu,
    inputs: /^(?:run|command|options)$/u,
  },
];

interface Flow {
  readonly document: TextDocument;
  readonly workflow: Workflow;
  /** Names such as `env.title`, `steps.a.outputs.b`, `needs.a.outputs.b`. */
  readonly tainted: Set<string>;
}

export function detectInjection(document: TextDocument, workflow: Workflow): readonly RuleMatch[] {
  const flow: Flow = { document, workflow, tainted: new Set() };
  taintEnv(workflow.env, flow.tainted);
  return [...workflow.jobs.flatMap((job) => followJob(job, flow)), ...detectCallerInputs(document, workflow)];
}

function followJob(job: WorkflowJob, { document, workflow, tainted: outside }: Flow): readonly RuleMatch[] {
  const tainted = new Set(outside);
  taintMatrix(job, tainted);
  taintEnv(job.env, tainted);
  const flow = { document, workflow, tainted };
  const seen = job.steps.flatMap((step) => followStep(step, flow));
  for (const { key, value } of entriesOf(nodeAt(job.node, 'outputs')))
    if (holdsUntrusted(value, tainted)) outside.add(`needs.${job.name}.outputs.${key}`.toLowerCase());
  return seen;
}

function taintEnv(env: readonly YamlEntry[], tainted: Set<string>): void {
  for (const { key, value } of env) {
    const name = `env.${key}`.toLowerCase();
    if (holdsUntrusted(value, tainted)) tainted.add(name);
    else tainted.delete(name);
  }
}

function taintMatrix(job: WorkflowJob, tainted: Set<string>): void {
  for (const { key, value } of entriesOf(nodeAt(job.node, 'strategy', 'matrix')))
    if (holdsUntrusted(value, tainted)) tainted.add(`matrix.${key}`.toLowerCase());
}

const holdsUntrusted = (value: YamlNode, tainted: ReadonlySet<string>): boolean =>
  findExpressions(textOf(value)).some(({ text }) => findUntrusted(text, tainted) !== null);

function followStep(step: WorkflowStep, outer: Flow): readonly RuleMatch[] {
  const tainted = new Set(outer.tainted);
  taintEnv(step.env, tainted);
  const flow = { ...outer, tainted };
  const seen = [...detectRun(step, flow), ...detectCodeInputs(step, flow)];
  taintOutputs(step, tainted, outer);
  return seen;
}

// ------------------------------------------------------------------------------------------------ sinks

function detectRun({ run }: WorkflowStep, flow: Flow): readonly RuleMatch[] {
  if (run === null) return [];
  const direct = detectExpressions(run, flow, 'workflow-script-injection', false);
  return [...direct, ...detectShellVariables(run, flow)];
}

function detectCodeInputs(step: WorkflowStep, flow: Flow): readonly RuleMatch[] {
  const sink = CODE_INPUTS.find(({ action }) => action.test(step.action));
  if (!sink) return [];
  return step.inputs
    .filter(({ key }) => sink.inputs.test(key.toLowerCase()))
    .flatMap(({ value }) => detectExpressions(value, flow, 'workflow-script-injection', sink.isScript === true));
}

/** One sighting per line. In a script of JavaScript `toJSON` makes a literal, which is safe. */
function detectExpressions(node: YamlNode, flow: Flow, rule: string, isScript: boolean): readonly RuleMatch[] {
  const { document, workflow, tainted } = flow;
  const seen = new Map<number, RuleMatch>();
  for (const { text, start } of findExpressions(document.text.slice(node.start, node.end))) {
    const what = isScript && /^\s*tojson\(/iu.test(text) ? null : findUntrusted(text, tainted);
    if (what === null) continue;
    const line = document.lineAt(node.start + start);
    const severity = isPrivileged(workflow) ? 'HIGH' : 'MEDIUM';
    if (!seen.has(line)) seen.set(line, { rule, line, what, severity });
  }
  return [...seen.values()];
}

/** Shell variables are safe as arguments, but not as code and not as lines of the environment file. */
function detectShellVariables(run: YamlNode, { document, workflow, tainted }: Flow): readonly RuleMatch[] {
  const names = [...tainted].filter((name) => /^env\.\w+$/u.test(name)).map((name) => name.slice(4));
  if (names.length === 0 && !/GITHUB_(?:ENV|PATH)/u.test(textOf(run))) return [];
  const variable = new RegExp(String.raw`\$(?:env:)?\{?(?:${names.join('|') || '(?!)'})\b`, 'iu');
  const severity = isPrivileged(workflow) ? 'HIGH' : 'MEDIUM';
  return scriptLines(run, document).flatMap(({ text, line }): readonly RuleMatch[] => {
    const isTainted =
      variable.test(text) || findExpressions(text).some((each) => findUntrusted(each.text, tainted) !== null);
    if (!isTainted) return [];
    if (/>>?\s*["']?\$\{?GITHUB_(?:ENV|PATH)\b|\$env:GITHUB_(?:ENV|PATH)|::set-env|::add-path/iu.test(text))
      return [{ rule: 'workflow-environment-injection', line, severity }];
    const isCode =
      /\beval\s|\b(?:ba|z|da)?sh\s+-\w*c\s|\bpython3?\s+-c\s|\bnode\s+-e\s|\bInvoke-Expression\b|\biex\s/iu.test(text);
    return isCode && variable.test(text)
      ? [{ rule: 'workflow-script-injection', line, what: 'an environment variable', severity }]
      : [];
  });
}

/** Lines of a script with their place in the file. */
export function scriptLines(
  run: YamlNode,
  document: TextDocument,
): readonly { readonly text: string; readonly line: number }[] {
  const first = document.lineAt(run.start);
  const last = document.lineAt(Math.max(run.start, run.end - 1));
  return document.lines
    .slice(first - 1, last)
    .map((text, index) => ({ text, line: first + index }))
    .filter(({ text }) => !/^\s*#/u.test(text));
}

// ------------------------------------------------------------------------------------------------ outputs

function taintOutputs(step: WorkflowStep, inside: ReadonlySet<string>, { document, tainted }: Flow): void {
  if (step.id === '') return;
  const prefix = `steps.${step.id}.outputs.`.toLowerCase();
  for (const name of writtenOutputs(textOf(step.run), inside)) tainted.add(`${prefix}${name.toLowerCase()}`);
  if (step.action === '') return;
  for (const name of mentionedOutputs(document.text, prefix))
    if (isTellingOutput(step.action, name)) tainted.add(`${prefix}${name}`);
}

/** Which outputs of a step the file reads at all. */
const mentionedOutputs = (text: string, prefix: string): readonly string[] =>
  [...text.toLowerCase().matchAll(/\bsteps\.[\w-]+\.outputs\.[\w-]+/gu)]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name]) => name.slice(prefix.length));

/** Outputs that a script fills from a tainted variable or expression. */
function writtenOutputs(script: string, tainted: ReadonlySet<string>): readonly string[] {
  if (!/GITHUB_OUTPUT|::set-output/u.test(script)) return [];
  return script.split('\n').flatMap((line) => {
    const name = /::set-output\s+name=([\w-]+)::|["'\s]([\w-]+)=[^=].*>>?\s*["']?\$\{?GITHUB_OUTPUT/u.exec(line);
    if (!name) return [];
    const isTainted =
      findExpressions(line).some(({ text }) => findUntrusted(text, tainted) !== null) ||
      [...line.matchAll(/\$\{?(\w+)/gu)].some(([, variable = '']) => tainted.has(`env.${variable.toLowerCase()}`));
    return isTainted ? [name[1] ?? name[2] ?? ''] : [];
  });
}

// ------------------------------------------------------------------------------------------------ callers

/** Inputs of a reusable workflow or composite action: a matter of its callers, so one hint per file. */
function detectCallerInputs(document: TextDocument, workflow: Workflow): readonly RuleMatch[] {
  const declared =
    workflow.kind === 'action'
      ? nodeAt(workflow.root, 'inputs')
      : nodeAt(workflow.root, 'on', 'workflow_call', 'inputs');
  const names = entriesOf(declared)
    .filter(({ value }) => !/^(?:boolean|number|choice|environment)$/u.test(textOf(nodeAt(value, 'type'))))
    .map(({ key }) => key.toLowerCase());
  if (names.length === 0) return [];
  for (const { run } of workflow.jobs.flatMap(({ steps }) => steps)) {
    if (run === null) continue;
    for (const { text, start } of findExpressions(document.text.slice(run.start, run.end))) {
      const name = /^\s*inputs\.([\w-]+)\s*$/u.exec(normalizeExpression(text))?.[1];
      if (name !== undefined && names.includes(name))
        return [{ rule: 'workflow-input-in-script', line: document.lineAt(run.start + start), what: `inputs.${name}` }];
    }
  }
  return [];
}
