/** Kubernetes objects, also in Helm templates and values: pods that reach their node, roles that may do everything. */
import type { TextDocument } from '../source-text/text-document.ts';
import { isDangerousHostPath, isStrongCapability } from './compose-checks.ts';
import type { Catalog, Sighting } from './problem.ts';
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

export const KUBERNETES_PROBLEMS = {
  'pod-privileged': {
    severity: 'HIGH',
    category: 'owasp',
    cwe: 'CWE-250',
    dimension: 'D8',
    title: 'The container is privileged',
    issue: 'It has all devices and rights of its node: whoever breaks into it owns the node and the pods on it.',
    recommendation:
      'Remove `privileged: true`; add the one capability that is needed: `capabilities: { drop: [ALL], add: […] }`.',
  },
  'pod-escalation-allowed': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-250',
    dimension: 'D8',
    title: 'Processes may gain more rights than they started with',
    issue: 'A setuid program in the image is then a way to root.',
    recommendation: 'Set `allowPrivilegeEscalation: false`.',
  },
  'pod-runs-as-root': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-250',
    dimension: 'D8',
    title: 'The container is told to run as root',
    issue: 'A flaw in the program gives full rights in the container and a shorter way to the node.',
    recommendation: 'Set `runAsNonRoot: true` and `runAsUser: 10001`.',
  },
  'pod-host-namespace': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-653',
    dimension: 'D8',
    title: 'The pod shares a namespace of its node: {what}',
    issue: 'With `{what}` it sees processes or network services of the node that were not meant for it.',
    recommendation: 'Remove it and reach the pod through a Service.',
  },
  'pod-host-path': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-552',
    dimension: 'D8',
    title: 'The pod mounts {what} of its node',
    issue:
      'Files of the node can be read or replaced from the pod; `/`, `/etc` or the engine socket make it root on the node.',
    recommendation: 'Use a PersistentVolumeClaim, `emptyDir` or a ConfigMap; if it must be, mount it `readOnly: true`.',
  },
  'pod-strong-capability': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-250',
    dimension: 'D8',
    title: 'The container gets the capability {what}',
    issue: '`{what}` is close to root on the node.',
    recommendation: 'Drop all and add only what fails without: `drop: [ALL]`, `add: [NET_BIND_SERVICE]`.',
  },
  'pod-image-version-open': {
    severity: 'LOW',
    category: 'supply-chain',
    cwe: 'CWE-1357',
    dimension: 'D10',
    title: 'Image {what} has no fixed version',
    issue: '`{what}` means another image every time it is published: two pods of the same object can differ.',
    recommendation: 'Name a version, better its digest: `image: app:1.4.2@sha256:…`.',
  },
  'role-may-do-everything': {
    severity: 'HIGH',
    category: 'auth',
    cwe: 'CWE-732',
    dimension: 'D8',
    title: 'The role may do everything',
    issue: 'All verbs on all resources include reading every secret and giving out further rights.',
    recommendation: 'Name what is used: `resources: [configmaps]`, `verbs: [get, list, watch]`.',
  },
  'role-may-escalate': {
    severity: 'MEDIUM',
    category: 'auth',
    cwe: 'CWE-732',
    dimension: 'D8',
    title: 'The role may gain further rights: {what}',
    issue: 'With {what} its holder can take over accounts with more rights.',
    recommendation: 'Remove it, or narrow it with `resourceNames` in a Role of one namespace.',
    confidence: 'medium',
  },
  'binding-to-everyone': {
    severity: 'HIGH',
    category: 'auth',
    cwe: 'CWE-732',
    dimension: 'D8',
    title: 'Rights are given to {what}',
    issue: 'Every caller of the API, with or without an account, gets the role.',
    recommendation: 'Bind it to the one ServiceAccount or group that needs it.',
  },
  'binding-to-cluster-admin': {
    severity: 'MEDIUM',
    category: 'auth',
    cwe: 'CWE-732',
    dimension: 'D8',
    title: '{what} is administrator of the whole cluster',
    issue: 'A flaw in anything that runs under this account is a flaw of the whole cluster.',
    recommendation: 'Write a Role with the verbs and resources it uses and bind that.',
  },
  'secret-object-committed': {
    severity: 'MEDIUM',
    category: 'secrets',
    cwe: 'CWE-798',
    dimension: 'D7',
    title: 'A Secret with its values lies in the repository',
    issue: 'base64 is no encryption: everyone who can read the repository or its history can use these values.',
    recommendation: 'Change the values, then keep them outside: a secret store operator, SealedSecret or SOPS.',
    confidence: 'medium',
  },
} as const satisfies Catalog;

