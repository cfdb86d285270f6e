import { detectLanguage } from '../protocol/language.js';
import { arrangeSecrets, maskSecretsIn } from '../protocol/secret-mask.js';
const MAX_CITED_LINES = 40;
/** What names a place, a rule or a finding, and is no text. */
const KEPT = new Set(['id', 'fingerprint', 'file', 'path', 'branch', 'rule', 'cwe', 'agent', 'schema', 'references']);
/** Without a snapshot no code is at hand, and the words of the findings are all there is to search. */
export async function maskReport(report, findSecrets, snapshot = null) {
    if (report.findings.length === 0)
        return report;
    const cited = snapshot === null ? [] : await readCited(report.findings, snapshot);
    const secrets = arrangeSecrets(await findSecrets([...cited, ...report.findings.map(readWords)]));
    if (secrets.length === 0)
        return report;
    const masked = maskWithin(report, secrets);
    const findings = masked.findings.map((finding, i) => finding.evidence === report.findings[i]?.evidence
        ? finding
        : { ...finding, extra: { ...finding.extra, redacted: true } });
    return { ...masked, findings };
}
/** The lines the findings of each file stand on. */
async function readCited(findings, snapshot) {
    const byFile = Map.groupBy(findings, ({ file }) => file);
    const texts = [];
    for (const [file, inFile] of byFile) {
        const read = await snapshot.read(file);
        if (read.kind !== 'text')
            continue;
        const lines = read.text.split('\n');
        const wanted = new Set(inFile.flatMap(({ line, end_line }) => listLines(line, end_line)));
        const text = lines.filter((_, i) => wanted.has(i + 1)).join('\n');
        texts.push({ language: detectLanguage(file)?.name ?? null, text });
    }
    return texts;
}
const listLines = (line, endLine) => Array.from({ length: Math.min(MAX_CITED_LINES, Math.max(1, endLine - line + 1)) }, (_, i) => line + i);
const readWords = ({ title, issue, evidence, source, sink, impact }) => ({
    language: null,
    text: [title, issue, evidence, source, sink, impact].filter((text) => text !== null).join('\n'),
});
function maskWithin(value, secrets) {
    if (typeof value === 'string')
        return maskSecretsIn(value, secrets);
    if (Array.isArray(value))
        return value.map((item) => maskWithin(item, secrets));
    if (typeof value !== 'object' || value === null)
        return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, KEPT.has(key) ? item : maskWithin(item, secrets)]));
}
