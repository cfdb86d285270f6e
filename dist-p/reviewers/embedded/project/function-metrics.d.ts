/** Length, nesting and number of paths of each function. Code of inner functions is not the outer one's. */
import type { FunctionBlock } from './function-blocks.ts';
import type { MaskedSource } from './mask-source.ts';
import type { Observation } from './project-analyzer.ts';
import type { TextDocument } from './text-document.ts';
export interface FunctionMetrics {
    /** Lines that hold code. */
    readonly lines: number;
    /** 1 + branches; a switch counts once, however many cases it has. */
    readonly paths: number;
    readonly depth: number;
}
export declare const LIMITS: {
    readonly lines: 100;
    readonly paths: 25;
    readonly depth: 5;
    readonly fileLines: 1000;
};
export declare function measureFunction(block: FunctionBlock, code: string, language: string): FunctionMetrics;
/** One observation per function that is over a limit, with everything that is. */
export declare function observeFunctions(document: TextDocument, masked: MaskedSource, blocks: readonly FunctionBlock[]): readonly Observation[];
