/** Reads pieces of source text that the outline needs without asking the parser: argument lists, parameters, literals. */
import type { ArgumentKind, OutlineParameter } from '../../outline-port.ts';
/** Parts of a list between commas that no bracket and no string encloses. */
export declare function splitTopLevel(text: string, separator?: string): readonly string[];
/** A callee on one line, with the arguments of calls in it left out: `Route::get()->middleware`. */
export declare function squeezeCallee(text: string): string;
/** What a string literal or symbol says, where nothing is put into it at run time. */
export declare function readLiteral(text: string): string | null;
export declare function classifyArgument(kind: string): ArgumentKind;
/** Splits `name: value` of a named argument; the keyword is null for all others. */
export declare function splitKeyword(kind: string, text: string): {
    readonly keyword: string | null;
    readonly value: string;
};
/** Parameters as written between the brackets. */
export declare function readParameterList(text: string, family: string): readonly OutlineParameter[];
/** The name of a type without pointers, generics and nullability; null where there is none. */
export declare function plainType(text: string): string | null;
