/**
 * Analyzer of user-persona-reviewer: what the people who use, run or update the program run into. MEDIUM and LOW only.
 * Breaking changes need a change scope; messages and markup are read in every scope.
 */
import type { Analyzer } from '../../../ports.ts';
export declare function createUserPersonaAnalyzer(): Analyzer;
