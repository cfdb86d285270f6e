/**
 * Analyzer of code-quality-reviewer on the level of text: complexity, size, names
 * nobody uses, and what a change left untested.
 * Rules that need a syntax tree are not here. Accepts only languages whose blocks it understands.
 */
import type { Analyzer } from '../../../ports.ts';
/** Languages whose blocks and lines can be told apart by text. */
export declare const MEASURED_LANGUAGES: ReadonlySet<string>;
export declare function createCodeQualityAnalyzer(): Analyzer;
