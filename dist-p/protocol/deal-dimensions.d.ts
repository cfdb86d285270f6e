/**
 * Which dimensions, and which languages, each agent of a round gets. Dimensions of one track ask for the same kind of work, and
 * agents who share a track divide it by language before they divide it further (FACT-01, AUD-08, AUD-10). Pure.
 */
import { type Dimension } from './dimension.ts';
export interface LanguageShare {
    readonly language: string;
    readonly loc: number;
}
export interface Hand {
    readonly dimensions: readonly Dimension[];
    /** Languages whose files are this agent's; null = all. */
    readonly languages: readonly string[] | null;
    /** Which of how many shares of those files: agents with the same dimensions and languages split the files. */
    readonly part: number;
    readonly parts: number;
}
/** One hand per agent, in the order of their first dimension. Without dimensions there is nobody to send. */
export declare function dealDimensions(dimensions: readonly Dimension[], agents: number, languages?: readonly LanguageShare[]): readonly Hand[];
