/**
 * What the checks of configuration files say. A check only sights a rule at a line; the words, the CWE and the weight of
 * each rule stand in a catalog. `{what}` in the words is replaced by what was sighted.
 */
import type { Dimension } from '../../../protocol/dimension.ts';
import { CONFIDENCE } from '../../../protocol/finding.ts';
import type { Severity } from '../../../protocol/severity.ts';
import type { Observation } from '../project/project-analyzer.ts';
import type { TextDocument } from '../project/text-document.ts';
export interface Problem {
    readonly severity: Severity;
    readonly category: 'injection' | 'auth' | 'secrets' | 'supply-chain' | 'owasp';
    /** Null where it is a matter of upkeep. */
    readonly cwe: string | null;
    readonly dimension: Dimension;
    readonly title: string;
    readonly issue: string;
    readonly recommendation: string;
    readonly confidence?: keyof typeof CONFIDENCE;
}
export type Catalog = Readonly<Record<string, Problem>>;
export interface Sighting {
    readonly rule: string;
    readonly line: number;
    readonly endLine?: number;
    /** Stands for `{what}` in the words of the rule. */
    readonly what?: string;
    /** Where this case weighs more or less than the rule. */
    readonly severity?: Severity;
    readonly confidence?: keyof typeof CONFIDENCE;
}
export declare function describeSighting(document: TextDocument, sighting: Sighting, problem: Problem): Observation;
