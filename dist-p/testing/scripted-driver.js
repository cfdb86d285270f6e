export const completed = {
    status: 'completed',
    cutoffReason: null,
    verdict: null,
    vetoReasons: [],
    message: null,
};
/** Keys are `agent` or `agent#wave`; the more specific one wins. */
export function createScriptedDriver(scripts, options = {}) {
    const assignments = [];
    const played = new Set();
    return {
        name: 'scripted/test',
        hasContext: options.hasContext ?? true,
        assignments,
        async *review(assignment, _tools, ledger, signal) {
            assignments.push(assignment);
            const agent = assignment.reviewer.name;
            const key = [`${agent}#${assignment.wave}`, agent].find((name) => name in scripts);
            const script = key === undefined ? undefined : scripts[key];
            if (key === undefined || script === undefined)
                throw new Error(`no script for ${agent} in wave ${assignment.wave}`);
            played.add(key);
            yield* typeof script === 'function' ? script(assignment, ledger, signal) : script;
        },
        assertPlayed() {
            const unplayed = Object.keys(scripts).filter((key) => !played.has(key));
            if (unplayed.length > 0)
                throw new Error(`scripts never played: ${unplayed.join(', ')}`);
        },
    };
}
/** Reviews every file without a finding. */
export async function* reviewEverything(assignment) {
    for (const file of assignment.files)
        yield { kind: 'file-done', path: file.path };
    yield { kind: 'outcome', outcome: completed };
}
