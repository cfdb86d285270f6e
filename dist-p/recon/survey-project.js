import { isLibraryProject } from '../protocol/coverage-evidence.js';
import { findLanguage } from '../protocol/language.js';
import { isTestPath } from '../protocol/test-path.js';
import { rateResources, toEndpoint, toEntryPoint } from './endpoints.js';
import { findExportedApis } from './exported-apis.js';
import { frameworkOf } from './knowledge/find-framework.js';
import { countLoc, findPackages, groupModules } from './modules.js';
import { createProjectSymbols } from './project-symbols.js';
import { joinRoutes } from './routes/join-routes.js';
import { readRoutes } from './routes/read-routes.js';
import { compareSpots, compareText, findSettings, findSinks, findWorkflows, isManifest } from './sinks.js';
export const MAX_OUTLINES = 20_000;
export const MAX_ENTRY_POINTS = 5_000;
export const MAX_SINKS = 20_000;
const MAX_MANIFEST_CHARACTERS = 200_000;
const VENDORED = /(?:^|\/)(?:node_modules|bower_components|vendor|third[_-]party|dist|build|\.venv|site-packages|__pycache__)\/|\.(?:min|bundle)\.[cm]?js$/u;
export async function surveyProject(files, { outline, dependencies }) {
    const reading = {
        outlines: [],
        counted: [],
        paths: [],
        manifests: new Map(),
        capped: 0,
        unparsed: 0,
        vendored: 0,
    };
    for await (const file of files)
        readFile(reading, file, outline);
    reading.outlines.sort((a, b) => compareText(a.path, b.path));
    reading.counted.sort((a, b) => compareText(a.path, b.path));
    reading.paths.sort(compareText);
    const symbols = createProjectSymbols(reading.outlines, reading.manifests);
    return { recon: compose(reading, symbols, ownDependencies(reading.paths, dependencies)), symbols };
}
function readFile(reading, file, outline) {
    if (VENDORED.test(file.path)) {
        if (file.language !== null && findLanguage(file.language)?.kind === 'source')
            reading.vendored += 1;
        return;
    }
    reading.paths.push(file.path);
    if (isManifest(file.path) || file.path.endsWith('.gemspec'))
        reading.manifests.set(file.path, file.text.slice(0, MAX_MANIFEST_CHARACTERS));
    if (file.language === null || findLanguage(file.language)?.kind !== 'source')
        return;
    reading.counted.push({ path: file.path, language: file.language, loc: countLoc(file.text) });
    if (reading.outlines.length >= MAX_OUTLINES) {
        reading.capped += 1;
        return;
    }
    const made = outline(file);
    if (made)
        reading.outlines.push(made);
    else
        reading.unparsed += 1;
}
function compose(reading, symbols, dependencies) {
    const imported = findImported(reading.outlines, dependencies);
    const own = reading.outlines.filter(({ path }) => !isTestPath(path));
    const joined = joinRoutes(readRoutes(own, { symbols, frameworks: imported, paths: reading.paths }), symbols).toSorted(compareRoutes);
    const exported = findExportedApis(symbols, reading.manifests);
    const entries = uniqueEntries([...joined.map(toEntryPoint), ...exported]);
    const endpoints = joined.filter(({ draft }) => draft.kind === 'http').map(toEndpoint);
    const frameworks = new Set([...imported, ...entries.map(({ framework }) => framework)]);
    const sinks = [...findSinks(reading.outlines, frameworks), ...findSettings(reading.paths)].toSorted(compareSpots);
    const isLibrary = isLibraryProject({ httpEntries: endpoints.length, exportedApis: exported.length });
    const leftOut = {
        outlines: reading.capped,
        unparsed: reading.unparsed,
        vendored: reading.vendored,
        entryPoints: entries.length - MAX_ENTRY_POINTS,
        endpoints: endpoints.length - MAX_ENTRY_POINTS,
        sinks: sinks.length - MAX_SINKS,
    };
    const kept = endpoints.slice(0, MAX_ENTRY_POINTS);
    return {
        modules: groupModules(reading.counted, findPackages(reading.paths)),
        entryPoints: entries.slice(0, MAX_ENTRY_POINTS),
        endpoints: kept,
        resources: rateResources(kept),
        dependencies,
        languages: countLanguages(reading.counted),
        frameworks: [...frameworks].filter((name) => findLanguage(name) === null).toSorted(compareText),
        sinks: sinks.slice(0, MAX_SINKS),
        workflows: findWorkflows(entries, reading.outlines),
        manifests: reading.paths.filter(isManifest),
        files: reading.paths.length,
        loc: reading.counted.reduce((sum, { loc }) => sum + loc, 0),
        exportedApis: exported.length,
        isLibrary,
        leftOut: Object.fromEntries(Object.entries(leftOut).filter(([, count]) => count > 0)),
    };
}
/** What the manifests of the scope ask for; where none is in it, what those of the whole project do. */
function ownDependencies(paths, dependencies) {
    const known = new Set(paths);
    const own = dependencies.filter(({ manifest }) => known.has(manifest));
    return own.length > 0 ? own : dependencies;
}
/** Frameworks by import, and by dependency where it is needed at run time. A client of `net/http` is no server. */
function findImported(outlines, dependencies) {
    const found = new Set();
    for (const { imports } of outlines)
        for (const { module } of imports) {
            const name = frameworkOf(module);
            if (name !== null && name !== 'net-http')
                found.add(name);
        }
    for (const { name, isDevelopment, isDirect } of dependencies) {
        const framework = isDirect && !isDevelopment ? frameworkOf(name) : null;
        if (framework !== null && framework !== 'net-http')
            found.add(framework);
    }
    return found;
}
const compareRoutes = (a, b) => compareText(a.draft.file.path, b.draft.file.path) ||
    a.draft.line - b.draft.line ||
    compareText(a.draft.method ?? '', b.draft.method ?? '') ||
    compareText(a.route ?? '', b.route ?? '');
const uniqueEntries = (entries) => [
    ...new Map(entries.map((entry) => [
        `${entry.file}:${entry.line} ${entry.kind} ${entry.method ?? ''} ${entry.route ?? ''}`,
        entry,
    ])).values(),
].toSorted((a, b) => compareText(a.file, b.file) || a.line - b.line || compareText(a.kind, b.kind));
function countLanguages(files) {
    const counts = new Map();
    for (const { language, loc } of files) {
        const count = counts.get(language ?? '') ?? { files: 0, loc: 0 };
        counts.set(language ?? '', { files: count.files + 1, loc: count.loc + loc });
    }
    return [...counts]
        .map(([name, count]) => ({ name, ...count }))
        .toSorted((a, b) => b.loc - a.loc || compareText(a.name, b.name));
}
