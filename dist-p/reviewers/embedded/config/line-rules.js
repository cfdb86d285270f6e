const LINE_CHARACTERS = 1_000;
const COMMENT = /^\s*(?:#(?!!)|;|\/\/|<!--|\*|--\s)/u;
export const isForLineRules = (path, rules) => rules.some((rule) => rule.files.test(path) && !rule.except?.test(path));
export function sightLines(document, rules) {
    const { path, text, lines } = document;
    const chosen = rules.filter((rule) => rule.files.test(path) &&
        !rule.except?.test(path) &&
        rule.requires?.test(text) !== false &&
        !rule.unless?.test(text));
    if (chosen.length === 0)
        return [];
    return lines.flatMap((whole, index) => {
        if (COMMENT.test(whole))
            return [];
        const line = whole.slice(0, LINE_CHARACTERS);
        return chosen.flatMap(({ rule, pattern }) => {
            const match = pattern.exec(line);
            return match ? [{ rule, line: index + 1, what: match[1] ?? match[0] }] : [];
        });
    });
}
