/**
 * Reads Dockerfiles: instructions over continued lines, comments between them, here-documents, flags, the JSON form and
 * build stages. Never throws; what is no instruction is left out.
 */
export interface Instruction {
    /** Upper case. */
    readonly keyword: string;
    readonly line: number;
    readonly endLine: number;
    /** `--from=build` and the like, without their dashes. */
    readonly flags: readonly string[];
    /** What follows keyword and flags, on one line; here-documents follow on lines of their own. */
    readonly argument: string;
    /** The words of the JSON form, or null where it is in shell form. */
    readonly words: readonly string[] | null;
}
export interface Stage {
    /** Image or name of an earlier stage, with ARG defaults put in. */
    readonly image: string;
    /** The image as it is written. */
    readonly written: string;
    readonly name: string | null;
    readonly line: number;
    /** The earlier stage this one goes on from, or null. */
    readonly parent: Stage | null;
    readonly instructions: readonly Instruction[];
}
export declare function parseDockerfile(lines: readonly string[]): readonly Instruction[];
export declare function readStages(instructions: readonly Instruction[]): readonly Stage[];
