/** Names that a text declares, found by the keywords that declare them in most languages. Bounded; knows no grammar. */
/** In order of appearance, without duplicates. */
export declare function findSymbols(text: string): readonly string[];
export declare function findSymbol(text: string, isMarkdown: boolean): string | null;
