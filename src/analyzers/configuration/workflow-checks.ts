/**
 * Checks a parsed GitHub workflow or composite action: injection and trust (workflow-injection.ts, workflow-trust.ts), actions that are
 * not pinned, permissions, secrets, conditions, shell commands. Returns RuleMatches to configuration.ts; pipeline-checks.ts reuses
 * detectScript and detectVariables.
 */
import type { TextDocument } from '../source-text/text-document.ts';
import type { RuleMatch } from './rule-match.ts';
import { detectShell } from './shell-checks.ts';
import { findExpressions } from './workflow-expressions.ts';
import { detectInjection, scriptLines } from './workflow-injection.ts';
import { isPrivileged, readWorkflow, type Workflow } from './workflow-model.ts';
import { detectTrust, usesSecrets } from './workflow-trust.ts';
import { entriesOf, entryOf, isYes, mapsBelow, nodeAt, textOf, type YamlNode } from './yaml-tree.ts';

export function checkWorkflow(document: TextDocument, roots: readonly YamlNode[]): readonly RuleMatch[] {
  const workflow = roots[0] ? readWorkflow(roots[0]) : null;
  if (!workflow) return [];
  return [
    ...detectInjection(document, workflow),
    ...detectTrust(document, workflow),
    ...detectReferences(workflow),
    ...detectPermissions(workflow),
    ...detectSecrets(document, workflow),
    ...detectConditions(document, workflow),
    ...detectCommands(document, workflow),
  ];
}

// ------------------------------------------------------------------------------------------------ actions of others

/** Owned by the makers of the platform, who own the runner too. */
const PLATFORM = /^(?:actions|github)\//u;

/** A tag of somebody else's; branches are what the reviewer of dependencies reports. One sighting for the file. */
function detectReferences(workflow: Workflow): readonly RuleMatch[] {
  const nodes = [
    ...workflow.jobs.flatMap(({ steps }) => steps.map(({ uses }) => uses)),
    ...workflow.jobs.map(({ node }) => nodeAt(node, 'uses')),
  ].filter((node) => node !== null);
  const open = nodes.filter((node) => isMovable(textOf(node)));
  const [first] = open;
  if (!first) return [];
  const what = [...new Set(open.map(textOf))].slice(0, 4).join(', ');
  const severity = isPrivileged(workflow) && usesSecrets(workflow) ? 'MEDIUM' : 'LOW';
  return [{ rule: 'workflow-unpinned-action', line: first.line, what, severity }];
}

