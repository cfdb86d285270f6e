/**
 * Reads Terraform's language as far as checks need it: nested blocks with their labels, and attributes whose expressions
 * stay text. Bounded and never throws; what it does not understand it skips.
 */
import type { TextDocument } from '../project/text-document.ts';
export interface HclAttribute {
    readonly name: string;
    /** The expression as written, without comments. */
    readonly text: string;
    readonly line: number;
}
export interface HclBlock {
    readonly type: string;
    readonly labels: readonly string[];
    readonly line: number;
    readonly attributes: readonly HclAttribute[];
    readonly blocks: readonly HclBlock[];
}
/** The top-level blocks of a file. */
export declare function parseHcl(document: TextDocument): readonly HclBlock[];
export declare const attributeOf: (block: HclBlock, name: string) => HclAttribute | null;
/** The expression without quotes; the empty text where there is none. */
export declare const settingOf: (block: HclBlock, name: string) => string;
export declare const blocksOf: (block: HclBlock, type: string) => readonly HclBlock[];
