/**
 * Which expressions stand for an object of the framework, such as the request of a handler, whatever its name: by where
 * the function is registered, by a declared type, by what it was assigned from, by name where nothing else is known.
 */
import type { SgNode } from '@ast-grep/napi';
import type { FileFacts } from './ast-grep-bindings.ts';
import type { FullName } from './ast-grep-names.ts';
import { type Parameter, type Scope } from './ast-grep-scopes.ts';
import type { Vocabulary } from './rule-pack.ts';
export type Role = Vocabulary['roles'][string];
export declare class Roles {
    #private;
    constructor(facts: FileFacts, vocabulary: Vocabulary, nameOf: FullName);
    /** The role an expression plays, or null. */
    roleOf(node: SgNode, depth?: number): Role | null;
    /** What that role is called. */
    nameOf(node: SgNode): string | null;
    /** The source set that a parameter itself belongs to, by where its function is registered. */
    sourceOf(parameter: Parameter, scope: Scope): string | null;
}
