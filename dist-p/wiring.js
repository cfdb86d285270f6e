/** Where the parts are put together: ports of the engine from adapters, the request from settings. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { createLocalHost, createRandomIds, createSystemClock } from './adapters/system.js';
import { createBranches } from './context/branches.js';
import { createIndex } from './context/file-index.js';
import { searchHybrid } from './context/search/hybrid-search.js';
import { createStoredIndex } from './context/store/stored-index.js';
import { createTokenPool } from './context/token-pool.js';
import { createTokenCounter } from './context/tokens.js';
import { createAgentTools } from './context/tools/agent-tools.js';
import { endWithNotice } from './prompts/mode-notice.js';
import { AGENT_TIMEOUT_MS } from './protocol/agent-timeout.js';
import { COMPLEXITY_FACTORS } from './protocol/budget.js';
import { joinSignals } from './protocol/join-signals.js';
import { parsePrices, requirePrice } from './protocol/model-prices.js';
import { modelsFor, nameModels } from './protocol/reviewer-models.js';
import { isUnderstood } from './reviewers/embedded/understood-languages.js';
import { journalAnalyzer, journalIndex, journalSearch, playDriver, recordDriver } from './reviewers/model/taped-run.js';
import { watchAnalyzer } from './watch-effects.js';
const EMBEDDED = 'embedded';
/** Analyzers that find in files they do not know as a whole: alone they do not make a file reviewed. */
const SUPPLEMENTARY = new Set(['secretlint', 'shellcheck']);
/** A timer of the runtime that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
export function createReviewRequest(settings, selection) {
    const { config } = settings;
    return {
        selection,
        rules: settings.rules,
        roster: settings.roster,
        reviewerNames: config.reviewers,
        thresholds: config.thresholds,
        waves: config.waves,
        complexity: COMPLEXITY_FACTORS[config.complexity],
        concurrency: config.concurrency,
        ignoreVetoes: config.ignoreVetoes,
        model: nameModels(config),
        protocol: config.protocol,
        minAgreement: config.minAgreement,
        agentTimeoutMs: usesModels(settings) ? AGENT_TIMEOUT_MS.review : AGENT_TIMEOUT_MS.embedded,
        warnings: settings.warnings,
    };
}
/** Whether anybody but the embedded reviewers is asked. */
export const usesModels = ({ config, roster }) => roster.some((reviewer) => modelsFor(reviewer, config).some((model) => model !== EMBEDDED));
/** What the embedded reviewers see with; parsers and rules are loaded with the first scan. */
export async function createAnalyzers(options = {}) {
    const { relieve } = options;
    const openRules = async () => {
        const [{ createAstGrepAnalyzer }, { loadRulePack }] = await Promise.all([
            import('./adapters/analyzers/ast-grep.js'),
            import('./adapters/analyzers/rule-pack.js'),
        ]);
        return createAstGrepAnalyzer({ rules: await loadRulePack(), ...(relieve ? { relieve } : {}) });
    };
    const [{ createIndexedAnalyzer, readRuleIndex }, { createSecretsAnalyzer }, { createShellcheckAnalyzer }, ...project] = await Promise.all([
        import('./adapters/analyzers/rule-index.js'),
        import('./adapters/analyzers/secrets.js'),
        import('./adapters/analyzers/shellcheck.js'),
        import('./adapters/analyzers/ruff.js').then((m) => m.createRuffAnalyzer),
        import('./adapters/analyzers/markdownlint.js').then((m) => m.createMarkdownAnalyzer),
        import('./reviewers/embedded/config/configuration.js').then((m) => m.createConfigurationAnalyzer),
        import('./reviewers/embedded/project/code-quality.js').then((m) => m.createCodeQualityAnalyzer),
        import('./reviewers/embedded/project/duplication.js').then((m) => m.createDuplicationAnalyzer),
        import('./reviewers/embedded/project/dependencies.js').then((m) => m.createDependenciesAnalyzer),
        import('./reviewers/embedded/project/documentation.js').then((m) => m.createDocumentationAnalyzer),
        import('./reviewers/embedded/project/user-persona.js').then((m) => m.createUserPersonaAnalyzer),
    ]);
    return [
        createIndexedAnalyzer(await readRuleIndex(), openRules),
        createSecretsAnalyzer(),
        createShellcheckAnalyzer(),
        ...project.map((create) => create(options)),
    ];
}
/** Analyzers that judge a file by itself: they may run on any thread, on any portion of the scope. */
const ON_THREADS = new Set([
    'ast-grep',
    'secretlint',
    'shellcheck',
    'ruff',
    'markdownlint',
    'configuration',
    'code-quality',
    'dependencies',
    'documentation',
    'user-persona',
]);
const ANALYZER_THREAD = import.meta.url.endsWith('.ts')
    ? new URL('./wiring-thread.ts', import.meta.url)
    : new URL('./wiring-thread.js', import.meta.url);
