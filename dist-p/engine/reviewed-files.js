import { isCovered } from '../protocol/coverage.js';
export function listReviewed({ assignment, ports, done, findings }, outcome, delivered) {
    if (ports.driver.coverage !== 'delivered')
        return done;
    const { files, isolation, others } = assignment;
    // Whoever judges the findings of others has done so when it ended well, however much it read again.
    if (isolation === 'shared' || others !== undefined) {
        const endedWell = outcome.status === 'completed' && outcome.cutoffReason === null;
        const spokenOf = findings.filter(({ model }) => model !== null).map(({ file }) => file);
        return new Set(endedWell ? files.map(({ path }) => path) : [...done, ...spokenOf]);
    }
    const isReviewed = ({ path, changed, lines }) => isCovered(delivered[path] ?? [], changed ?? (lines === 0 ? [] : [{ start: 1, end: lines }]));
    return new Set(files.filter(isReviewed).map(({ path }) => path));
}
