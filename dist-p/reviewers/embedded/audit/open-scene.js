import { findLanguage } from '../../../protocol/language.js';
import { buildCallGraph } from '../../../recon/call-graph.js';
import { completeFlow, indexEntries } from '../../../recon/complete-flow.js';
import { FRAMEWORK_ROWS } from '../../../recon/knowledge/framework-rows.js';
import { LANGUAGE_ROWS } from '../../../recon/knowledge/language-rows.js';
export function openScene({ recon, symbols }, scan, files, snapshot) {
    const graph = buildCallGraph(symbols);
    const entries = indexEntries(graph, recon.entryPoints);
    const traces = new Map();
    const texts = new Map();
    const sources = new Set(files
        .filter(({ language }) => language !== null && findLanguage(language)?.kind === 'source')
        .map(({ path }) => path));
    const namesAt = new Map(scan.findings.map((finding) => [`${finding.file}:${finding.line}`, finding]));
    return {
        recon,
        findings: scan.findings,
        trace: (place) => {
            const key = `${place.file}:${place.line}`;
            const known = traces.get(key) ?? traceFlow(graph, entries, place, namesAt.get(key)?.sink ?? null);
            traces.set(key, known);
            return known;
        },
        analysed: scan.analysed,
        isSource: (path) => sources.has(path),
        outlined: new Set(symbols.outlines.map(({ path }) => path)),
        analyzers: new Set(scan.analyzers.filter(({ status }) => status === 'completed').map(({ name }) => name)),
        patternsOf: (dimension) => listPatterns(recon, dimension),
        linesOf: (path) => {
            const known = texts.get(path) ?? readLines(path, snapshot);
            texts.set(path, known);
            return known;
        },
    };
}
function traceFlow(graph, entries, { file, line }, sink) {
    const flow = completeFlow(graph, { file, line, ...(sink === null ? {} : { what: sink }) }, entries);
    if (flow.status === 'complete')
        return { kind: 'complete', steps: flow.steps, entry: `${flow.entry.file}:${flow.entry.line}` };
    // Followed to its end: whoever calls this is no part of the project.
    if (flow.reason === 'external_library')
        return { kind: 'unknown', reason: flow.note };
    return { kind: 'broken', steps: flow.steps, reason: flow.reason };
}
async function readLines(path, snapshot) {
    const read = await snapshot.read(path);
    return read.kind === 'text' ? read.text.split(/\r?\n/u) : [];
}
/** The calls of the tables for the languages and frameworks of the project. */
function listPatterns(recon, dimension) {
    const languages = new Set(recon.languages.map(({ name }) => name));
    const rows = [
        ...LANGUAGE_ROWS.filter((row) => row.languages.some((name) => languages.has(name))),
        ...FRAMEWORK_ROWS.filter(({ name }) => recon.frameworks.includes(name)),
    ];
    return rows
        .flatMap(({ sinks }) => sinks)
        .filter((sink) => sink.dimension === dimension)
        .flatMap(({ category, calls }) => calls.map((pattern) => ({ pattern, subCategory: category })));
}
