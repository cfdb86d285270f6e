import { SEVERITIES } from '../../protocol/severity.js';
import { createSqliteJournal } from './sqlite-journal.js';
import { packValue } from './stored-value.js';
const BEAT_MS = 15_000;
const describe = (error) => (error instanceof Error ? error.message : String(error));
export function openRun(store, row, clock) {
    const { database } = store;
    const warnings = [];
    const { id, epoch } = row;
    const warnOfLoss = (error) => {
        warnings.push(`the run could not be recorded further (${describe(error)}): resuming it repeats what follows`);
    };
    const journal = createSqliteJournal(store, {
        run: id,
        epoch,
        clock,
        mayTurn: row.deferred === 1,
        onLoss: warnOfLoss,
        onDamage: (key) => warnings.push(`the record of ${key} is damaged: it is made again`),
    });
    const beat = database.prepare('UPDATE runs SET beat_at = ? WHERE id = ? AND epoch = ?');
    const beating = setInterval(() => {
        store.write(() => void beat.run(clock.now(), id, epoch), false).catch(() => undefined);
    }, BEAT_MS);
    beating.unref();
    let isOver = false;
    const stop = () => {
        clearInterval(beating);
        journal.close();
        const wasOver = isOver;
        isOver = true;
        return wasOver;
    };
    /** Where it cannot be written, the end of this process says the same. */
    const change = (statement) => {
        try {
            store.writeNow(() => database.prepare(statement).run(id, epoch));
        }
        catch (error) {
            warnings.push(`the run store cannot be written (${describe(error)})`);
        }
    };
    return {
        id,
        startedAt: row.startedAt,
        seed: row.seed,
        resumed: row.resumed,
        command: JSON.parse(row.command),
        settings: JSON.parse(row.settings),
        version: row.version,
        journal,
        warnings,
        end(end) {
            if (stop())
                return false;
            try {
                store.writeNow(() => writeEnd(store, id, epoch, end));
                return true;
            }
            catch (error) {
                warnings.push(`the end of the run could not be recorded (${describe(error)})`);
                return false;
            }
        },
        discard() {
            if (!stop())
                change('DELETE FROM runs WHERE id = ? AND epoch = ?');
        },
        release() {
            if (!stop())
                change("UPDATE runs SET status = 'interrupted', resumed = resumed - 1 WHERE id = ? AND epoch = ?");
        },
        [Symbol.dispose]: () => void stop(),
    };
}
function writeEnd({ database }, id, epoch, end) {
    const { report } = end;
    const { changes } = database
        .prepare(`UPDATE runs SET status = :status, reason = :reason, deferred = max(deferred, :deferred), finished_at = :finishedAt,
       selection = coalesce(:selection, selection), complete = :complete, verdict = :verdict, exit_code = :exitCode,
       counts = :counts, usage = :usage WHERE id = :id AND epoch = :epoch`)
        .run({
        id,
        epoch,
        status: end.status,
        reason: end.reason,
        deferred: end.isDeferred ? 1 : 0,
        finishedAt: end.finishedAt,
        selection: report?.scope.selection ?? null,
        complete: report === null ? null : Number(report.complete),
        verdict: report?.verdict ?? null,
        exitCode: end.exitCode,
        counts: report === null ? null : JSON.stringify(countFindings(report)),
        usage: report === null ? null : JSON.stringify(toUsage(report)),
    });
    if (report === null || Number(changes) === 0)
        return;
    const { body, checksum } = packValue(report);
    database
        .prepare('INSERT INTO reports(run, body, checksum) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body, checksum = excluded.checksum')
        .run(id, body, checksum);
}
const COUNTED = new Set(['confirmed', 'unverified', 'needs_manual']);
const countFindings = ({ findings }) => {
    const counted = findings.filter(({ status }) => COUNTED.has(status));
    const countOf = (severity) => counted.filter((finding) => finding.severity === severity).length;
    return Object.fromEntries(SEVERITIES.map((severity) => [severity, countOf(severity)]));
};
const toUsage = ({ usage }) => ({
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    costUsd: usage.cost_usd,
    calls: usage.calls,
    reusedCalls: usage.reused_calls,
    repeatedCalls: usage.repeated_calls,
    unpricedCalls: usage.unpriced_calls,
});
