import type { Analyzer } from '../../ports.ts';
export declare function createRuffAnalyzer(): Analyzer;
