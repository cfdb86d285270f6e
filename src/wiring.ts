/** Where the parts are put together: ports of the engine from adapters, the request from settings. */
import { createPassingJournal, createRandomIds, createSystemClock } from './adapters/system.ts';
import { createBranches } from './context/branches.ts';
import { createIndex } from './context/file-index.ts';
import { search } from './context/search/search.ts';
import type { ContextStore } from './context/store/context-store.ts';
import { createStoredIndex } from './context/store/stored-index.ts';
import { createTokenPool } from './context/token-pool.ts';
import { createTokenCounter } from './context/tokens.ts';
import { createAgentTools } from './context/tools/agent-tools.ts';
import type { ContextSearch } from './context/tools/semantic-search.ts';
import type { PlanPorts } from './engine/plan-review.ts';
import type { EnginePorts, ReviewRequest } from './engine/review-request.ts';
import { ReviewError } from './errors.ts';
import type { Analyzer, Driver, Emit, Repository, Selection } from './ports.ts';
import { endWithNotice } from './prompts/mode-notice.ts';
import { AGENT_TIMEOUT_MS } from './protocol/agent-timeout.ts';
import { isUnderstood } from './reviewers/embedded/understood-languages.ts';
import type { Settings } from './settings.ts';

const EMBEDDED = 'embedded';
/** A timer of the runtime that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createReviewRequest(settings: Settings, selection: Selection): ReviewRequest {
  const { config } = settings;
  if (config.model !== EMBEDDED || Object.values(config.reviewerModels).some((model) => model !== EMBEDDED)) {
    throw new ReviewError(
      'not-available',
      `this version reviews with \`${EMBEDDED}\` only, not with \`${config.model}\`.`,
      {
        advice: 'Leave --model out: the embedded reviewers need no account and no network.',
      },
    );
  }
  return {
    selection,
    rules: settings.rules,
    roster: settings.roster,
    reviewerNames: config.reviewers,
    thresholds: config.thresholds,
    waves: config.waves,
    concurrency: config.concurrency,
    ignoreVetoes: config.ignoreVetoes,
    model: config.model,
    agentTimeoutMs: AGENT_TIMEOUT_MS.embedded,
    warnings: settings.customReviewers
      .filter(({ model }) => model !== null && model !== EMBEDDED)
      .map(
        ({ name, model }) => `⚠️ ${name} asks for ${model}: this version has no model reviewers, so it reviews nothing`,
      ),
  };
}

/** What the embedded reviewers see with; loading them loads parsers and rules, so nothing else does it. */
export async function createAnalyzers(): Promise<readonly Analyzer[]> {
  const [{ createAstGrepAnalyzer }, { loadRulePack }, { createSecretsAnalyzer }, ...project] = await Promise.all([
    import('./adapters/analyzers/ast-grep.ts'),
    import('./adapters/analyzers/rule-pack.ts'),
    import('./adapters/analyzers/secrets.ts'),
    import('./reviewers/embedded/project/code-quality.ts').then((m) => m.createCodeQualityAnalyzer),
    import('./reviewers/embedded/project/duplication.ts').then((m) => m.createDuplicationAnalyzer),
    import('./reviewers/embedded/project/dependencies.ts').then((m) => m.createDependenciesAnalyzer),
    import('./reviewers/embedded/project/documentation.ts').then((m) => m.createDocumentationAnalyzer),
    import('./reviewers/embedded/project/user-persona.ts').then((m) => m.createUserPersonaAnalyzer),
  ]);
  return [
    createAstGrepAnalyzer({ rules: await loadRulePack() }),
    createSecretsAnalyzer(),
    ...project.map((create) => create()),
  ];
}

/** Analyzers that judge a file by itself: they may run on any thread, on any portion of the scope. */
const ON_THREADS: ReadonlySet<string> = new Set([
  'ast-grep',
  'secretlint',
  'code-quality',
  'dependencies',
  'documentation',
  'user-persona',
]);

const ANALYZER_THREAD = import.meta.url.endsWith('.ts')
  ? new URL('./wiring-thread.ts', import.meta.url)
  : new URL('./wiring-thread.js', import.meta.url);

async function createDriver(): Promise<Driver> {
  const [{ createEmbeddedDriver }, { createAnalyzerPool }, created] = await Promise.all([
    import('./reviewers/embedded/embedded-driver.ts'),
    import('./reviewers/embedded/analyzer-pool.ts'),
    createAnalyzers(),
  ]);
  const pool = createAnalyzerPool({ thread: ANALYZER_THREAD });
  const analyzers = created.map((analyzer) => (ON_THREADS.has(analyzer.name) ? pool.wrap(analyzer) : analyzer));
  return createEmbeddedDriver({
    analyzers: analyzers.filter((analyzer) => analyzer.name !== 'secretlint'),
    supplementary: analyzers.filter((analyzer) => analyzer.name === 'secretlint'),
  });
}

/** `store` null: nothing is remembered from run to run. */
export async function createEnginePorts(
  repository: Repository,
  store: ContextStore | null,
  emit: Emit,
  signal: AbortSignal,
): Promise<EnginePorts> {
  const clock = createSystemClock();
  const ids = createRandomIds(clock);
  const counter = createTokenCounter();
  const driver = await createDriver();
  return {
    repository,
    index: store === null ? createIndex(counter) : createStoredIndex(store, counter),
    counter,
    openTools: (desk) => createAgentTools({ ...desk, counter, endWithNotice, search: searchIn(store) }),
    branches: createBranches(ids),
    driverFor: () => driver,
    journal: createPassingJournal(),
    clock,
    ids,
    emit,
    signal,
  };
}

/** What was made searchable of the newest branch; nothing is searched where nothing is remembered. */
const searchIn = (store: ContextStore | null): ContextSearch | null =>
  store === null ? null : (request) => search(store, request);

/** Planning reviews nothing: it needs to know how reviewers pay for reading, not the reviewers. */
export const createPlanPorts = (repository: Repository, store: ContextStore | null): PlanPorts => ({
  repository,
  index:
    store === null
      ? createIndex(createTokenCounter(), createTokenPool)
      : createStoredIndex(store, createTokenCounter(), { search: false, whole: false, openPool: createTokenPool }),
  emit: () => undefined,
  driverFor: () => ({ hasContext: false }),
  canReview: (reviewer, language) => isUnderstood(reviewer.name, language),
});

/** Fires at the user's interruption or, with reason `deadline`, when the time is up. */
export function limitTime(interrupt: AbortSignal, deadlineMs: number | null): AbortSignal {
  if (deadlineMs === null) return interrupt;
  const deadline = new AbortController();
  setTimeout(() => deadline.abort('deadline'), Math.min(deadlineMs, LONGEST_TIMER_MS)).unref();
  return AbortSignal.any([interrupt, deadline.signal]);
}
