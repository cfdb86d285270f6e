/** Settings files whose problems stand on one line: a rule is a kind of file and a pattern. Comments do not count. */
import type { TextDocument } from '../project/text-document.ts';
import type { Problem, Sighting } from './problem.ts';
export interface LineRule extends Problem {
    readonly rule: string;
    /** Paths it is for. */
    readonly files: RegExp;
    /** On a line; the first group, if any, is what was sighted. */
    readonly pattern: RegExp;
    /** The file must hold this too. */
    readonly requires?: RegExp;
    /** A file that holds this is left alone. */
    readonly unless?: RegExp;
    /** Paths that are left alone, such as settings for development. */
    readonly except?: RegExp;
}
export declare const isForLineRules: (path: string, rules: readonly LineRule[]) => boolean;
export declare function sightLines(document: TextDocument, rules: readonly LineRule[]): readonly Sighting[];
