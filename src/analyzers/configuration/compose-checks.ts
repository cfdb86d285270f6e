/**
 * Checks the services of a parsed Compose file for rights over the host (privileged mode, strong capabilities, disabled confinement,
 * namespaces or folders of the host, the engine's socket) and returns RuleMatches. Called by configuration.ts; kubernetes-checks.ts
 * shares the lists of folders and capabilities.
 */
import type { TextDocument } from '../source-text/text-document.ts';
import type { RuleMatch } from './rule-match.ts';
import { entriesOf, entryOf, isYes, itemsOf, nodeAt, textOf, type YamlNode } from './yaml-tree.ts';

const STRONG = /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|SYS_RAWIO|DAC_READ_SEARCH|BPF|MKNOD)$/iu;
const ENGINE_SOCKET = /(?:docker|containerd\/containerd|crio\/crio|podman\/podman)\.sock\b/u;
const HOST_FOLDER =
  /^(?:\/|\/etc|\/root|\/boot|\/proc|\/sys|\/dev|\/usr|\/home|\/var|\/var\/lib|\/var\/run|\/var\/lib\/docker)\/?$/u;

export const isComposePath = (path: string): boolean =>
  /(?:^|\/)(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml$/u.test(path) ||
  /(?:^|\/)docker-stack[\w.-]*\.ya?ml$/u.test(path);

export function checkCompose(_document: TextDocument, roots: readonly YamlNode[]): readonly RuleMatch[] {
  return roots.flatMap((root) =>
    entriesOf(nodeAt(root, 'services')).flatMap(({ key, value }) => [
      ...detectRights(key, value),
      ...detectNamespaces(value),
      ...itemsOf(nodeAt(value, 'volumes')).flatMap(detectMount),
    ]),
  );
}

function detectRights(name: string, service: YamlNode): readonly RuleMatch[] {
  const seen: RuleMatch[] = [];
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

const detectNamespaces = (service: YamlNode): readonly RuleMatch[] =>
  NAMESPACES.flatMap((key) => {
    const entry = entryOf(service, key);
    if (!entry || textOf(entry.value) !== 'host') return [];
    return [{ rule: 'compose-host-namespace', line: entry.line, what: `${key}: host` }];
  });

function detectMount(mount: YamlNode): readonly RuleMatch[] {
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
