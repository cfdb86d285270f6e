const paintWith = (color, open, close) => (text) => color && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text;
export const createStyle = (color) => ({
    bold: paintWith(color, 1, 22),
    dim: paintWith(color, 2, 22),
    red: paintWith(color, 31, 39),
    yellow: paintWith(color, 33, 39),
    green: paintWith(color, 32, 39),
    cyan: paintWith(color, 36, 39),
    inverse: paintWith(color, 7, 27),
});
export function paintSeverity(style, severity, text) {
    if (severity === 'CRITICAL')
        return style.bold(style.red(style.inverse(text)));
    if (severity === 'HIGH')
        return style.bold(style.red(text));
    return severity === 'MEDIUM' ? style.yellow(text) : style.cyan(text);
}
export function paintVerdict(style, verdict, text) {
    if (verdict === 'VETO')
        return style.bold(style.red(text));
    return verdict === 'WARN' ? style.bold(style.yellow(text)) : style.bold(style.green(text));
}
