/** Go security checker over whole modules; `#nosec` of the reviewed code has no effect. */
import { parseGosecResults } from '../../protocol/gosec-results.js';
import { createExternalAnalyzer } from './external-analyzer.js';
import { meanByWeakness } from './external-findings.js';
import { createGoScan, findGoAbsence } from './external-go.js';
const NAME = 'gosec';
/**
 * Left out: credentials (G101: found elsewhere and masked there), unhandled errors (G104: go-reviewer), conversions
 * (G115) and files by a variable (G304): each alarms on ordinary code; imports of weak algorithms (G50x) repeat G40x.
 */
const SKIPPED = /^G(?:101|104|115|304|50\d)$/u;
/** A server without timeouts (G114) is named by what it calls; what it means is that resources run out. */
const MEANT_CWE = { G114: 'CWE-400' };
export function createGosecAnalyzer(host) {
    const scan = createGoScan({
        name: NAME,
        args: ['-no-fail', '-fmt', 'json', ...(host.trustsRepository ? [] : ['-nosec=true']), './...'],
        parse: ({ stdout }) => parseGosecResults(stdout),
        mean,
    });
    return createExternalAnalyzer({
        name: NAME,
        program: 'gosec',
        versionArgs: ['-version'],
        reviewers: ['security-reviewer'],
        timeoutMs: 180_000,
        absence: findGoAbsence(host),
        accepts: (_path, language) => language === 'go',
        scan,
    }, host);
}
const SEVERITIES = { high: 'HIGH', medium: 'MEDIUM' };
function mean(hit) {
    const severity = SEVERITIES[hit.level];
    if (severity === undefined || hit.certainty === 'low' || SKIPPED.test(hit.rule))
        return null;
    return meanByWeakness({ ...hit, cwe: MEANT_CWE[hit.rule] ?? hit.cwe }, severity);
}
