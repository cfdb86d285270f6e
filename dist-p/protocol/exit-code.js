/** The exit code of a run that produced a report, with the reason in words (HOST-09). 0 never means "did not look". */
import { EXIT } from '../errors.js';
import { reachesSeverity } from './severity.js';
import { isCounted } from './verdict.js';
export const FAIL_ON_LEVELS = ['veto', 'critical', 'high', 'medium', 'low', 'never'];
const LEVELS = {
    critical: 'CRITICAL',
    high: 'HIGH',
    medium: 'MEDIUM',
    low: 'LOW',
};
export function decideExit(ending) {
    if (ending.interrupted)
        return { code: EXIT.interrupted, reason: 'interrupted' };
    if (!ending.usable)
        return { code: EXIT.failed, reason: 'no agent gave a usable result' };
    const block = findBlock(ending);
    if (block !== null)
        return { code: EXIT.blocked, reason: block };
    if (ending.complete)
        return { code: EXIT.ok, reason: 'complete, and nothing blocks' };
    return ending.allowPartial
        ? { code: EXIT.ok, reason: 'incomplete, allowed by --allow-partial' }
        : { code: EXIT.incomplete, reason: 'incomplete: something in scope was not reviewed' };
}
/** A comparison blocks for what came to it since: an old veto or an old finding is not the news. */
export function decideComparisonExit({ before, after, fresh, failOn, allowPartial }) {
    if (failOn === 'never')
        return { code: EXIT.ok, reason: 'compared' };
    if (after.verdict === 'VETO' && before.verdict !== 'VETO')
        return { code: EXIT.blocked, reason: 'the verdict has become VETO' };
    const reason = describeReaching(fresh, failOn, 'new finding');
    if (reason !== null)
        return { code: EXIT.blocked, reason };
    if (after.complete)
        return { code: EXIT.ok, reason: 'nothing new blocks' };
    return allowPartial
        ? { code: EXIT.ok, reason: 'nothing new blocks; the second run is incomplete, allowed by --allow-partial' }
        : { code: EXIT.incomplete, reason: 'the second run is incomplete: something in scope was not reviewed' };
}
function findBlock({ verdict, failOn, findings }) {
    if (failOn === 'never')
        return null;
    if (verdict === 'VETO')
        return 'the verdict is VETO';
    return describeReaching(findings, failOn, 'finding');
}
function describeReaching(findings, failOn, noun) {
    const level = LEVELS[failOn];
    if (level === undefined)
        return null;
    const count = findings.filter((finding) => isCounted(finding) && reachesSeverity(finding.severity, level)).length;
    return count === 0 ? null : `${count} ${noun}${count === 1 ? ' reaches' : 's reach'} --fail-on ${failOn}`;
}
