/** Where the parts of an audit are put together: recon, baseline scan, the auditor, the request from settings and flags. */
import { isWithoutSemgrep, openSemgrep, toBaseline } from './audit-baseline.js';
import { halt } from './engine/audit/audit-log.js';
import { ReviewError } from './errors.js';
import { AGENT_TIMEOUT_MS } from './protocol/agent-timeout.js';
import { DIMENSIONS } from './protocol/dimension.js';
import { findPrice, parsePrices } from './protocol/model-prices.js';
import { REVIEWERS } from './protocol/reviewer.js';
import { planTurns } from './protocol/turns.js';
import { chooseKnowledge } from './recon/knowledge/choose-knowledge.js';
import { AUDIT_REVIEWERS, scanEmbedded } from './reviewers/embedded/audit/scan-baseline.js';
import { openEngine } from './wiring.js';
const EMBEDDED = 'embedded';
/** Who hunts: one model, or `embedded`. Several at one table have no place in an audit. */
export function auditorOf({ model, panel }) {
    if (panel.length <= 1)
        return panel[0] ?? model;
    throw new ReviewError('bad-value', '--panel: an audit is done by one model.', {
        advice: 'Name it with --model, or use `consensus-review review` with the panel.',
    });
}
export function createAuditRequest(settings, selection, asked) {
    const { config } = settings;
    return {
        selection,
        rules: settings.rules,
        ...asked,
        concurrency: config.concurrency,
        ignoreVetoes: config.ignoreVetoes,
        model: auditorOf(config),
        thresholds: config.thresholds,
        agentTimeoutMs: auditorOf(config) === EMBEDDED ? AGENT_TIMEOUT_MS.embedded : AGENT_TIMEOUT_MS.audit,
        warnings: settings.warnings,
    };
}
export async function createAuditPorts(parts) {
    const { settings } = parts;
    const model = auditorOf(settings.config);
    const [{ ports, embedded, models }, scanWithSemgrep] = await Promise.all([
        openEngine({ ...parts, without: ['semgrep'], isAudit: true }),
        openSemgrep(settings, parts.tape?.tape ?? null, parts.requireSemgrep).catch((error) => {
            halt('PHASE_1_RECON', error, parts);
            throw error;
        }),
    ]);
    const project = parts.project ?? createProject(embedded);
    return {
        repository: ports.repository,
        index: ports.index,
        counter: ports.counter,
        driver: await createAuditor(project, models, model),
        openTools: ports.openTools,
        findSecrets: ports.findSecrets,
        surveyProject: async (files, snapshot) => toAuditRecon((await project.survey(files, snapshot)).recon),
        scanBaseline: async (files, snapshot, signal) => {
            const scanning = project.scan(files, snapshot, signal);
            const hits = await Promise.race([scanWithSemgrep(files, snapshot, signal), rejectWith(scanning)]);
            // Nobody waits for the rest of a scan that stops the audit.
            if (parts.requireSemgrep && isWithoutSemgrep(hits))
                return toBaseline(NO_SCAN, [], hits);
            const scan = await scanning;
            return toBaseline(scan, model === EMBEDDED ? scan.findings : await examineAll(project, files, snapshot), hits);
        },
        confirmPlan: askOnce(parts),
        account: ports.account,
        host: ports.host,
        resumed: ports.resumed ?? 0,
        clock: ports.clock,
        ids: ports.ids,
        emit: parts.emit,
        signal: parts.signal,
    };
}
/** Ends only with the error of the work, never with its result. */
const rejectWith = (work) => new Promise((_resolve, reject) => {
    work.catch(reject);
});
const NO_SCAN = { findings: [], analyzers: [], analysed: new Set(), status: 'partial' };
/** Who said yes before the run was interrupted is not asked again. */
const askOnce = ({ confirmPlan, tape }) => async (plan) => {
    if (tape === null)
        return confirmPlan(plan);
    const settle = (isConfirmed) => (isConfirmed ? 'keep' : 'drop');
    return (await tape.tape.journal.step({ key: 'confirm', kind: 'choice', mark: '', settle }, () => confirmPlan(plan)))
        .value;
};
/** Beside a model the whole embedded audit is the baseline: what the analyzers found and what the host examined itself. */
export async function examineAll(project, files, snapshot) {
    const [{ huntEmbedded }, scene, { recon }] = await Promise.all([
        import('./reviewers/embedded/audit/hunt.js'),
        project.scene(snapshot),
        project.survey(files, snapshot),
    ]);
    const task = {
        agentId: 'baseline',
        round: 1,
        emergency: false,
        mode: 'standard',
        dimensions: DIMENSIONS,
        turns: planTurns(1),
        maxToolCalls: 0,
        maxFindings: null,
        files,
        recon: toAuditRecon(recon),
        hotspots: [],
        findings: [],
        transfer: null,
    };
    return (await huntEmbedded(task, scene)).output.findings;
}
/** What planning needs beside the ports of every plan: recon, and what the agents would cost. */
export function createAuditPlanPorts({ config, }) {
    const model = auditorOf(config);
    return {
        surveyProject: async (files, snapshot) => toAuditRecon((await surveyFiles(files, snapshot)).recon),
        isModel: model !== EMBEDDED,
        price: findPrice(model, parsePrices(config.prices, 'configuration')),
    };
}
export function createProject(embedded) {
    let surveyed = null;
    let scanned = null;
    let scene = null;
    let scope = [];
    const reviewers = REVIEWERS.filter(({ name }) => AUDIT_REVIEWERS.includes(name));
    return {
        survey: (files, snapshot) => {
            scope = files;
            surveyed ??= surveyFiles(files, snapshot);
            return surveyed;
        },
        scan: (files, snapshot, signal) => {
            scanned ??= scanEmbedded(embedded, reviewers, files, { snapshot, signal });
            return scanned;
        },
        scene: (snapshot) => {
            if (surveyed === null || scanned === null)
                throw new ReviewError('internal', 'an agent was sent out before recon');
            scene ??= Promise.all([surveyed, scanned, import('./reviewers/embedded/audit/open-scene.js')]).then(([survey, scan, { openScene }]) => openScene(survey, scan, scope, snapshot));
            return scene;
        },
    };
}
async function surveyFiles(files, snapshot) {
    const [{ surveyProject }, { createOutlineSource }, { readProjectDependencies }] = await Promise.all([
        import('./recon/survey-project.js'),
        import('./adapters/recon/outline-source.js'),
        import('./reviewers/embedded/project/project-dependencies.js'),
    ]);
    const [outline, { dependencies }] = await Promise.all([createOutlineSource(), readProjectDependencies(snapshot)]);
    return surveyProject(readFiles(files, snapshot), { outline, dependencies });
}
async function* readFiles(files, snapshot) {
    for (const { path, language } of files) {
        const read = await snapshot.read(path);
        if (read.kind === 'text')
            yield { path, language, text: read.text };
    }
}
export async function createAuditor(project, models, name) {
    const openScene = (snapshot) => project.scene(snapshot);
    if (models === null || name === EMBEDDED) {
        const { createEmbeddedAuditor } = await import('./reviewers/embedded/audit/embedded-auditor.js');
        return createEmbeddedAuditor(openScene);
    }
    const [{ createModelAuditor }, { readKnowledge }] = await Promise.all([
        import('./reviewers/model/audit/model-auditor.js'),
        import('./adapters/knowledge-files.js'),
    ]);
    return createModelAuditor({ ...models.auditOn(name), loadDocument: readKnowledge, openScene });
}
function describeLeftOut(what, count) {
    const files = `${count} ${count === 1 ? 'file' : 'files'}`;
    if (what === 'unparsed')
        return `${files} could not be parsed: read by rules alone, no calls were followed there`;
    if (what === 'vendored')
        return `${files} of builds or of others: read by rules alone, no calls were followed there`;
    return `${count} ${what} left out`;
}
export function toAuditRecon(recon) {
    return {
        modules: recon.modules.map(({ path, files, loc }) => ({ name: path === '' ? '.' : path, files, loc })),
        entryPoints: recon.entryPoints.map((entry) => ({
            file: entry.file,
            line: entry.line,
            kind: entry.kind,
            framework: entry.framework,
            label: [entry.method, entry.route ?? entry.handler].filter((part) => part !== null).join(' '),
        })),
        endpoints: recon.endpoints.map((endpoint) => ({
            file: endpoint.file,
            line: endpoint.line,
            label: endpoint.name,
            verb: endpoint.verb === 'other' ? null : endpoint.verb,
            resource: endpoint.resource,
            isSensitive: endpoint.sensitive.length > 0,
            guards: endpoint.guards.map(({ name }) => name),
            handler: endpoint.handlerPlace,
        })),
        dependencies: recon.dependencies
            .toSorted((a, b) => Number(b.isDirect) - Number(a.isDirect))
            .map(({ name, version }) => `${name}:${version}`),
        spots: recon.sinks.map(({ dimension, file, line, what }) => ({ dimension, file, line, what })),
        languages: recon.languages.map(({ name }) => name),
        frameworks: recon.frameworks,
        isLibrary: recon.isLibrary,
        documents: chooseKnowledge(recon),
        notes: Object.entries(recon.leftOut).map(([what, count]) => describeLeftOut(what, count)),
    };
}
