import { CONFIDENCE } from '../../../protocol/finding.js';
import { maskSecrets } from './mask-secrets.js';
const WHAT_CHARACTERS = 120;
export function describeSighting(document, sighting, problem) {
    const what = maskSecrets((sighting.what ?? '').replace(/\s+/gu, ' ').trim()).slice(0, WHAT_CHARACTERS);
    const fill = (words) => words.replaceAll('{what}', () => what);
    return {
        document,
        line: sighting.line,
        ...(sighting.endLine === undefined ? {} : { endLine: sighting.endLine }),
        rule: sighting.rule,
        severity: sighting.severity ?? problem.severity,
        category: problem.category,
        ...(problem.cwe === null ? {} : { cwe: problem.cwe }),
        dimension: problem.dimension,
        title: fill(problem.title),
        issue: fill(problem.issue),
        recommendation: fill(problem.recommendation),
        confidence: CONFIDENCE[sighting.confidence ?? problem.confidence ?? 'high'],
    };
}
