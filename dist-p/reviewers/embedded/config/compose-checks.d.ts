/** Compose files: services that reach the host, or that everybody reaches. */
import type { TextDocument } from '../project/text-document.ts';
import type { Sighting } from './problem.ts';
import { type YamlNode } from './yaml-tree.ts';
export declare const COMPOSE_PROBLEMS: {
    readonly 'compose-privileged': {
        readonly severity: 'HIGH';
        readonly category: 'owasp';
        readonly cwe: 'CWE-250';
        readonly dimension: 'D8';
        readonly title: 'Service {what} is privileged';
        readonly issue: 'A privileged container has all devices and rights of the host: whoever breaks into {what} owns the machine.';
        readonly recommendation: 'Remove `privileged: true` and grant the one capability or device that is needed: `cap_add: [NET_ADMIN]`.';
    };
    readonly 'compose-host-namespace': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-653';
        readonly dimension: 'D8';
        readonly title: 'The service shares a namespace of the host: {what}';
        readonly issue: 'With `{what}` the container sees processes or network services of the host that were not meant for it.';
        readonly recommendation: 'Remove it and publish the ports that are needed: `ports: ["127.0.0.1:8080:8080"]`.';
    };
    readonly 'compose-engine-socket': {
        readonly severity: 'HIGH';
        readonly category: 'owasp';
        readonly cwe: 'CWE-250';
        readonly dimension: 'D8';
        readonly title: 'The service controls the container engine';
        readonly issue: 'Who can write to the socket can start a container with the file system of the host, which is root on the host.';
        readonly recommendation: 'Put a proxy in front that allows the calls that are needed only, or remove the mount.';
    };
    readonly 'compose-host-folder': {
        readonly severity: 'HIGH';
        readonly category: 'owasp';
        readonly cwe: 'CWE-552';
        readonly dimension: 'D8';
        readonly title: 'The service mounts {what} of the host';
        readonly issue: 'Accounts, keys and settings of the host lie there; a flaw in the service reads or replaces them.';
        readonly recommendation: 'Mount the one folder that is needed, read-only: `./data:/data:ro`.';
    };
    readonly 'compose-strong-capability': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-250';
        readonly dimension: 'D8';
        readonly title: 'The service gets the capability {what}';
        readonly issue: '`{what}` is close to root on the host.';
        readonly recommendation: 'Drop all and add only what fails without: `cap_drop: [ALL]`, `cap_add: [NET_BIND_SERVICE]`.';
    };
    readonly 'compose-confinement-off': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-693';
        readonly dimension: 'D8';
        readonly title: 'The confinement of the container is switched off: {what}';
        readonly issue: '`{what}` removes the filter that keeps a broken service from dangerous system calls.';
        readonly recommendation: 'Remove it, or give a profile of your own: `security_opt: ["seccomp=profile.json"]`.';
    };
};
export declare const isComposePath: (path: string) => boolean;
export declare function checkCompose(_document: TextDocument, roots: readonly YamlNode[]): readonly Sighting[];
/** For other checks that look at mounts of the host. */
export declare const isDangerousHostPath: (path: string) => boolean;
export declare const isStrongCapability: (name: string) => boolean;
