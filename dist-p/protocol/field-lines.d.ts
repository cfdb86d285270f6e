/**
 * Indented `key: value` lines under a heading, the body of every marked block (FACT-05, FACT-08). A field is complete with
 * its line end; lines indented deeper than the fields are data of the field above them, whatever they look like.
 */
export interface FieldRules {
    /** Keys that start a field. */
    readonly keys: ReadonlySet<string>;
    /** The key whose value goes on over several lines and may hold anything. */
    readonly multiline: string | null;
}
export declare class FieldLines {
    #private;
    /** Lines that belong to no field. */
    strayLines: number;
    constructor(rules: FieldRules);
    /** Takes one line that ended, without its line end. */
    push(line: string): void;
    /** The key of the last field, to which a further line would be added. */
    get lastKey(): string | null;
    get(key: string): string | null;
    missing(keys: Iterable<string>): readonly string[];
}
