import { EVENTS_SCHEMA, toEventDocument } from '../protocol/run-events.js';
import { orderReport } from './json.js';
import { writeJsonLine } from './json-writer.js';
export function createEventLines() {
    let seq = 0;
    const write = (document, at) => {
        seq += 1;
        return writeJsonLine({ ...(seq === 1 ? { schema: EVENTS_SCHEMA } : {}), seq, at, ...document });
    };
    return {
        event: (event, at) => write(toEventDocument(event), at),
        report: (report, at) => write({ event: 'report', report: orderReport(report) }, at),
        error: (failure, at) => write({ event: 'error', ...failure }, at),
    };
}
/** A run that is over: what its report still knows of its events. */
export function formatJsonl(report) {
    const { id, playbook, mode, model, started_at, finished_at } = report.run;
    const lines = createEventLines();
    return [
        lines.event({ kind: 'run', runId: id, playbook, mode, model }, started_at),
        ...report.signals.map((signal) => lines.event({ kind: 'signal', signal }, finished_at)),
        lines.report(report, finished_at),
    ].join('');
}
