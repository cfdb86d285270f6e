const TYPED = new Set(['typescript', 'tsx']);
const LOOKS_TYPED = /[\w$]<[^()]{1,200}>\(/u;
/** The tree to match: the one given, or that of the blanked text. The caller has checked its depth. */
export function dropTypeArguments(root, parse, language, text) {
    if (!TYPED.has(language) || !LOOKS_TYPED.test(text))
        return root;
    const ranges = root.findAll({ rule: { kind: 'type_arguments' } }).map((node) => node.range());
    if (ranges.length === 0)
        return root;
    let blanked = '';
    let at = 0;
    for (const { start, end } of ranges.filter((range, i) => i === 0 || range.start.index >= (ranges[i - 1]?.end.index ?? 0))) {
        blanked += text.slice(at, start.index) + text.slice(start.index, end.index).replace(/[^\r\n]/g, ' ');
        at = end.index;
    }
    return parse(language, blanked + text.slice(at));
}