/** Programs of others, installed or not: each says so itself. */
export async function createExternalAnalyzers(settings, names = settings.config.externalAnalyzers) {
    const { config, searchPath, trustsRepository } = settings;
    const { root } = settings.repository;
    const host = { root, searchPath, trustsRepository };
    const creators = {
        semgrep: async () => (await import('./adapters/analyzers/semgrep.js')).createSemgrepAnalyzer(host, {
            rules: config.semgrepRules,
            mayUseNetwork: config.allowNetwork,
        }),
        bandit: async () => (await import('./adapters/analyzers/bandit.js')).createBanditAnalyzer(host),
        gosec: async () => (await import('./adapters/analyzers/gosec.js')).createGosecAnalyzer(host),
        staticcheck: async () => (await import('./adapters/analyzers/staticcheck.js')).createStaticcheckAnalyzer(host),
        'npm-audit': async () => (await import('./adapters/analyzers/npm-audit.js')).createNpmAuditAnalyzer(host, {
            mayUseNetwork: config.allowNetwork,
        }),
        'go-vet': async () => (await import('./adapters/analyzers/go-vet.js')).createGoVetAnalyzer(host),
    };
    return Promise.all(names.filter((name) => config.externalAnalyzers.includes(name)).map((name) => creators[name]()));
}
const checksAdvisories = ({ config }) => config.advisoryDatabase !== null || (config.allowNetwork && config.externalAnalyzers.includes('npm-audit'));
/** The offline check of dependencies; absent where no database is configured. */
export async function createAdvisories({ config, repository }) {
    const { createAdvisoriesAnalyzer } = await import('./reviewers/embedded/project/advisories.js');
    if (config.advisoryDatabase === null)
        return createAdvisoriesAnalyzer(null);
    const { createOsvDatabase } = await import('./adapters/analyzers/osv-database.js');
    return createAdvisoriesAnalyzer(createOsvDatabase(resolve(repository.root, config.advisoryDatabase)));
}
/** The embedded reviewers; `without` names external analyzers that somebody else runs, `journal` keeps their scans. */
export async function createEmbeddedReviewers(settings, options = {}) {
    const known = { hasAdvisories: checksAdvisories(settings) };
    const [{ createEmbeddedDriver }, { createAnalyzerPool }, created, advisories, external] = await Promise.all([
        import('./reviewers/embedded/embedded-driver.js'),
        import('./reviewers/embedded/analyzer-pool.js'),
        createAnalyzers(known),
        createAdvisories(settings),
        createExternalAnalyzers(settings, settings.config.externalAnalyzers.filter((name) => !options.without?.includes(name))),
    ]);
    const pool = createAnalyzerPool({ thread: ANALYZER_THREAD, data: known });
    const { journal, watch = null } = options;
    /** Watched below the journal: what is played is no scan. */
    const keep = (analyzer) => {
        const watched = watch === null ? analyzer : watchAnalyzer(analyzer, watch);
        return journal === undefined ? watched : journalAnalyzer(watched, journal, markText);
    };
    const analyzers = created.map((analyzer) => keep(ON_THREADS.has(analyzer.name) ? pool.wrap(analyzer) : analyzer));
    return createEmbeddedDriver({
        analyzers: analyzers.filter(({ name }) => !SUPPLEMENTARY.has(name)),
        supplementary: analyzers.filter(({ name }) => SUPPLEMENTARY.has(name)),
        optional: [advisories, ...external].map(keep),
    });
}
export const createEnginePorts = async (parts) => (await openEngine(parts)).ports;
/** The ports with the parts behind them, for whoever puts another playbook together. */
export async function openEngine(parts) {
    const { settings, store, tape, emit, signal } = parts;
    const clock = tape?.clock ?? createSystemClock();
    const ids = keepRunId(tape?.ids ?? createRandomIds(clock));
    const counter = createTokenCounter(store ?? {});
    const embedded = await openDriver(parts);
    const isSearched = usesModels(settings);
    const embedder = isSearched ? await openEmbedder(parts) : null;
    const models = isSearched ? await openModels(parts, { clock, counter, embedded, ids }) : null;
    const ports = {
        repository: settings.repository,
        index: openIndex(parts, counter),
        counter,
        openTools: (desk) => createAgentTools({ ...desk, counter, endWithNotice, search: searchIn(parts, desk.snapshot.branch, embedder) }),
        account: models?.account ?? null,
        branches: createBranches(ids),
        driversFor: models?.driversFor ?? (() => [embedded]),
        findSecrets: async (texts) => (await import('./adapters/quoted-secrets.js')).findQuotedSecrets(texts),
        host: parts.host ?? createLocalHost(),
        reuse: keepRecall(parts),
        clock,
        ids,
        resumed: tape?.resumed ?? 0,
        emit,
        signal,
    };
    return { ports, embedded, models };
}
/** What a run has found of earlier ones is a step of it: once resumed it finds the same, whatever was remembered since. */
function keepRecall({ reuse, tape }) {
    if (!reuse || tape === null)
        return reuse ?? null;
    const { journal } = tape.tape;
    return {
        ...reuse,
        once: async (effect) => (await journal.step({ key: 'recall', kind: 'recall', mark: '' }, effect)).value,
    };
}
/** Chosen once, whoever asks for it. */
function keepRunId(ids) {
    let chosen = null;
    return {
        ...ids,
        runId() {
            chosen ??= ids.runId();
            return chosen;
        },
    };
}
const markText = (text) => createHash('sha256').update(text).digest('hex');
/** The embedded reviewers, kept on the tape or played from it. */
async function openDriver({ settings, tape, shared, watch = null, without = [] }) {
    if (shared?.embedded !== undefined)
        return shared.embedded;
    if (tape === null)
        return createEmbeddedReviewers(settings, { without, watch });
    const { kind, analyses, journal, keepAnalysis } = tape.tape;
    if (kind === 'replay')
        return playDriver(EMBEDDED, analyses, markText);
    const driver = await createEmbeddedReviewers(settings, { without, journal, watch });
    return recordDriver(driver, keepAnalysis, markText);
}
function openIndex({ settings, store, tape, signal }, counter) {
    const search = usesModels(settings);
    const index = store === null ? createIndex(counter) : createStoredIndex(store, counter, { search, whole: false });
    return tape === null ? index : journalIndex(index, tape.tape, markText, signal);
}
const SEARCH_TIMEOUT_MS = 30_000;
async function openEmbedder({ settings, environment }) {
    const name = settings.config.embeddingModel;
    if (name === null)
        return null;
    return (await import('./adapters/models/create-embedder.js')).createEmbedder(name, environment);
}
/** Where projects say what they want of a review. */
export const GUIDANCE_FILES = ['REVIEW.md', 'AGENTS.md', 'CLAUDE.md'];
const MAX_GUIDANCE_CHARS = 8000;
/** From the base revision where a change is reviewed: a change does not write its own guidance. */
export async function readGuidance(repository, selection) {
    const found = await Promise.all(GUIDANCE_FILES.map((name) => repository.readSettings(name, selection)));
    return found.flatMap((files, i) => files.slice(0, 1).map(({ text }) => ({
        path: GUIDANCE_FILES[i] ?? '',
        text: text.length > MAX_GUIDANCE_CHARS ? `${text.slice(0, MAX_GUIDANCE_CHARS)}\n[cut]` : text,
    })));
}
async function openModels({ settings, selection, environment, tape, signal, watch = null, guard, reuse, isAudit = false, shared: given = {}, }, { ids, ...shared }) {
    const { createModelReviewers } = await import('./model-wiring.js');
    return createModelReviewers({
        config: settings.config,
        root: settings.repository.root,
        environment,
        ...shared,
        guidance: await readGuidance(settings.repository, selection),
        tape: tape?.tape ?? null,
        signal,
        watch,
        ...(guard === undefined ? {} : { guard }),
        ...(reuse ? { reuse: { ...reuse, runId: ids.runId } } : {}),
        isAudit,
        ...(given.account === undefined ? {} : { account: given.account }),
        ...(given.openGate === undefined ? {} : { openGate: given.openGate }),
    });
}
/**
 * What was made searchable of the branch under review; nothing is searched where nothing is remembered. Answers are kept: they
 * may be paid for, and what is remembered may have changed when the run goes on.
 */
