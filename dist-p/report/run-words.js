import { describeCounts } from './overview.js';
import { toName } from './plain-text.js';
import { formatMoment } from './runs-words.js';
import { formatCount, plural } from './terminal-page.js';
/** `WARN · complete · 2 high`, `interrupted · its process ended in the middle`. */
export function describeState({ status, verdict, complete, findings, reason }) {
    if (status !== 'finished' || verdict === null)
        return [status, ...(reason === null ? [] : [reason])].join(' · ');
    const found = findings === null ? null : (describeCounts(findings) ?? 'no findings that count');
    return [verdict, complete === false ? 'incomplete' : 'complete', ...(found === null ? [] : [found])].join(' · ');
}
export function listRunFacts({ run, journal }) {
    const ended = run.finished_at === null ? '' : `, ended ${formatMoment(run.finished_at)}`;
    const resumed = run.resumed === 0 ? '' : `, resumed ${run.resumed === 1 ? 'once' : `${run.resumed} times`}`;
    const exit = run.exit_code === null ? [] : [['Exit code', String(run.exit_code)]];
    return [
        ['Run', run.id],
        ['Folder', toName(run.root)],
        ['Command', run.command],
        ['Model', run.model],
        ['Began', `${formatMoment(run.started_at)}${ended}${resumed}`],
        ...exit,
        ['Version', run.version],
        ['Journal', describeJournal(journal)],
    ];
}
function describeJournal({ steps, calls, open, bytes }) {
    if (steps === 0)
        return 'no steps are kept';
    const begun = open === 0 ? '' : `, ${formatCount(open)} without a known end`;
    return `${plural(steps, 'step')}, ${plural(calls, 'call')} of models${begun}, ${formatBytes(bytes)}`;
}
export function formatBytes(bytes) {
    if (bytes < 1000)
        return `${bytes} B`;
    return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
/** Commands that go on from here. */
export function listWays({ id, resumable, has_report, status }) {
    return [
        ...(resumable ? [[`consensus-review resume ${id}`, 'go on with it']] : []),
        ...(has_report
            ? [[`consensus-review report ${id}`, status === 'finished' ? 'its report' : 'what it has so far']]
            : []),
    ];
}
