import type { EnginePorts, ReviewRequest } from '../engine/review-request.ts';
import type { Driver, RunEvent, TokenCounter } from '../ports.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import { type MemoryFile, type MemoryRepositoryOptions } from './memory-repository.ts';
export interface TestRun {
    readonly report: ReportDocument;
    readonly events: readonly RunEvent[];
}
export interface TestEngine {
    readonly events: readonly RunEvent[];
    readonly ports: EnginePorts;
    readonly request: ReviewRequest;
    run(): Promise<TestRun>;
}
export interface TestEngineOptions {
    readonly files: Readonly<Record<string, MemoryFile>>;
    readonly driver: Driver;
    /** Further drivers on which every reviewer is asked. */
    readonly panel?: readonly Driver[];
    readonly request?: Partial<ReviewRequest>;
    readonly ports?: Partial<EnginePorts>;
    readonly repository?: MemoryRepositoryOptions;
    readonly counter?: TokenCounter;
}
export declare function createTestEngine(options: TestEngineOptions): TestEngine;
/** A text of exactly that many tokens for createWordCounter, over as many lines as asked. */
export declare function writeWords(tokens: number, lines?: number): string;
