/**
 * Order of versions as each ecosystem defines it: semver for npm and Go, PEP 440 for PyPI, Gem::Version for RubyGems.
 * Text that is no version has no order: null, never a guess.
 */
export const ADVISORY_ECOSYSTEMS = ['npm', 'PyPI', 'Go', 'RubyGems'];
/** Negative, zero or positive; null where one of them is no version. */
export function compareVersions(ecosystem, a, b) {
    if (ecosystem === 'PyPI')
        return compareBy(readPython, comparePython, a, b);
    if (ecosystem === 'RubyGems')
        return compareBy(readGem, compareGem, a, b);
    return compareBy(readSemver, compareSemver, a, b);
}
function compareBy(read, compare, ...texts) {
    const [a, b] = [read(texts[0].trim()), read(texts[1].trim())];
    return a === null || b === null ? null : compare(a, b);
}
/** Whole numbers of any length, as text without leading zeros. */
const trimZeros = (digits) => digits.replace(/^0+(?=\d)/u, '');
const compareText = (a, b) => Number(a > b) - Number(a < b);
const compareDigits = (a, b) => a.length - b.length || compareText(a, b);
/** Compares part by part; what is missing counts as `filler`. */
function compareParts(a, b, filler, compare) {
    for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
        const order = compare(a[i] ?? filler, b[i] ?? filler);
        if (order !== 0)
            return order;
    }
    return 0;
}
const SEMVER = /^v?(\d+(?:\.\d+){0,3})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/u;
function readSemver(text) {
    const [, release, pre] = SEMVER.exec(text.slice(0, 256)) ?? [];
    if (release === undefined)
        return null;
    return { release: release.split('.').map(trimZeros), pre: pre === undefined ? [] : pre.split('.') };
}
function compareSemver(a, b) {
    const order = compareParts(a.release, b.release, '0', compareDigits);
    if (order !== 0)
        return order;
    if (a.pre.length === 0 || b.pre.length === 0)
        return Number(a.pre.length === 0) - Number(b.pre.length === 0);
    return compareParts(a.pre, b.pre, null, compareIdentifiers);
}
/** Numbers come before words, a shorter list before a longer one. */
function compareIdentifiers(a, b) {
    if (a === null || b === null)
        return Number(a !== null) - Number(b !== null);
    const [isNumberA, isNumberB] = [/^\d+$/u.test(a), /^\d+$/u.test(b)];
    if (isNumberA && isNumberB)
        return compareDigits(trimZeros(a), trimZeros(b));
    return isNumberA === isNumberB ? compareText(a, b) : Number(isNumberB) - Number(isNumberA);
}
const PYTHON = /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|beta|preview|pre|rc|a|b|c)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(?:post|rev|r)[-_.]?(\d*))?([-_.]?dev[-_.]?(\d*))?(?:\+[a-z0-9]+(?:[-_.][a-z0-9]+)*)?$/u;
const PRE_RANKS = { a: 1, alpha: 1, b: 2, beta: 2, c: 3, rc: 3, pre: 3, preview: 3 };
const FINAL_RANK = 4;
function readPython(text) {
    const match = PYTHON.exec(text.slice(0, 256).toLowerCase());
    if (match === null)
        return null;
    const [, epoch = '0', release = '0', pre, preNumber, dashed, post, dev, devNumber] = match;
    const isPost = dashed !== undefined || post !== undefined;
    const isDev = dev !== undefined;
    const preRank = pre === undefined ? (isDev && !isPost ? 0 : FINAL_RANK) : (PRE_RANKS[pre] ?? FINAL_RANK);
    return {
        epoch: trimZeros(epoch),
        release: release.split('.').map(trimZeros),
        order: [
            [preRank, trimZeros(preNumber || '0')],
            [isPost ? 1 : 0, trimZeros(dashed || post || '0')],
            [isDev ? 0 : 1, trimZeros(devNumber || '0')],
        ],
    };
}
const comparePython = (a, b) => compareDigits(a.epoch, b.epoch) ||
    compareParts(a.release, b.release, '0', compareDigits) ||
    compareParts(a.order, b.order, [0, '0'], ([rankA, x], [rankB, y]) => rankA - rankB || compareDigits(x, y));
// ---------------------------------------------------------------------------------------------------- RubyGems
function readGem(text) {
    if (!/^\d+(?:\.[0-9A-Za-z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/u.test(text.slice(0, 256)))
        return null;
    return text.replace('-', '.pre.').match(/\d+|[A-Za-z]+/gu) ?? null;
}
/** Words stand for versions before the release; zeros at the end change nothing. */
const compareGem = (a, b) => compareParts(a, b, '0', (x, y) => {
    const [isNumberX, isNumberY] = [/^\d/u.test(x), /^\d/u.test(y)];
    if (isNumberX && isNumberY)
        return compareDigits(trimZeros(x), trimZeros(y));
    return isNumberX === isNumberY ? compareText(x, y) : Number(isNumberX) - Number(isNumberY);
});
