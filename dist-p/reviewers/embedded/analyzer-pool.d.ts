import type { Analyzer } from '../../ports.ts';
export interface AnalyzerPoolOptions {
    /** The module that each thread runs; it serves the analyzers (serve-analyzers.ts). */
    readonly thread: URL;
    /** Handed to each thread as its `workerData`: what its analyzers have to know of the run. */
    readonly data?: unknown;
    readonly threads?: number;
    /** Less text than this in one scan is read where it is; in characters. */
    readonly startCharacters?: number;
    /** Longest time for one portion. */
    readonly portionMs?: number;
}
export interface AnalyzerPool {
    /** The same analyzer, scanning on the threads. */
    wrap(analyzer: Analyzer): Analyzer;
    close(): Promise<void>;
}
export declare function createAnalyzerPool(options: AnalyzerPoolOptions): AnalyzerPool;
