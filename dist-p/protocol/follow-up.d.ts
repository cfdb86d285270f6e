/**
 * The command that reviews what was left over, printed and read back (SYNTH-05, OUTPUT-10, SCOPE-08, HOST-13).
 * Printed text can be pasted into a shell: no name breaks out of its word or off its line.
 */
export declare function quotePath(path: string): string;
/** `/consensus-review a b c`, in the order given. */
export declare const formatFollowUp: (paths: readonly string[]) => string;
/** The `recommendation` of a partial output. */
export declare const formatReRun: (paths: readonly string[]) => string;
/** Paths named by follow-up lines or bare lists, in order, each once. Never throws: an open quote ends with its line. */
export declare function parseFollowUp(text: string): string[];
