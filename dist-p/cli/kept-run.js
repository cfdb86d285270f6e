import { keepRun } from '../run-wiring.js';
import { resumeCommand, warnOfKeeping } from './end-run.js';
import { findStateDir } from './state-place.js';
import { readVersion } from './version.js';
export const runPlaceOf = (terminal) => ({
    stateDir: findStateDir(terminal),
    ...terminal.runPlace,
});
export async function openKeptRun(terminal, asked) {
    const { command, settings } = asked;
    const isKept = settings.config.journal && command.flags.replay === undefined;
    const kept = await keepRun({
        ...asked,
        place: isKept ? runPlaceOf(terminal) : null,
        command: { ...command, cwd: terminal.workingDirectory },
        version: readVersion(),
    });
    if (kept.id !== null)
        terminal.onStop?.(`Go on with: ${resumeCommand(kept.id)}`);
    return kept;
}
/** Ends the run that broke off: whoever can go on with it is told how. */
export async function failKeptRun(terminal, kept, thrown) {
    const { error, canResume } = await kept.fail(thrown);
    warnOfKeeping(terminal, kept);
    if (canResume && kept.id !== null)
        terminal.stderr.write(`Go on with: ${resumeCommand(kept.id)}\n`);
    return error;
}
