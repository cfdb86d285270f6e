import type { ScopeRules } from '../../ports.ts';
/** `selected`; `ignored` by a rule and to be listed; `unselected`, that is never part of the scope. */
type FilterVerdict = 'selected' | 'ignored' | 'unselected';
/** A folder ends in `/`. */
export type ScopeFilter = (path: string) => FilterVerdict;
type PathTest = (path: string) => boolean;
export declare const normalizePattern: (pattern: string) => string;
/** A glob of a selection: matches whole paths from the root, as a shell would expand it. */
export declare function compileGlob(pattern: string): PathTest;
/**
 * `named` are the files and folders the user named one by one: naming something that the ignore file leaves out takes it
 * in after all, with everything in it. `--exclude` is the user's own word and stays.
 */
export declare function createScopeFilter(rules: Pick<ScopeRules, 'include' | 'exclude' | 'ignoreLines'>, named?: readonly string[]): ScopeFilter;
export {};
