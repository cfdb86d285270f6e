/**
 * Keeps hostile files from stopping the analyzer: asking for a node's parent costs its depth, so a tree some thousand
 * levels deep takes minutes. The text says whether a tree may be that deep; only then is the tree walked.
 */
import type { SgNode } from '@ast-grep/napi';
export declare function mayBeDeep(text: string): boolean;
export declare function isTreeTooDeep(root: SgNode): boolean;
/** Minified: what a tool wrote for machines. Every name means a hundred things there, and data seems to flow everywhere. */
export declare function isPackedCode(text: string): boolean;
