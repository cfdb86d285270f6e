import { beginOf } from './ast-grep-calls.js';
import { COMPARISONS } from './ast-grep-grammar.js';
/** Members that say how much there is, not what. */
export const MEASURE = /^(?:length|size|count|byteLength|pid|ppid)$/iu;
/** Written like a constant: what it holds was decided by the program. */
export const CONSTANT = /^[A-Z][A-Z0-9_]*\b|\.[A-Z][A-Z0-9_]+$/u;
/** Calls that give a text whatever they are given. */
const TEXTUAL = /^(?:String|decodeURI\w*|unescape|atob|btoa|str|repr)$|\.(?:join|concat|replace\w*|pad\w+|stringify|format|toString)$/u;
/** Values that are put together to a text. */
export const isText = (node, kind) => /template|interpolat|^string/u.test(kind) || (/^binary/u.test(kind) && node.field('operator')?.text() === '+');
export const isComparison = (node) => {
    const operator = node.field('operator');
    return operator !== null && COMPARISONS.has(operator.text());
};
export const isLiteral = ({ object, callee }) => object?.is('string') === true || /^\w{0,2}['"]/u.test(callee);
/** Whether the result of a call carries what its arguments carry. */
export function isCarrier({ carries, callee }, taint, vocabulary) {
    if (taint.asObject && TEXTUAL.test(callee))
        return false;
    return carries || vocabulary.propagators.test(callee) || taint.passes?.test(callee) === true;
}
/** By the callee's name, or by name and first argument where the argument makes the difference. */
export function isSanitizer(call, taint, vocabulary) {
    const known = [vocabulary.sanitizers, taint.sanitizers];
    const begin = beginOf(call);
    if (taint.passes?.test(call.callee))
        return false;
    return known.some((pattern) => pattern?.test(call.callee) || pattern?.test(begin));
}
