/** What can be said of one expression or call without following it: that it is a text, a measure, a comparison, a constant. */
import type { SgNode } from '@ast-grep/napi';
import { type CallSite } from './ast-grep-calls.ts';
import type { Taint, Vocabulary } from './rule-pack.ts';
/** Members that say how much there is, not what. */
export declare const MEASURE: RegExp;
/** Written like a constant: what it holds was decided by the program. */
export declare const CONSTANT: RegExp;
/** Values that are put together to a text. */
export declare const isText: (node: SgNode, kind: string) => boolean;
export declare const isComparison: (node: SgNode) => boolean;
export declare const isLiteral: ({ object, callee }: CallSite) => boolean;
/** Whether the result of a call carries what its arguments carry. */
export declare function isCarrier({ carries, callee }: CallSite, taint: Taint, vocabulary: Vocabulary): boolean;
/** By the callee's name, or by name and first argument where the argument makes the difference. */
export declare function isSanitizer(call: CallSite, taint: Taint, vocabulary: Vocabulary): boolean;
