export const TAPE_SCHEMA = 'consensus-review/recording@1';
export const formatTapeLine = (line) => `${JSON.stringify(line)}\n`;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** What has to be there of each kind of line for it to be used at all. */
const isLine = {
    head: ({ model, runId, startedAt }) => typeof model === 'string' && typeof runId === 'string' && typeof startedAt === 'number',
    scope: ({ files }) => isObject(files),
    nonce: ({ key, word }) => typeof key === 'string' && typeof word === 'string',
    analysis: ({ key, events }) => typeof key === 'string' && Array.isArray(events),
    semgrep: ({ scan }) => isObject(scan) && Array.isArray(scan.findings),
    step: ({ key }) => typeof key === 'string',
    call: ({ call }) => isObject(call) && isObject(call.result),
    end: ({ finishedAt }) => typeof finishedAt === 'number',
};
const parseLine = (text) => {
    try {
        const line = JSON.parse(text);
        const check = isObject(line) ? isLine[line?.kind] : undefined;
        return line !== null && check?.(line) === true ? line : null;
    }
    catch {
        return null;
    }
};
/** The recording, or in words why it is none. */
export function parseTape(text) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const parsed = lines.map(parseLine);
    const broken = parsed.indexOf(null);
    if (broken >= 0)
        return `line ${broken + 1} is not a line of a recording`;
    const [head] = parsed;
    if (head?.kind !== 'head' || head.schema !== TAPE_SCHEMA)
        return `the first line is not the head of ${TAPE_SCHEMA}`;
    const end = parsed.findLast((line) => line?.kind === 'end');
    if (end?.kind !== 'end')
        return 'the recording has no end: the run that made it was interrupted';
    const scope = parsed.find((line) => line?.kind === 'scope');
    const semgrep = parsed.find((line) => line?.kind === 'semgrep');
    return {
        head: { ...head, flags: head.flags ?? {}, note: head.note ?? null },
        scope: scope?.kind === 'scope' ? scope.files : {},
        nonces: new Map(parsed.flatMap((line) => (line?.kind === 'nonce' ? [[line.key, line.word]] : []))),
        analyses: parsed.flatMap((line) => (line?.kind === 'analysis' ? [line] : [])),
        semgrep: semgrep?.kind === 'semgrep' ? semgrep.scan : null,
        calls: parsed.flatMap((line) => (line?.kind === 'call' ? [line.call] : [])),
        steps: new Map(parsed.flatMap((line) => (line?.kind === 'step' ? [[line.key, line.value]] : []))),
        finishedAt: end.finishedAt,
    };
}
