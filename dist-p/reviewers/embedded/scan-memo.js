/** Large enough to be shared by several threads, small enough that the batches of all analyzers fit into memory. */
const MAX_BATCH_FILES = 256;
const MAX_BATCH_TOKENS = 500_000;
const UNREADABLE = { state: 'unreadable', findings: [], reason: null };
const ABORTED = { state: 'aborted', findings: [], reason: null };
export function createScanMemo(snapshot) {
    const claimsByAnalyzer = new Map();
    const claim = (request, signal) => {
        const { analyzer, file } = request;
        const claims = claimsByAnalyzer.get(analyzer) ?? new Map();
        claimsByAnalyzer.set(analyzer, claims);
        const known = claims.get(file.path);
        if (known)
            return known;
        const batch = takeBatch(request, claims);
        const results = scanBatch(analyzer, batch, snapshot, signal);
        for (const { path } of batch) {
            claims.set(path, results.then((scans) => {
                const scan = scans.get(path) ?? ABORTED;
                if (scan.state === 'aborted')
                    claims.delete(path);
                return scan;
            }));
        }
        return claims.get(file.path) ?? Promise.resolve(ABORTED);
    };
    return {
        async scan(request, signal) {
            let scan = await claim(request, signal);
            while (scan.state === 'aborted' && !signal.aborted)
                scan = await claim(request, signal);
            return scan;
        },
    };
}
function takeBatch({ analyzer, reviewer, file, ahead }, claims) {
    const batch = [file];
    let { tokens } = file;
    for (let at = ahead.from; at < ahead.files.length && batch.length < MAX_BATCH_FILES; at += 1) {
        const next = ahead.files[at];
        if (!next || tokens + next.tokens > MAX_BATCH_TOKENS)
            break;
        if (claims.has(next.path) || !analyzer.accepts(next.path, next.language, reviewer))
            continue;
        batch.push(next);
        tokens += next.tokens;
    }
    return batch;
}
async function scanBatch(analyzer, batch, snapshot, signal) {
    const scans = new Map();
    try {
        const sources = await readBatch(batch, snapshot, scans);
        if (sources.length === 0 || signal.aborted)
            return scans;
        const outcome = await analyzer.scan(sources, snapshot, signal);
        if (!signal.aborted)
            fileOutcome(scans, sources, outcome);
    }
    catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        for (const { path } of batch)
            if (!scans.has(path))
                scans.set(path, { state: 'unfinished', findings: [], reason });
    }
    return scans;
}
async function readBatch(batch, snapshot, scans) {
    const sources = [];
    for (const { path, language, changed } of batch) {
        const read = await snapshot.read(path);
        if (read.kind === 'text')
            sources.push({ path, language, changed, text: read.text });
        else
            scans.set(path, UNREADABLE);
    }
    return sources;
}
/** Splits an analyzer's outcome by file. What it found outside the files it was given belongs to nobody and is dropped. */
function fileOutcome(scans, sources, outcome) {
    const byPath = new Map(sources.map(({ path }) => [path, []]));
    for (const finding of outcome.findings)
        byPath.get(finding.file)?.push(finding);
    const unfinished = new Set(outcome.unfinished);
    const isPartial = outcome.status === 'partial' && unfinished.size === 0;
    for (const { path } of sources) {
        const findings = byPath.get(path) ?? [];
        if (outcome.status === 'absent')
            scans.set(path, { state: 'absent', findings: [], reason: outcome.reason });
        else if (outcome.status === 'failed' || unfinished.has(path))
            scans.set(path, { state: 'unfinished', findings, reason: outcome.reason });
        else if (isPartial)
            scans.set(path, { state: 'partial', findings, reason: outcome.reason });
        else
            scans.set(path, { state: 'ended', findings, reason: outcome.status === 'completed' ? outcome.reason : null });
    }
}
