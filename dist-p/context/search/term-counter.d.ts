export interface TermCounter {
    /** Calls back once for every different term, in order of appearance, with how often it occurs. */
    count(text: string, visit: (term: string, times: number) => void): void;
}
export declare function createTermCounter(): TermCounter;
