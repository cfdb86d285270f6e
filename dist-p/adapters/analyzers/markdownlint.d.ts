import type { Analyzer } from '../../ports.ts';
export declare function createMarkdownAnalyzer(): Analyzer;
