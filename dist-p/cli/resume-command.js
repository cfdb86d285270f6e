/** `resume [run]`: the command of an interrupted run once more, with everything that was recorded taken from the journal. */
import { resolve } from 'node:path';
import { claimRun, releaseRun } from '../run-wiring.js';
import { runPlaceOf } from './kept-run.js';
import { findRoot } from './state-place.js';
export async function runResumeCommand(terminal, positional, flags) {
    if (flags.database !== undefined)
        return (await import('./fleet-command.js')).resumeOnFleet(terminal, positional, flags);
    const folder = findRoot(terminal, flags);
    const claimed = await claimRun(runPlaceOf(terminal), positional[0] ?? null, folder);
    for (const warning of claimed.store.warnings)
        terminal.stderr.write(`warning: ${warning}\n`);
    try {
        return await goOn(terminal, claimed, flags);
    }
    catch (error) {
        // Where the command broke off before it took the run over.
        releaseRun(claimed);
        throw error;
    }
}
async function goOn(terminal, claimed, flags) {
    const { id, command, startedAt } = claimed.run;
    if ((flags.quiet ?? command.flags.quiet) !== true) {
        const steps = await claimed.store.steps(id);
        const done = steps.filter(({ doneAt }) => doneAt !== null).length;
        const open = steps.filter(({ kind, doneAt }) => kind === 'call' && doneAt === null).length;
        const lost = open === 0 ? '' : `, ${open} ${open === 1 ? 'call was' : 'calls were'} in flight and may be made again`;
        terminal.stderr.write(`Resuming ${id}, ${command.name === 'audit' ? 'an' : 'a'} ${command.name} begun ${new Date(startedAt).toISOString()}: ${done} steps recorded${lost}\n`);
    }
    const there = { ...terminal, workingDirectory: command.cwd };
    const asked = { ...command.flags, ...fromHere(terminal, flags) };
    if (command.name === 'audit')
        return (await import('./audit-command.js')).runAuditCommand(there, command.positional, asked, claimed);
    return (await import('./review-command.js')).runReviewCommand(there, command.positional, asked, claimed);
}
/** Paths of this call are relative to this folder, not to the one in which the run began. */
function fromHere({ workingDirectory }, { C: _folder, output, ...flags }) {
    if (!Array.isArray(output))
        return flags;
    const absolute = output.map((text) => {
        const at = text.indexOf('=') + 1;
        return at === 0 ? text : `${text.slice(0, at)}${resolve(workingDirectory, text.slice(at))}`;
    });
    return { ...flags, output: absolute };
}
