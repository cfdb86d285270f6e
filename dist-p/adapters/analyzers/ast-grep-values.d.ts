/**
 * The value of an expression as the file writes it down: that of a constant for its name, and of a record together with
 * what is later written to its members, `{ maxAge: 1 };secure=true`. Anything else stays as written.
 */
import type { SgNode } from '@ast-grep/napi';
import type { FileFacts } from './ast-grep-bindings.ts';
export declare function readValue(node: SgNode, facts: FileFacts, depth?: number): string;
