/** One file as analyzers see it: text, lines and where an offset lies. Pure data; reads nothing. */
import type { LineRange } from '../../../protocol/finding.ts';
export interface TextDocument {
    readonly path: string;
    readonly language: string | null;
    readonly text: string;
    /** Lines without their line ends. */
    readonly lines: readonly string[];
    /** Changed line ranges, or null where the whole file is in scope. */
    readonly changed: readonly LineRange[] | null;
    /** 1-based line of an offset; offsets outside the text are clamped. */
    lineAt(offset: number): number;
}
export declare function openDocument(file: Omit<TextDocument, 'lines' | 'lineAt'>): TextDocument;
/** The lines themselves, word for word, at most three and none of them endless: of a longer line the part with that name. */
export declare function quoteLines(document: TextDocument, start: number, end: number, name?: string): string;
export declare const isChangedLine: (document: TextDocument, line: number) => boolean;
