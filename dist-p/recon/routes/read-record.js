/** Top-level entries of an object literal, from its text: `{ method: 'GET', url: '/x', handler }`. Works on a cut text too. */
const OPENING = '([{';
const CLOSING = ')]}';
export function readRecord(text) {
    const entries = new Map();
    const inner = text.trim().replace(/^\{/u, '');
    for (const part of splitParts(inner)) {
        const [, key, value] = /^(?:async\s+)?['"]?([\w$.-]+)['"]?\s*(?::|=>)\s*([\s\S]*)$/u.exec(part) ?? [];
        if (key !== undefined)
            entries.set(key, (value ?? '').trim());
        else {
            const [, short, rest] = /^(?:async\s+)?([\w$]+)\s*(\(|$)/u.exec(part) ?? [];
            if (short !== undefined)
                entries.set(short, rest === '(' ? part : short);
        }
    }
    return entries;
}
/** Records of a list, or the one record itself. */
export const readRecords = (text) => text.trim().startsWith('[') ? splitParts(text.trim().slice(1)).filter((part) => part.startsWith('{')) : [text];
function splitParts(text) {
    const parts = [];
    let depth = 0;
    let from = 0;
    for (let at = 0; at < text.length && depth >= 0; at += 1) {
        const char = text[at] ?? '';
        if (char === "'" || char === '"' || char === '`')
            at = skipString(text, at);
        else if (OPENING.includes(char))
            depth += 1;
        else if (CLOSING.includes(char))
            depth -= 1;
        if ((char === ',' && depth === 0) || depth < 0) {
            parts.push(text.slice(from, at));
            from = at + 1;
        }
    }
    if (depth >= 0)
        parts.push(text.slice(from));
    return parts.map((part) => part.trim()).filter((part) => part !== '');
}
function skipString(text, open) {
    for (let at = open + 1; at < text.length; at += 1) {
        if (text[at] === '\\')
            at += 1;
        else if (text[at] === text[open])
            return at;
    }
    return text.length;
}
