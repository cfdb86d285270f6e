/**
 * Checks parsed Kubernetes objects and Helm values for pods with rights over their node, open image versions, roles and bindings that
 * allow too much, and committed secrets; returns RuleMatches to configuration.ts. blankTemplates makes Helm templates readable as YAML
 * first.
 */
import type { TextDocument } from '../source-text/text-document.ts';
import { isDangerousHostPath, isStrongCapability } from './compose-checks.ts';
import type { RuleMatch } from './rule-match.ts';
import {
  entriesOf,
  entryOf,
  isNo,
  isYes,
  itemsOf,
  mapsBelow,
  nodeAt,
  textOf,
  textsOf,
  type YamlMap,
  type YamlNode,
} from './yaml-tree.ts';

/** A chart's templates are not YAML until rendered: directives become blanks or a word of the same length. */
export const blankTemplates = (text: string): string =>
  text
    .replace(/^[ \t]*\{\{-?(?:(?!\}\})[\s\S]){0,2000}\}\}[ \t]*$/gmu, blank)
    .replace(/\{\{(?:(?!\}\})[^\n]){0,500}\}\}/gu, (directive) => 'T'.repeat(directive.length));

/** A character of two units becomes two blanks: places behind it stay where they are. */
const blank = (text: string): string => text.replace(/[^\n]/gu, (character) => ' '.repeat(character.length));

export const isKubernetesText = (text: string): boolean => /^apiVersion:/mu.test(text) && /^kind:/mu.test(text);
export const isChartValues = (path: string): boolean => /(?:^|\/)values[\w.-]*\.ya?ml$/u.test(path);

export function checkKubernetes(_document: TextDocument, roots: readonly YamlNode[]): readonly RuleMatch[] {
  return roots.flatMap(unfoldList).flatMap((root) => {
    const kind = textOf(nodeAt(root, 'kind'));
    switch (kind) {
      case 'Role':
      case 'ClusterRole':
        return itemsOf(nodeAt(root, 'rules')).flatMap((rule) => detectRole(rule, kind));
      case 'RoleBinding':
      case 'ClusterRoleBinding':
        return detectBinding(root, kind);
      case 'Secret':
        return detectSecret(root);
      default:
        return detectPods(root);
    }
  });
}

/** Values of a chart: only what a template can take over as it is. */
export const checkChartValues = (_document: TextDocument, roots: readonly YamlNode[]): readonly RuleMatch[] =>
  roots.flatMap((root) => mapsBelow(root).flatMap(detectContext));

const unfoldList = (root: YamlNode): readonly YamlNode[] =>
  textOf(nodeAt(root, 'kind')) === 'List' ? itemsOf(nodeAt(root, 'items')) : [root];

// ------------------------------------------------------------------------------------------------ pods

const detectPods = (root: YamlNode): readonly RuleMatch[] =>
  mapsBelow(root).flatMap((map) => {
    if (nodeAt(map, 'containers')?.kind !== 'list') return [];
    return [
      ...detectNamespaces(map),
      ...itemsOf(nodeAt(map, 'volumes')).flatMap(detectVolume),
      ...detectContext(map),
      ...['containers', 'initContainers'].flatMap((key) => itemsOf(nodeAt(map, key)).flatMap(detectContainer)),
    ];
  });

const detectContainer = (container: YamlNode): readonly RuleMatch[] =>
  container.kind === 'map' ? [...detectContext(container), ...detectImage(container)] : [];

/** The `securityContext` of a pod, a container or a piece of values. */
function detectContext(holder: YamlMap): readonly RuleMatch[] {
  const context = nodeAt(holder, 'securityContext');
  const seen: RuleMatch[] = [];
  for (const { key, line, value } of entriesOf(context)) {
    if (key === 'privileged' && isYes(value)) seen.push({ rule: 'pod-privileged', line });
    if (key === 'allowPrivilegeEscalation' && isYes(value)) seen.push({ rule: 'pod-escalation-allowed', line });
    if ((key === 'runAsUser' && textOf(value) === '0') || (key === 'runAsNonRoot' && isNo(value)))
      seen.push({ rule: 'pod-runs-as-root', line });
  }
  for (const item of itemsOf(nodeAt(context, 'capabilities', 'add')))
    if (isStrongCapability(textOf(item)))
      seen.push({ rule: 'pod-strong-capability', line: item.line, what: textOf(item) });
  const roots = seen.filter(({ rule }) => rule === 'pod-runs-as-root');
  return seen.filter((match) => match.rule !== 'pod-runs-as-root' || match === roots[0]);
}

