/**
 * Who watches a run of the command line: progress or, with `--verbose` away from a terminal, a structured log on stderr;
 * telemetry where an endpoint is configured. What nobody asked for is not loaded.
 */
import { readTelemetrySettings } from '../adapters/telemetry/telemetry-settings.js';
import { ReviewError } from '../errors.js';
import { describeCall, describeScan } from './effect-lines.js';
import { createProgress } from './progress.js';
import { wantsColor, wantsLiveRows } from './terminal-taste.js';
import { readVersion } from './version.js';
export async function watchRun(terminal, flags, format) {
    const screen = await openScreen(terminal, flags, format);
    const telemetry = await openRemote(terminal);
    const watchers = telemetry === null ? [screen] : [screen, telemetry];
    const isVerbose = flags.verbose === true && flags.quiet !== true;
    const end = async (ending) => {
        screen.end(ending);
        await telemetry?.end(ending);
    };
    return {
        emit: (event) => {
            for (const { emit } of watchers)
                emit(event);
        },
        effects: isVerbose || telemetry !== null
            ? {
                call: (call) => {
                    for (const watcher of watchers)
                        watcher.call(call);
                },
                scan: (scan) => {
                    for (const watcher of watchers)
                        watcher.scan(scan);
                },
            }
            : null,
        stop: screen.stop,
        end: (report) => end({ kind: 'report', report }),
        fail: (error) => end({ kind: 'failed', code: error instanceof ReviewError ? error.code : 'internal' }),
    };
}
async function openScreen(terminal, flags, format) {
    const quiet = flags.quiet === true;
    const verbose = flags.verbose === true && !quiet;
    if (verbose && terminal.stderr.isTTY !== true) {
        const { createVerboseLog } = await import('./verbose-log.js');
        return createVerboseLog({ stream: terminal.stderr, isDebug: flags.debug === true, now: () => performance.now() });
    }
    const { emit, say, stop } = createProgress({
        stream: terminal.stderr,
        color: wantsColor({ ...terminal, stdout: terminal.stderr }, flags),
        quiet,
        verbose,
        // Rows that are drawn again would tear a stream of events on the same screen, and leave no room for what is said at length.
        live: wantsLiveRows(terminal) && !verbose && !(format === 'jsonl' && terminal.stdout.isTTY === true),
        now: () => performance.now(),
    });
    const sayMore = (line) => {
        if (verbose)
            say(line);
    };
    return {
        emit,
        stop,
        call: (call) => sayMore(describeCall(call)),
        scan: (scan) => sayMore(describeScan(scan)),
        end: () => undefined,
    };
}
async function openRemote({ environment, stderr }) {
    const settings = readTelemetrySettings(environment);
    if (settings === null)
        return null;
    const warn = (message) => {
        stderr.write(`warning: ${message}\n`);
    };
    settings.warnings.forEach(warn);
    if (!(settings.traces || settings.metrics))
        return null;
    const { openTelemetry } = await import('../adapters/telemetry/open-telemetry.js');
    return openTelemetry({ settings, version: readVersion(), warn });
}