function isMovable(uses: string): boolean {
  if (PLATFORM.test(uses) || /^\.{1,2}\//u.test(uses) || uses.includes('${{')) return false;
  if (uses.startsWith('docker://')) return !uses.includes('@sha256:');
  const reference = uses.split('@')[1];
  const isBranch = reference === undefined || /^(?:main|master|develop|dev|trunk|HEAD)$/u.test(reference);
  return uses.includes('/') && !isBranch && !/^[0-9a-f]{40,64}$/u.test(reference ?? '');
}

// ------------------------------------------------------------------------------------------------ permissions

function detectPermissions(workflow: Workflow): readonly RuleMatch[] {
  if (workflow.kind !== 'workflow') return [];
  const holders = [workflow.root, ...workflow.jobs.map(({ node }) => node)];
  const all = holders.flatMap((holder) => {
    const entry = entryOf(holder, 'permissions');
    return entry && textOf(entry.value) === 'write-all' ? [{ rule: 'workflow-all-permissions', line: entry.line }] : [];
  });
  const isStated = entryOf(workflow.root, 'permissions') !== null;
  const silent = workflow.jobs.find(({ node }) => entryOf(node, 'permissions') === null);
  if (isStated || !silent || !isPrivileged(workflow)) return all;
  const line = entryOf(workflow.root, 'on')?.line ?? silent.line;
  return [...all, { rule: 'workflow-default-permissions', line }];
}

// ------------------------------------------------------------------------------------------------ secrets

const ALL_SECRETS = /\btoJSON\(\s*secrets\s*\)/iu;

function detectSecrets(document: TextDocument, workflow: Workflow): readonly RuleMatch[] {
  const seen: RuleMatch[] = [];
  for (const { node } of workflow.jobs) {
    const entry = entryOf(node, 'secrets');
    const called = textOf(nodeAt(node, 'uses'));
    if (entry && textOf(entry.value) === 'inherit' && called !== '' && !called.startsWith('./'))
      seen.push({ rule: 'workflow-all-secrets', line: entry.line, what: called });
  }
  for (const map of mapsBelow(workflow.root))
    for (const { value } of map.entries)
      if (findExpressions(textOf(value)).some(({ text }) => ALL_SECRETS.test(text)))
        seen.push({
          rule: 'workflow-all-secrets',
          line: findTextLine(document, value, ALL_SECRETS),
          what: 'toJSON(secrets)',
        });
  for (const { run } of workflow.jobs.flatMap(({ steps }) => steps))
    if (run) seen.push(...scriptLines(run, document).flatMap(detectPrinted));
  return seen;
}

const PRINTS =
  /^\s*(?:-\s+)?(?:run:\s*(?:[|>][-+]?\s*)?)?["']?(?:echo|printf|Write-(?:Host|Output)|print)\b(?<said>[^|>;&]*)(?<rest>.*)$/u;

/** Printed to the log; what goes on into a pipe or a file is not printed. */
function detectPrinted({ text, line }: { readonly text: string; readonly line: number }): readonly RuleMatch[] {
  const match = PRINTS.exec(text.slice(0, 1000));
  const secret = /\$\{\{\s*secrets\.(\w+)\s*\}\}/u.exec(match?.groups?.said ?? '');
  if (!secret || /::add-mask::/u.test(text) || /^(?:\||>)/u.test(match?.groups?.rest ?? '')) return [];
  return [{ rule: 'workflow-prints-secret', line, what: secret[1] ?? '' }];
}

function findTextLine(document: TextDocument, node: YamlNode, pattern: RegExp): number {
  const found = pattern.exec(document.text.slice(node.start, node.end));
  return document.lineAt(node.start + (found?.index ?? 0));
}

// ------------------------------------------------------------------------------------------------ conditions

function detectConditions(document: TextDocument, workflow: Workflow): readonly RuleMatch[] {
  const holders = workflow.jobs.flatMap(({ node }) => [node, ...mapsBelow(nodeAt(node, 'steps'))]);
  return holders.flatMap((holder): readonly RuleMatch[] => {
    const entry = entryOf(holder, 'if');
    if (!entry) return [];
    const text = textOf(entry.value).trim();
    const line = Math.min(entry.line, document.lines.length);
    if (hasTextOutside(text)) return [{ rule: 'workflow-condition-always-true', line }];
    const isBot = /github\.(?:actor|triggering_actor)\s*==\s*'[\w-]+\[bot\]'/u.test(text);
    const isOpen = workflow.triggers.has('pull_request_target') || workflow.triggers.has('workflow_run');
    return isBot && isOpen && !/user\.login/u.test(text) ? [{ rule: 'workflow-spoofable-bot', line }] : [];
  });
}

/** Beside a single expression nothing may stand; several make a text of their own. */
function hasTextOutside(condition: string): boolean {
  const [first] = findExpressions(condition);
  return (
    first !== undefined &&
    !(first.start === 0 && condition.endsWith('}}') && condition.length === first.text.length + 5)
  );
}

// ------------------------------------------------------------------------------------------------ commands

function detectCommands(document: TextDocument, workflow: Workflow): readonly RuleMatch[] {
  const envs = [workflow.env, ...workflow.jobs.flatMap(({ env, steps }) => [env, ...steps.map((step) => step.env)])];
  const unsecure = envs.flatMap((env) =>
    env
      .filter(({ key, value }) => key === 'ACTIONS_ALLOW_UNSECURE_COMMANDS' && isYes(value))
      .map(({ line }) => ({ rule: 'workflow-unsecure-commands', line })),
  );
  const shell = workflow.jobs
    .flatMap(({ steps }) => steps)
    .flatMap(({ run }) => (run ? detectScript(document, run) : []));
  return [...unsecure, ...shell];
}

/** Problems of the shell text in a scalar, each at its line. */
export const detectScript = (document: TextDocument, node: YamlNode): readonly RuleMatch[] =>
  detectShell(document.text.slice(node.start, node.end), (offset) => document.lineAt(node.start + offset));

/** Environment variables that switch checks off, wherever a build file sets them. */
export function detectVariables(root: YamlNode): readonly RuleMatch[] {
  return mapsBelow(root).flatMap((map) =>
    entriesOf(map).flatMap(({ key, value, line }): readonly RuleMatch[] => {
      const isOff =
        (/^(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY)$/u.test(key) && textOf(value) === '0') ||
        (/^(?:GIT_SSL_NO_VERIFY|CURL_INSECURE|AWS_NO_VERIFY_SSL)$/u.test(key) && /^(?:1|true)$/iu.test(textOf(value)));
      return isOff ? [{ rule: 'build-skips-tls-check', line, what: `${key}: ${textOf(value)}` }] : [];
    }),
  );
}
