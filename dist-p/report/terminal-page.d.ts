import { type Style } from './style.ts';
export interface TerminalOptions {
    readonly color: boolean;
    /** Columns of the terminal. */
    readonly width: number;
    readonly verbose: boolean;
}
export interface Page {
    readonly style: Style;
    readonly width: number;
    readonly verbose: boolean;
}
/** Nothing, or the lines of one part of the page. */
export type Section = readonly string[];
export declare const INDENT = "  ";
export declare const createPage: ({ color, width, verbose }: TerminalOptions) => Page;
/** A page of sections with one blank line between them. */
export declare const joinSections: (sections: readonly Section[]) => string;
export declare const withTitle: (page: Page, title: string, lines: Section) => Section;
/** Prose behind a label of fixed width, wrapped below itself. */
export declare function writeLabelled(page: Page, label: string, text: string, indent: string): Section;
/** Prose, each line behind the indentation; `hanging` moves all but the first further in. */
export declare const writeProse: (page: Page, text: string, indent: string, hanging?: string) => Section;
/** The first of a list, and how many were left out: every cap that bites is counted. */
export declare function capLines(page: Page, lines: Section, most: number, what: string): Section;
/** Columns as wide as their widest cell. */
export declare function alignRows(rows: readonly (readonly string[])[], gap?: string): readonly string[];
/** `12,345`. By hand, since the tables of the locale take longer to load than most pages to write. */
export declare const formatCount: (count: number) => string;
export declare const plural: (count: number, noun: string) => string;
