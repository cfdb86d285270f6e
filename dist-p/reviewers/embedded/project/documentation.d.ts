/**
 * Analyzer of documentation-reviewer: what documents and comments say against what the repository holds. It compares,
 * it does not judge style. Every source language is accepted, because comments of all of them are read.
 */
import type { Analyzer } from '../../../ports.ts';
export declare function createDocumentationAnalyzer(): Analyzer;
