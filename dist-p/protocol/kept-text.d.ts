/** The tail of a text that arrives in pieces, by absolute offsets. Joins only what is asked for: many small pieces stay cheap. */
export declare class KeptText {
    #private;
    /** Adds the text that ends at offset `end`, and drops whole pieces before `needed`. */
    push(text: string, end: number, needed: number): void;
    clear(): void;
    read(start: number, end: number): string;
}
