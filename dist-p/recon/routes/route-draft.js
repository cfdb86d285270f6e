export const joinDrafts = (drafts) => ({
    routes: drafts.flatMap(({ routes }) => routes),
    routers: drafts.flatMap(({ routers }) => routers),
});
/** The argument as something that answers a request. */
export function toHandler(argument, owner) {
    if (!argument)
        return null;
    if (argument.kind === 'function')
        return { kind: 'inline', start: argument.start };
    return { kind: 'expression', text: argument.text, owner };
}
/** Name by which a guard is known: the callee of a call, the last words of anything else. */
export const guardName = (text) => (/^[^(\n]{1,120}/u.exec(text.trim())?.[0] ?? '').replace(/^(?:new|await)\s+/u, '');
export const methodOf = (name) => {
    const upper = name.toUpperCase();
    if (upper === 'DEL')
        return 'DELETE';
    return /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/u.test(upper) ? upper : null;
};
/** Strings of a list literal: `['GET', "POST"]`, `%i[index show]`, `[:a]`. */
export function readStrings(text) {
    const bare = /^%[iIwW][[({]([^\])}]*)[\])}]/u.exec(text)?.[1];
    if (bare !== undefined)
        return bare.trim().split(/\s+/u);
    return [...text.slice(0, 2_000).matchAll(/['"]([^'"]*)['"]|(?<![\w:]):([a-z_]\w*[?!]?)/gu)].map(([, quoted, symbol]) => quoted ?? symbol ?? '');
}
/** Values of a literal or of a list of literals. */
export const literalsOf = (argument) => argument === undefined ? [] : argument.value === null ? readStrings(argument.text) : [argument.value];
export const argumentNamed = (given, ...names) => given.find(({ keyword }) => keyword !== null && names.includes(keyword));
