/**
 * What an expression is called in full, whatever the file calls it: `run` after `const { exec: run } = require('child_process')`
 * is `child_process.exec`, and `db` after `const db = new Client()` of `pg` is `pg.Client()`. Unknown parts stay as written.
 */
import type { SgNode } from '@ast-grep/napi';
import type { FileFacts } from './ast-grep-bindings.ts';
import type { Grammar } from './ast-grep-grammar.ts';
/** The full name of an expression. */
export type FullName = (node: SgNode) => string;
export declare function createFullNames(imports: Imports, facts: FileFacts, roleNameOf: (node: SgNode) => string | null): FullName;
/** Names that a file has from its imports, and what each is called in full. */
export type Imports = ReadonlyMap<string, string>;
export declare function collectImports(root: SgNode, grammar: Grammar): Imports;