const searchIn = ({ store, tape }, branch, embedder) => {
    if (store === null)
        return null;
    const look = (request) => searchHybrid(store, { ...request, branch }, { embedder, signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS) });
    if (tape === null)
        return look;
    const name = embedder?.name ?? null;
    return journalSearch(look, tape.tape.journal, {
        mark: (request) => markText(JSON.stringify([name, branch, request])),
        isPaid: embedder !== null,
    });
};
/** Planning reviews nothing: it needs to know how reviewers pay for reading, not the reviewers. */
export const createPlanPorts = (settings, store) => ({
    repository: settings.repository,
    index: store === null
        ? createIndex(createTokenCounter(), createTokenPool)
        : createStoredIndex(store, createTokenCounter(store), { search: false, whole: false, openPool: createTokenPool }),
    emit: () => undefined,
    driversFor: (reviewer) => modelsFor(reviewer, settings.config).map((name) => ({ name, hasContext: name !== EMBEDDED })),
    canReview: (reviewer, language) => modelsFor(reviewer, settings.config).some((name) => name !== EMBEDDED) || isUnderstood(reviewer.name, language),
    priceOf: (model) => requirePrice(model, settings.config.maxCostUsd, parsePrices(settings.config.prices, 'configuration')),
});
/** The plan of a run that reuses: with what every model would be asked besides its files. */
export async function addPlanReuse(ports, { config, repository }, selection, reuse) {
    if (reuse === null)
        return ports;
    const { seatPlanner } = await import('./reuse-wiring.js');
    const guidance = await readGuidance(repository, selection);
    return { ...ports, reuse, driversFor: seatPlanner(config, guidance, reuse.rules) };
}
/** Fires at the user's interruption or, with reason `deadline`, when the time is up. */
export function limitTime(interrupt, deadlineMs) {
    if (deadlineMs === null)
        return interrupt;
    const deadline = new AbortController();
    setTimeout(() => deadline.abort('deadline'), Math.min(deadlineMs, LONGEST_TIMER_MS)).unref();
    return joinSignals([interrupt, deadline.signal]);
}
