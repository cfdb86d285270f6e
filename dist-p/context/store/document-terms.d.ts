import type { TermCounter } from '../search/term-counter.ts';
export interface DocumentTerms {
    readonly path: string;
    readonly symbols: string;
    readonly body: string;
}
export declare const listTerms: (path: string, text: string, counter: TermCounter) => DocumentTerms;
