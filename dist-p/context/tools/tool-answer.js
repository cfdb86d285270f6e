/** Longer lines are shown in part, and then do not count as delivered. */
export const MAX_LINE_CHARS = 2000;
export const say = (text) => ({ text, place: null });
/** A line of a file as it is shown: cut where it is very long. */
export function showLine(path, line, text, prefix) {
    if (text.length <= MAX_LINE_CHARS)
        return { text: `${prefix}${text}`, place: { path, line } };
    const shown = text.slice(0, MAX_LINE_CHARS).toWellFormed();
    const more = text.length - MAX_LINE_CHARS;
    return { text: `${prefix}${shown} [cut: ${more} more characters]`, place: null, isCut: true };
}
