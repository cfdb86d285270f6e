export async function isQuoted(quote, snapshot) {
    if (quote === null || quote.quote.trim() === '')
        return false;
    const read = await snapshot.read(quote.file);
    if (read.kind !== 'text')
        return false;
    const around = read.text
        .split(/\r?\n/u)
        .slice(Math.max(0, quote.line - 1), quote.line + 4)
        .join('\n');
    return flatten(around).includes(flatten(quote.quote));
}
const flatten = (text) => text.replace(/\s+/gu, ' ').trim();
