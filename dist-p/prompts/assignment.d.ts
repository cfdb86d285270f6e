/**
 * What a model reviewer is told besides its role: the scope as fenced data, its files, what analyzers found, the guidance
 * of the project. Everything that comes from the reviewed repository stands inside a fence whose name it cannot know.
 */
import type { LineRange } from '../protocol/finding.ts';
export interface AssignedText {
    readonly path: string;
    readonly text: string;
    readonly changed: readonly LineRange[] | null;
}
export interface AssignmentFile {
    readonly path: string;
    readonly tokens: number;
    readonly lines: number;
    readonly changed: readonly LineRange[] | null;
}
export interface HintedPlace {
    readonly file: string;
    readonly line: number;
    readonly severity: string;
    readonly title: string;
}
/** Text between two lines that hold the fence's name. */
export declare const fence: (name: string, title: string, text: string) => string;
/** The same for every reviewer of a run, so that a provider can keep it (REV-06). */
export declare function formatSharedScope(files: readonly AssignedText[], fenceName: string): string;
export interface AssignmentInput {
    readonly files: readonly AssignmentFile[];
    readonly isolation: 'shared' | 'branch';
    readonly hints: readonly HintedPlace[];
    readonly guidance: readonly {
        readonly path: string;
        readonly text: string;
    }[];
    readonly fenceName: string;
    /** How the agent gets its files where the scope is not shared. */
    readonly handing: 'tools' | 'one-by-one' | 'at-once';
    /** What other reviewers found in these files, for this one to judge; without their reasons. */
    readonly others?: readonly OthersFinding[];
    /** The most findings it may report; null without a limit. */
    readonly maxFindings?: number | null;
}
export interface OthersFinding extends HintedPlace {
    readonly id: string;
}
/** The first message to the agent. */
export declare function formatAssignment(input: AssignmentInput): string;
export declare const MUST_RETURN = "Your budget is used up. No more content will be given to you. Write the result now in the form described, with what you have.";
export declare const asksForRest: (files: number) => string;
export declare const asksForForm: (endMarker: string) => string;
/** Before the final answer: how to say the same in fewer words (TRUNC-03..05). */
export declare const COMPRESS = "Little room is left for your result. Shorten it: one line of evidence for each finding, one entry for findings of the same CWE in the same file, and for MEDIUM and LOW only source and sink.";
