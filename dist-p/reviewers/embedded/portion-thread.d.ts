import type { AnalyzerOutcome, Snapshot, SourceFile } from '../../ports.ts';
export interface Portion {
    readonly analyzer: string;
    readonly files: readonly SourceFile[];
    readonly snapshot: Snapshot;
    readonly signal: AbortSignal;
    readonly done: PromiseWithResolvers<AnalyzerOutcome>;
}
export interface PortionThread {
    readonly isFree: boolean;
    take(portion: Portion): void;
    end(): Promise<void>;
}
export interface ThreadOptions {
    readonly module: URL;
    readonly data?: unknown;
    readonly portionMs: number;
    /** Called when it can take another portion. */
    readonly onFree: () => void;
    /** Called once, when it will take none any more. */
    readonly onEnd: (thread: PortionThread) => void;
}
export declare const leaveUnfinished: (files: readonly SourceFile[], reason: string) => AnalyzerOutcome;
export declare function startThread({ module, data, portionMs, onFree, onEnd }: ThreadOptions): PortionThread;
