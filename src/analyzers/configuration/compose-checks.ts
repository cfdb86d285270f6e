/** Compose files: services that reach the host, or that everybody reaches. */
import type { TextDocument } from '../source-text/text-document.ts';
import type { Catalog, Sighting } from './problem.ts';
import { entriesOf, entryOf, isYes, itemsOf, nodeAt, textOf, type YamlNode } from './yaml-tree.ts';

export const COMPOSE_PROBLEMS = {
  'compose-privileged': {
    severity: 'HIGH',
    category: 'owasp',
    cwe: 'CWE-250',
    dimension: 'D8',
    title: 'Service {what} is privileged',
    issue:
      'A privileged container has all devices and rights of the host: whoever breaks into {what} owns the machine.',
    recommendation:
      'Remove `privileged: true` and grant the one capability or device that is needed: `cap_add: [NET_ADMIN]`.',
  },
  'compose-host-namespace': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-653',
    dimension: 'D8',
    title: 'The service shares a namespace of the host: {what}',
    issue: 'With `{what}` the container sees processes or network services of the host that were not meant for it.',
    recommendation: 'Remove it and publish the ports that are needed: `ports: ["127.0.0.1:8080:8080"]`.',
  },
  'compose-engine-socket': {
    severity: 'HIGH',
    category: 'owasp',
    cwe: 'CWE-250',
    dimension: 'D8',
    title: 'The service controls the container engine',
    issue:
      'Who can write to the socket can start a container with the file system of the host, which is root on the host.',
    recommendation: 'Put a proxy in front that allows the calls that are needed only, or remove the mount.',
  },
  'compose-host-folder': {
    severity: 'HIGH',
    category: 'owasp',
    cwe: 'CWE-552',
    dimension: 'D8',
    title: 'The service mounts {what} of the host',
    issue: 'Accounts, keys and settings of the host lie there; a flaw in the service reads or replaces them.',
    recommendation: 'Mount the one folder that is needed, read-only: `./data:/data:ro`.',
  },
  'compose-strong-capability': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-250',
    dimension: 'D8',
    title: 'The service gets the capability {what}',
    issue: '`{what}` is close to root on the host.',
    recommendation: 'Drop all and add only what fails without: `cap_drop: [ALL]`, `cap_add: [NET_BIND_SERVICE]`.',
  },
  'compose-confinement-off': {
    severity: 'MEDIUM',
    category: 'owasp',
    cwe: 'CWE-693',
    dimension: 'D8',
    title: 'The confinement of the container is switched off: {what}',
    issue: '`{what}` removes the filter that keeps a broken service from dangerous system calls.',
    recommendation: 'Remove it, or give a profile of your own: `security_opt: ["seccomp=profile.json"]`.',
  },
} as const satisfies Catalog;

const STRONG = /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|SYS_RAWIO|DAC_READ_SEARCH|BPF|MKNOD)$/iu;
const ENGINE_SOCKET = /(?:docker|containerd\/containerd|crio\/crio|podman\/podman)\.sock\b/u;
const HOST_FOLDER =
  /^(?:\/|\/etc|\/root|\/boot|\/proc|\/sys|\/dev|\/usr|\/home|\/var|\/var\/lib|\/var\/run|\/var\/lib\/docker)\/?$/u;

export const isComposePath = (path: string): boolean =>
  /(?:^|\/)(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml$/u.test(path) ||
  /(?:^|\/)docker-stack[\w.-]*\.ya?ml$/u.test(path);

export function checkCompose(_document: TextDocument, roots: readonly YamlNode[]): readonly Sighting[] {
  return roots.flatMap((root) =>
    entriesOf(nodeAt(root, 'services')).flatMap(({ key, value }) => [
      ...sightRights(key, value),
      ...sightNamespaces(value),
      ...itemsOf(nodeAt(value, 'volumes')).flatMap(sightMount),
    ]),
  );
}

function sightRights(name: string, service: YamlNode): readonly Sighting[] {
  const seen: Sighting[] = [];
  const privileged = entryOf(service, 'privileged');
  if (privileged && isYes(privileged.value))
    seen.push({ rule: 'compose-privileged', line: privileged.line, what: name });
  for (const item of itemsOf(nodeAt(service, 'cap_add')))
    if (STRONG.test(textOf(item)))
      seen.push({ rule: 'compose-strong-capability', line: item.line, what: textOf(item) });
  for (const item of itemsOf(nodeAt(service, 'security_opt')))
    if (/^(?:seccomp|apparmor)[:=]unconfined$|^label[:=]disable$/u.test(textOf(item)))
      seen.push({ rule: 'compose-confinement-off', line: item.line, what: textOf(item) });
  return seen;
}

const NAMESPACES = ['network_mode', 'pid', 'ipc', 'userns_mode'] as const;

const sightNamespaces = (service: YamlNode): readonly Sighting[] =>
  NAMESPACES.flatMap((key) => {
    const entry = entryOf(service, key);
    if (!entry || textOf(entry.value) !== 'host') return [];
    return [{ rule: 'compose-host-namespace', line: entry.line, what: `${key}: host` }];
  });

function sightMount(mount: YamlNode): readonly Sighting[] {
  const short = textOf(mount).split(':');
  const source = mount.kind === 'map' ? textOf(nodeAt(mount, 'source')) : (short[0] ?? '');
  const line = entryOf(mount, 'source')?.line ?? mount.line;
  if (mount.kind === 'scalar' && short.length < 2) return [];
  if (ENGINE_SOCKET.test(source)) return [{ rule: 'compose-engine-socket', line }];
  if (!HOST_FOLDER.test(source)) return [];
  const isReadOnly = isYes(nodeAt(mount, 'read_only')) || short.at(-1)?.split(',').includes('ro') === true;
  return [{ rule: 'compose-host-folder', line, what: source, ...(isReadOnly ? { severity: 'LOW' } : {}) }];
}

/** For other checks that look at mounts of the host. */
export const isDangerousHostPath = (path: string): boolean => ENGINE_SOCKET.test(path) || HOST_FOLDER.test(path);
export const isStrongCapability = (name: string): boolean => STRONG.test(name);
