/** Each sitting once, in the order in which files name them. */
export const listSittings = (recalled) => [
    ...new Map(recalled.flatMap(({ sittings }) => sittings.map((sitting) => [sitting.id, sitting]))).values(),
];
/** Sittings of which every finished file is recalled. */
function listWhole(recalled) {
    const counts = new Map();
    for (const { sittings } of recalled) {
        const home = sittings.at(-1)?.id ?? '';
        counts.set(home, (counts.get(home) ?? 0) + 1);
    }
    const whole = listSittings(recalled).filter(({ id, files }) => (counts.get(id) ?? 0) >= files);
    return new Set(whole.map(({ id }) => id));
}
/**
 * Without the files of a sitting whose agent objected for reasons that no finding shows, unless all of its files are here: the
 * objection may concern any of them, and the one that is missing may have been it.
 */
export function keepSound(recalled) {
    const whole = listWhole(recalled);
    const isSound = ({ isExplained, id }) => isExplained || whole.has(id);
    const sound = recalled.filter(({ sittings }) => sittings.every(isSound));
    return sound.length === recalled.length ? recalled : keepSound(sound);
}
const STRICTEST_FIRST = ['VETO', 'WARN', 'OK'];
/** Whether `a` is at least as strict as `b`; no word is the mildest of all. */
export const isAsStrict = (a, b) => b === null || STRICTEST_FIRST.indexOf(a) <= STRICTEST_FIRST.indexOf(b);
/**
 * The agent's word on what it reviewed now and before. Where only part of a sitting is recalled its findings speak for it, so
 * a mild word on the rest does not stand for both.
 */
export function joinWords(now, recalled) {
    const whole = listWhole(recalled);
    const sittings = listSittings(recalled);
    const said = sittings.filter(({ id }) => whole.has(id));
    const words = [now, ...said];
    const verdict = STRICTEST_FIRST.find((each) => words.some((word) => word.verdict === each)) ?? null;
    const isPart = said.length < sittings.length;
    return {
        verdict: isPart && verdict === 'OK' ? null : verdict,
        vetoReasons: [...new Set(words.flatMap(({ vetoReasons }) => vetoReasons))],
    };
}
/** Calls that stand behind what was recalled and are not made again. */
export const countReusedCalls = (recalled) => listSittings(recalled).reduce((sum, { calls }) => sum + calls, 0);