/** A chart's templates are not YAML until rendered: directives become blanks or a word of the same length. */
export const blankTemplates = (text: string): string =>
  text
    .replace(/^[ \t]*\{\{-?(?:(?!\}\})[\s\S]){0,2000}\}\}[ \t]*$/gmu, blank)
    .replace(/\{\{(?:(?!\}\})[^\n]){0,500}\}\}/gu, (directive) => 'T'.repeat(directive.length));

/** A character of two units becomes two blanks: places behind it stay where they are. */
const blank = (text: string): string => text.replace(/[^\n]/gu, (character) => ' '.repeat(character.length));

export const isKubernetesText = (text: string): boolean => /^apiVersion:/mu.test(text) && /^kind:/mu.test(text);
export const isChartValues = (path: string): boolean => /(?:^|\/)values[\w.-]*\.ya?ml$/u.test(path);

export function checkKubernetes(_document: TextDocument, roots: readonly YamlNode[]): readonly Sighting[] {
  return roots.flatMap(unfoldList).flatMap((root) => {
    const kind = textOf(nodeAt(root, 'kind'));
    switch (kind) {
      case 'Role':
      case 'ClusterRole':
        return itemsOf(nodeAt(root, 'rules')).flatMap((rule) => sightRole(rule, kind));
      case 'RoleBinding':
      case 'ClusterRoleBinding':
        return sightBinding(root, kind);
      case 'Secret':
        return sightSecret(root);
      default:
        return sightPods(root);
    }
  });
}

/** Values of a chart: only what a template can take over as it is. */
export const checkChartValues = (_document: TextDocument, roots: readonly YamlNode[]): readonly Sighting[] =>
  roots.flatMap((root) => mapsBelow(root).flatMap(sightContext));

const unfoldList = (root: YamlNode): readonly YamlNode[] =>
  textOf(nodeAt(root, 'kind')) === 'List' ? itemsOf(nodeAt(root, 'items')) : [root];

// ------------------------------------------------------------------------------------------------ pods

const sightPods = (root: YamlNode): readonly Sighting[] =>
  mapsBelow(root).flatMap((map) => {
    if (nodeAt(map, 'containers')?.kind !== 'list') return [];
    return [
      ...sightNamespaces(map),
      ...itemsOf(nodeAt(map, 'volumes')).flatMap(sightVolume),
      ...sightContext(map),
      ...['containers', 'initContainers'].flatMap((key) => itemsOf(nodeAt(map, key)).flatMap(sightContainer)),
    ];
  });

const sightContainer = (container: YamlNode): readonly Sighting[] =>
  container.kind === 'map' ? [...sightContext(container), ...sightImage(container)] : [];

/** The `securityContext` of a pod, a container or a piece of values. */
function sightContext(holder: YamlMap): readonly Sighting[] {
  const context = nodeAt(holder, 'securityContext');
  const seen: Sighting[] = [];
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
  return seen.filter((sighting) => sighting.rule !== 'pod-runs-as-root' || sighting === roots[0]);
}

const sightNamespaces = (pod: YamlNode): readonly Sighting[] =>
  ['hostNetwork', 'hostPID', 'hostIPC'].flatMap((key) => {
    const entry = entryOf(pod, key);
    return entry && isYes(entry.value) ? [{ rule: 'pod-host-namespace', line: entry.line, what: `${key}: true` }] : [];
  });

function sightVolume(volume: YamlNode): readonly Sighting[] {
  const entry = entryOf(nodeAt(volume, 'hostPath'), 'path');
  if (!entry) return [];
  const path = textOf(entry.value);
  return [
    { rule: 'pod-host-path', line: entry.line, what: path, severity: isDangerousHostPath(path) ? 'HIGH' : 'LOW' },
  ];
}

function sightImage(container: YamlNode): readonly Sighting[] {
  const entry = entryOf(container, 'image');
  const image = textOf(entry?.value ?? null);
  if (!entry || image === '' || !/^[\w./:-]+$/u.test(image) || /TTT|\$|:\d+$/u.test(image)) return [];
  const tag = /:([^/:]+)$/u.exec(image)?.[1];
  return tag === undefined || tag === 'latest'
    ? [{ rule: 'pod-image-version-open', line: entry.line, what: image }]
    : [];
}

// ------------------------------------------------------------------------------------------------ rights

function sightRole(rule: YamlNode, kind: string): readonly Sighting[] {
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

function sightBinding(root: YamlNode, kind: string): readonly Sighting[] {
  const role = textOf(nodeAt(root, 'roleRef', 'name'));
  return itemsOf(nodeAt(root, 'subjects')).flatMap((subject): readonly Sighting[] => {
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
function sightSecret(root: YamlNode): readonly Sighting[] {
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
