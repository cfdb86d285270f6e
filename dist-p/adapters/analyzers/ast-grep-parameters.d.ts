/** What a parameter that no call of the file fills is worth: input from outside, data of some caller, or nothing. */
import type { Ground } from './ast-grep-ground.ts';
import type { Parameter, Scope } from './ast-grep-scopes.ts';
import type { Trace } from './ast-grep-trace.ts';
import type { Taint } from './rule-pack.ts';
export declare function judgeParameter(parameter: Parameter, scope: Scope, taint: Taint, ground: Ground): Trace['kind'] | null;
