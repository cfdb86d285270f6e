/**
 * Shapes of credentials that stand for themselves: a maker's prefix, a key between its armour lines, a signed token.
 * Each is looked for only where its telltale characters occur. What looks like an example is none.
 */
import type { Severity } from '../../protocol/severity.ts';
export interface ShapedSecret {
    readonly rule: string;
    readonly label: string;
    readonly severity: Severity;
    readonly start: number;
    readonly end: number;
}
export declare function findShapedSecrets(text: string): readonly ShapedSecret[];
/** Few different characters, counted-up digits, or a word that says so. */
export declare const isExample: (value: string) => boolean;
