import type { Analyzer } from '../../ports.ts';
export declare function createShellcheckAnalyzer(options?: {
    readonly timeoutMs?: number;
}): Analyzer;
