/** Functions of one file as calls see them: which of them a call may mean, what each returns, where it is called in place. */
import type { SgNode } from '@ast-grep/napi';
import type { FileFacts } from './ast-grep-bindings.ts';
import { type CallSite } from './ast-grep-calls.ts';
import { type Scope } from './ast-grep-scopes.ts';
/** The function written into a call such as `list.map(x => …)` whose result is made of what it returns. */
export declare function findMaker(call: CallSite, { grammar, scopeAt }: FileFacts): Scope | null;
/** Functions of this file that a call may mean: by plain name, or as a method of the own object or of a local class. */
export declare function findLocalFunctions(call: CallSite, { scopesByName, scopeAt }: FileFacts): readonly Scope[];
export declare function returnedValues(scope: Scope, facts: FileFacts): readonly SgNode[];
/** `(function (x) { … })(value)`: the calls of a function at the very place where it is written. */
export declare function calledInPlace(scope: Scope, { grammar }: FileFacts): readonly CallSite[];
/** Whether a call stands in a function. */
export declare function isInside({ node }: CallSite, { start, end }: Scope): boolean;
