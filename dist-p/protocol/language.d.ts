/** Languages by file name. `source` languages need an analyzer to count as reviewed; the other kinds do not. */
export type LanguageKind = 'source' | 'markup' | 'style' | 'data' | 'prose';
export interface Language {
    readonly name: string;
    readonly kind: LanguageKind;
    readonly extensions: readonly string[];
    readonly fileNames?: readonly string[];
}
export declare const LANGUAGES: readonly Language[];
export declare const findLanguage: (name: string) => Language | null;
/** Language of a path by its file name, or null where the name says nothing. */
export declare function detectLanguage(path: string): Language | null;