const detectNamespaces = (pod: YamlNode): readonly RuleMatch[] =>
  ['hostNetwork', 'hostPID', 'hostIPC'].flatMap((key) => {
    const entry = entryOf(pod, key);
    return entry && isYes(entry.value) ? [{ rule: 'pod-host-namespace', line: entry.line, what: `${key}: true` }] : [];
  });

function detectVolume(volume: YamlNode): readonly RuleMatch[] {
  const entry = entryOf(nodeAt(volume, 'hostPath'), 'path');
  if (!entry) return [];
  const path = textOf(entry.value);
  return [
    { rule: 'pod-host-path', line: entry.line, what: path, severity: isDangerousHostPath(path) ? 'HIGH' : 'LOW' },
  ];
}

function detectImage(container: YamlNode): readonly RuleMatch[] {
  const entry = entryOf(container, 'image');
  const image = textOf(entry?.value ?? null);
  if (!entry || image === '' || !/^[\w./:-]+$/u.test(image) || /TTT|\$|:\d+$/u.test(image)) return [];
  const tag = /:([^/:]+)$/u.exec(image)?.[1];
  return tag === undefined || tag === 'latest'
    ? [{ rule: 'pod-image-version-open', line: entry.line, what: image }]
    : [];
}

// ------------------------------------------------------------------------------------------------ rights

function detectRole(rule: YamlNode, kind: string): readonly RuleMatch[] {
  const verbs = textsOf(nodeAt(rule, 'verbs'));
  const resources = textsOf(nodeAt(rule, 'resources'));
  const line = entryOf(rule, 'verbs')?.line ?? rule.line;
  if (verbs.includes('*') && resources.includes('*'))
    return [{ rule: 'role-may-do-everything', line, severity: kind === 'ClusterRole' ? 'HIGH' : 'MEDIUM' }];
  const verb = verbs.find((each) => /^(?:escalate|bind|impersonate)$/u.test(each));
  if (verb !== undefined && entryOf(rule, 'resourceNames') === null)
    return [{ rule: 'role-may-escalate', line, what: `the verb ${verb}` }];
  const readsAll = kind === 'ClusterRole' && verbs.includes('*') && resources.includes('secrets');
  return readsAll ? [{ rule: 'role-may-escalate', line, what: 'all verbs on secrets of every namespace' }] : [];
}

function detectBinding(root: YamlNode, kind: string): readonly RuleMatch[] {
  const role = textOf(nodeAt(root, 'roleRef', 'name'));
  return itemsOf(nodeAt(root, 'subjects')).flatMap((subject): readonly RuleMatch[] => {
    const what = textOf(nodeAt(subject, 'name'));
    const line = entryOf(subject, 'name')?.line ?? subject.line;
    if (
      /^system:(?:anonymous|unauthenticated|authenticated)$/u.test(what) &&
      !/discovery|basic-user|public-info/u.test(role)
    )
      return [{ rule: 'binding-to-everyone', line, what }];
    const isAdmin = kind === 'ClusterRoleBinding' && role === 'cluster-admin';
    return isAdmin && textOf(nodeAt(subject, 'kind')) === 'ServiceAccount'
      ? [{ rule: 'binding-to-cluster-admin', line, what }]
      : [];
  });
}

const NO_VALUE =
  /^$|^\s*[<$%{]|TTT|^ENC\[|change.?me|example|placeholder|replace|your|dummy|xxx|^\*+$|^(?:Y2hhbmdlbWU|ZXhhbXBsZ|cGxhY2Vob2xkZX|UkVQTEFDRQ|dG9kb|Li4u)/iu;

/** Reported at `data:`, a line that holds no value. */
function detectSecret(root: YamlNode): readonly RuleMatch[] {
  if (nodeAt(root, 'sops') !== null) return [];
  for (const key of ['data', 'stringData']) {
    const entry = entryOf(root, key);
    const real = entriesOf(entry?.value ?? null).some(
      ({ key: name, value }) =>
        /pass|secret|token|key|credential|auth/iu.test(name) &&
        !NO_VALUE.test(textOf(value)) &&
        !/\.(?:crt|pem|pub)$|public/iu.test(name),
    );
    if (entry && real && entry.line < entry.value.line)
      return [{ rule: 'secret-object-committed', line: entry.line, endLine: entry.line }];
  }
  return [];
}
