/**
 * Which reviewer has rules for which language, from the first lines of the rule files: reading all rules takes most of a start, and
 * a run that scans nothing needs none of them.
 */
import type { Analyzer } from '../../ports.ts';
/** Reviewers by language. */
export type RuleIndex = ReadonlyMap<string, ReadonlySet<string>>;
export declare function readRuleIndex(folder?: URL): Promise<RuleIndex>;
/** The analyzer over our rule pack, opened with its first scan. */
export declare function createIndexedAnalyzer(index: RuleIndex, open: () => Promise<Analyzer>): Analyzer;
