/** Node kinds of the grammars that an outline is made from, beyond what data flow already knows. Data only. */
import type { RuleFamily, RuleLanguage } from '../analyzers/rule-pack.ts';
export interface OutlineSyntax {
    readonly classes: readonly string[];
    /** Decorators, annotations, attributes. */
    readonly marks: readonly string[];
    readonly imports: readonly string[];
    readonly exports: readonly string[];
    /** Kinds that give a name a value or a type, with the fields of name, value and type; `last` is the last child. */
    readonly bindings: Readonly<Record<string, readonly [name: string, value: string, type: string]>>;
    /** Kinds that name a function: the fields of name and function. */
    readonly naming: Readonly<Record<string, readonly [name: string, value: string]>>;
    readonly packages: readonly string[];
}
export declare const OUTLINE_SYNTAX: Readonly<Partial<Record<RuleLanguage, OutlineSyntax>>>;
/** Names under which a language hands over what comes from outside. */
export declare const OUTSIDE_NAMES: Readonly<Partial<Record<RuleFamily, RegExp>>>;
