import { type Parameter } from './parameter-list.ts';
export interface ExportedName {
    readonly name: string;
    readonly kind: 'function' | 'class' | 'other';
    /** Offset of its declaration. */
    readonly at: number;
    readonly parameters: readonly Parameter[] | null;
    /** Go results as written; empty elsewhere. */
    readonly results: string;
}
export declare function readExports(text: string, language: string): readonly ExportedName[];
/** Whether the file passes on names that are not written in it. */
export declare const hasOpenExports: (text: string) => boolean;
