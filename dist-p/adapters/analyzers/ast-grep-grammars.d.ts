/** How each language family spells what data flow needs to know; what the fields mean is said in ast-grep-grammar.ts. */
import type { Grammar } from './ast-grep-grammar.ts';
import type { RuleFamily } from './rule-pack.ts';
/** Families with data flow; rules of the others match syntax alone. */
export declare const GRAMMARS: Readonly<Partial<Record<RuleFamily, Grammar>>>;
