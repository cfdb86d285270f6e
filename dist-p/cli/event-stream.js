/**
 * `-f jsonl` and `-o jsonl=PATH`: events of a run as lines, written when they happen, to standard output and files. Of an
 * agent's progress at most one line in a while is written; everything else is.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { ReviewError } from '../errors.js';
import { createEventLines } from '../report/jsonl.js';
import { writeOutputs } from './outputs.js';
import { renderFor } from './render-output.js';
const PROGRESS_MS = 500;
/** Where nobody asked for events, a stream that writes nothing. */
export function openEventStream(terminal, format, outputs) {
    const files = outputs
        .filter((output) => output.format === 'jsonl')
        .map(({ path }) => openSync(resolve(terminal.workingDirectory, path), 'w'));
    const isShown = format === 'jsonl';
    const lines = createEventLines();
    const now = () => new Date().toISOString();
    const write = (line) => {
        if (isShown)
            terminal.stdout.write(line);
        for (const file of files)
            writeSync(file, line);
    };
    const isAsked = isShown || files.length > 0;
    const isDue = createThinning();
    return {
        emit: (event) => {
            if (isAsked && isDue(event))
                write(lines.event(event, now()));
        },
        end: (report) => {
            if (isAsked)
                write(lines.report(report, now()));
        },
        fail: (error) => {
            const { code, message, exit } = error instanceof ReviewError ? error : new ReviewError('internal', String(error));
            if (isAsked)
                write(lines.error({ code, message, exit }, now()));
        },
        [Symbol.dispose]: () => {
            for (const file of files)
                closeSync(file);
        },
    };
}
/** The report where it was asked for; a stream of events has it in its last line. */
export async function writeReport(terminal, flags, report, { format, outputs, stream }) {
    stream.end(report);
    const render = renderFor(report, terminal, flags);
    if (format !== 'jsonl')
        terminal.stdout.write(render.forScreen(format));
    const documents = outputs.filter((output) => output.format !== 'jsonl');
    await writeOutputs(terminal, documents, render.forFile);
}
/** Everybody who watches hears every event. */
export const tellAll = (...watchers) => (event) => {
    for (const { emit } of watchers)
        emit(event);
};
/** Of an agent's progress at most one event in a while. */
export function createThinning() {
    const lastProgress = new Map();
    return (event) => {
        if (event.kind !== 'agent' || event.status !== 'progress')
            return true;
        const time = performance.now();
        if (time - (lastProgress.get(event.agent) ?? Number.NEGATIVE_INFINITY) < PROGRESS_MS)
            return false;
        lastProgress.set(event.agent, time);
        return true;
    };
}
