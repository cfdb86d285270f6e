/**
 * What data flow needs to know of a language: how it spells functions, bindings, calls, members, conditions. The
 * languages themselves are in ast-grep-grammars.ts. Names are node kinds and fields of the tree-sitter grammars.
 */
/** A first parameter that stands for the object, not for an argument. */
export const RECEIVER = /^(?:self|cls)$/u;
/** Operators whose result is a yes or no, whatever they compare. */
export const COMPARISONS = new Set([
    '==',
    '!=',
    '===',
    '!==',
    '<',
    '>',
    '<=',
    '>=',
    '<=>',
    'in',
    'instanceof',
    '=~',
    '!~',
    '&&&',
    'is',
]);
