/** Names that look like very popular packages. A short list on purpose: a wrong suspicion costs more than a missed one. */
import type { Ecosystem } from './package-manifest.ts';
export interface Lookalike {
    readonly popular: string;
    /** True where the name itself was used in a published attack. */
    readonly isKnown: boolean;
}
export declare function findLookalike(ecosystem: Ecosystem, name: string): Lookalike | null;
