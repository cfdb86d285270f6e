/** The checks that come with Go, over whole modules. */
import { CONFIDENCE } from '../../protocol/finding.js';
import { parseGoVetResults } from '../../protocol/go-vet-results.js';
import { createExternalAnalyzer } from './external-analyzer.js';
import { toTitle } from './external-findings.js';
import { createGoScan } from './external-go.js';
const NAME = 'go-vet';
export function createGoVetAnalyzer(host) {
    return createExternalAnalyzer({
        name: NAME,
        program: 'go',
        versionArgs: ['version'],
        reviewers: ['go-reviewer'],
        timeoutMs: 180_000,
        accepts: (_path, language) => language === 'go',
        scan: createGoScan({
            name: NAME,
            args: ['vet', '-json', './...'],
            parse,
            mean,
        }),
    }, host);
}
/** One package that cannot be loaded keeps vet from looking at any. */
function parse({ exitCode, stdout, stderr }) {
    const output = parseGoVetResults(stdout, stderr);
    const isEmpty = output.kind === 'parsed' && output.hits.length === 0;
    const reason = output.kind === 'parsed' ? output.faults[0]?.reason : undefined;
    return exitCode !== 0 && isEmpty ? { kind: 'unusable', reason: reason ?? `it ended with ${exitCode}` } : output;
}
const CATEGORIES = {
    atomic: 'concurrency',
    copylocks: 'concurrency',
    loopclosure: 'concurrency',
    lostcancel: 'resources',
    httpresponse: 'resources',
    errorsas: 'error-handling',
    unusedresult: 'error-handling',
    stdmethods: 'interfaces',
    ifaceassert: 'interfaces',
    structtag: 'naming',
    printf: 'formatting',
};
const GRAVE = new Set(['copylocks', 'lostcancel', 'atomic', 'httpresponse', 'nilness', 'loopclosure']);
const mean = (hit) => ({
    reviewer: 'go-reviewer',
    category: CATEGORIES[hit.rule] ?? 'control-flow',
    severity: GRAVE.has(hit.rule) ? 'MEDIUM' : 'LOW',
    confidence: CONFIDENCE.high,
    title: toTitle(hit.message),
    why: 'The Go tool chain itself regards this as a mistake.',
    fix: 'Correct it as the reference of the check describes.',
    cwe: null,
    dimension: null,
    extra: { effort: 'trivial', effective_go_ref: null },
});
