/**
 * `--verbose` where no person watches a terminal: one JSON object per line on stderr, for machines, with the sentence a
 * person would have read as `msg`. Every event of the run, every call of a model, every scan of an analyzer.
 */
import { pino } from 'pino';
import { toEventDocument } from '../protocol/run-events.js';
import { describeCall, describeScan, toCallRecord, toScanRecord } from './effect-lines.js';
import { createThinning } from './event-stream.js';
import { createHeartbeat, describe } from './progress.js';
export function createVerboseLog({ stream, isDebug, now }) {
    let log = pino({
        level: isDebug ? 'debug' : 'info',
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (level) => ({ level }) },
    }, { write: (line) => void stream.write(line) });
    const heartbeat = createHeartbeat(now, (line) => log.info({ event: 'heartbeat' }, line));
    const isDue = createThinning();
    return {
        emit: (event) => {
            heartbeat.watch(event);
            if (event.kind === 'run')
                log = log.child({ run: event.runId });
            if (!isDue(event))
                return;
            heartbeat.beat();
            log[levelOf(event)](toEventDocument(event), describe(event, true) ?? nameOf(event));
        },
        call: (call) => {
            heartbeat.beat();
            const isWell = call.result === 'ended' && call.attempts.at(-1)?.error === null;
            log[isWell ? 'info' : 'warn'](toCallRecord(call), describeCall(call));
        },
        scan: (scan) => {
            heartbeat.beat();
            log[scan.status === 'failed' ? 'warn' : 'info'](toScanRecord(scan), describeScan(scan));
        },
        stop: heartbeat.stop,
        end: (ending) => {
            if (ending.kind === 'failed')
                return log.error({ event: 'end', code: ending.code }, `failed: ${ending.code}`);
            const { verdict, complete, findings, usage } = ending.report;
            log.info({ event: 'end', verdict, complete, findings: findings.length, usage }, `${verdict}, ${findings.length} findings${complete ? '' : ', incomplete'}`);
        },
    };
}
const nameOf = (event) => ('status' in event ? `${event.kind} ${event.status}` : event.kind);
function levelOf(event) {
    if (event.kind === 'truncation' || event.kind === 'retry')
        return 'warn';
    return event.kind === 'agent' && event.status === 'progress' && event.message === null ? 'debug' : 'info';
}
