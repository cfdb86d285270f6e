import type { Analyzer } from '../../../ports.ts';
export declare function createDuplicationAnalyzer(): Analyzer;
