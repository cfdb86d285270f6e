/** Kubernetes objects, also in Helm templates and values: pods that reach their node, roles that may do everything. */
import type { TextDocument } from '../project/text-document.ts';
import type { Sighting } from './problem.ts';
import { type YamlNode } from './yaml-tree.ts';
export declare const KUBERNETES_PROBLEMS: {
    readonly 'pod-privileged': {
        readonly severity: 'HIGH';
        readonly category: 'owasp';
        readonly cwe: 'CWE-250';
        readonly dimension: 'D8';
        readonly title: 'The container is privileged';
        readonly issue: 'It has all devices and rights of its node: whoever breaks into it owns the node and the pods on it.';
        readonly recommendation: 'Remove `privileged: true`; add the one capability that is needed: `capabilities: { drop: [ALL], add: […] }`.';
    };
    readonly 'pod-escalation-allowed': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-250';
        readonly dimension: 'D8';
        readonly title: 'Processes may gain more rights than they started with';
        readonly issue: 'A setuid program in the image is then a way to root.';
        readonly recommendation: 'Set `allowPrivilegeEscalation: false`.';
    };
    readonly 'pod-runs-as-root': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-250';
        readonly dimension: 'D8';
        readonly title: 'The container is told to run as root';
        readonly issue: 'A flaw in the program gives full rights in the container and a shorter way to the node.';
        readonly recommendation: 'Set `runAsNonRoot: true` and `runAsUser: 10001`.';
    };
    readonly 'pod-host-namespace': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-653';
        readonly dimension: 'D8';
        readonly title: 'The pod shares a namespace of its node: {what}';
        readonly issue: 'With `{what}` it sees processes or network services of the node that were not meant for it.';
        readonly recommendation: 'Remove it and reach the pod through a Service.';
    };
    readonly 'pod-host-path': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-552';
        readonly dimension: 'D8';
        readonly title: 'The pod mounts {what} of its node';
        readonly issue: 'Files of the node can be read or replaced from the pod; `/`, `/etc` or the engine socket make it root on the node.';
        readonly recommendation: 'Use a PersistentVolumeClaim, `emptyDir` or a ConfigMap; if it must be, mount it `readOnly: true`.';
    };
    readonly 'pod-strong-capability': {
        readonly severity: 'MEDIUM';
        readonly category: 'owasp';
        readonly cwe: 'CWE-250';
        readonly dimension: 'D8';
        readonly title: 'The container gets the capability {what}';
        readonly issue: '`{what}` is close to root on the node.';
        readonly recommendation: 'Drop all and add only what fails without: `drop: [ALL]`, `add: [NET_BIND_SERVICE]`.';
    };
    readonly 'pod-image-version-open': {
        readonly severity: 'LOW';
        readonly category: 'supply-chain';
        readonly cwe: 'CWE-1357';
        readonly dimension: 'D10';
        readonly title: 'Image {what} has no fixed version';
        readonly issue: '`{what}` means another image every time it is published: two pods of the same object can differ.';
        readonly recommendation: 'Name a version, better its digest: `image: app:1.4.2@sha256:…`.';
    };
    readonly 'role-may-do-everything': {
        readonly severity: 'HIGH';
        readonly category: 'auth';
        readonly cwe: 'CWE-732';
        readonly dimension: 'D8';
        readonly title: 'The role may do everything';
        readonly issue: 'All verbs on all resources include reading every secret and giving out further rights.';
        readonly recommendation: 'Name what is used: `resources: [configmaps]`, `verbs: [get, list, watch]`.';
    };
    readonly 'role-may-escalate': {
        readonly severity: 'MEDIUM';
        readonly category: 'auth';
        readonly cwe: 'CWE-732';
        readonly dimension: 'D8';
        readonly title: 'The role may gain further rights: {what}';
        readonly issue: 'With {what} its holder can take over accounts with more rights.';
        readonly recommendation: 'Remove it, or narrow it with `resourceNames` in a Role of one namespace.';
        readonly confidence: 'medium';
    };
    readonly 'binding-to-everyone': {
        readonly severity: 'HIGH';
        readonly category: 'auth';
        readonly cwe: 'CWE-732';
        readonly dimension: 'D8';
        readonly title: 'Rights are given to {what}';
        readonly issue: 'Every caller of the API, with or without an account, gets the role.';
        readonly recommendation: 'Bind it to the one ServiceAccount or group that needs it.';
    };
    readonly 'binding-to-cluster-admin': {
        readonly severity: 'MEDIUM';
        readonly category: 'auth';
        readonly cwe: 'CWE-732';
        readonly dimension: 'D8';
        readonly title: '{what} is administrator of the whole cluster';
        readonly issue: 'A flaw in anything that runs under this account is a flaw of the whole cluster.';
        readonly recommendation: 'Write a Role with the verbs and resources it uses and bind that.';
    };
    readonly 'secret-object-committed': {
        readonly severity: 'MEDIUM';
        readonly category: 'secrets';
        readonly cwe: 'CWE-798';
        readonly dimension: 'D7';
        readonly title: 'A Secret with its values lies in the repository';
        readonly issue: 'base64 is no encryption: everyone who can read the repository or its history can use these values.';
        readonly recommendation: 'Change the values, then keep them outside: a secret store operator, SealedSecret or SOPS.';
        readonly confidence: 'medium';
    };
};
/** A chart's templates are not YAML until rendered: directives become blanks or a word of the same length. */
export declare const blankTemplates: (text: string) => string;
export declare const isKubernetesText: (text: string) => boolean;
export declare const isChartValues: (path: string) => boolean;
export declare function checkKubernetes(_document: TextDocument, roots: readonly YamlNode[]): readonly Sighting[];
/** Values of a chart: only what a template can take over as it is. */
export declare const checkChartValues: (_document: TextDocument, roots: readonly YamlNode[]) => readonly Sighting[];
