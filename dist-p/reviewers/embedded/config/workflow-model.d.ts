/** A GitHub workflow or composite action as its checks see it: triggers, jobs and steps, each with its place. */
import { type YamlEntry, type YamlNode } from './yaml-tree.ts';
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
export declare const isPrivileged: ({ triggers }: Workflow) => boolean;
export declare const isWorkflowPath: (path: string) => boolean;
export declare const isActionPath: (path: string) => boolean;
export declare function readWorkflow(root: YamlNode): Workflow | null;
export declare const inputOf: (step: WorkflowStep, name: string) => string;
/** A condition that keeps strangers out. */
export declare const isGuarded: (condition: string) => boolean;
/** A condition that waits for somebody with rights, who may be overtaken by a later push. */
export declare const isApproved: (condition: string) => boolean;
