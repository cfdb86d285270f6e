/**
 * Makes what the engine needs for a review: the request from settings, and the ports from the adapters (repository, index, embedded
 * and model reviewers, caches, recording), each created here; also the ports of a plan. Called by playbooks.ts and plan-run.ts;
 * audit-ports.ts builds on it.
 */
import { createHash } from 'node:crypto';
import { isUnderstood } from '../analyzers/understood-languages.ts';
import { createIndex } from '../context/file-index.ts';
import type { MemberDriver } from '../engine/review/panel-members.ts';
import type { PlanPorts } from '../engine/review/plan-review.ts';
import type { EnginePorts, ReviewRequest } from '../engine/review/review-request.ts';
import type { RunRequest } from '../engine/run-request.ts';
import type { MeasureShown } from '../engine/survey.ts';
import type { AgentHost, OutsideAgents } from '../ports/agent-host.ts';
import type { Clock, Ids } from '../ports/clock.ts';
import type { ContextStore } from '../ports/context-store.ts';
import type { Driver } from '../ports/driver.ts';
import type { Emit } from '../ports/events.ts';
import type { Index, TokenCounter } from '../ports/file-index.ts';
import type { Model } from '../ports/model.ts';
import type { Selection } from '../ports/repository.ts';
import type { Reuse } from '../ports/review-cache.ts';
import type { EffectWatch } from '../ports/telemetry.ts';
import { AGENT_TIMEOUT_MS } from '../protocol/budget/agent-timeout.ts';
import { COMPLEXITY_FACTORS } from '../protocol/budget/budget.ts';
import { readPrices, requirePrice } from '../protocol/budget/model-prices.ts';
import type { Redactor } from '../protocol/redaction/redactor.ts';
import { EMBEDDED, isHostModel, modelsFor, nameModels } from '../protocol/reviewers/reviewer-models.ts';
import type { Note } from '../protocol/text/shorten-notes.ts';
import type { OpenRecording } from '../runs/open-recording.ts';
import type { Environment } from './config.ts';
import { createEmbeddedReviewers, findInstalled } from './embedded-reviewers.ts';
import type { KnownServers } from './local-servers.ts';
import type { ModelReviewers, ModelWiring } from './model-reviewers.ts';
import { readNotes } from './project-notes.ts';
import type { RunReuse } from './review-cache.ts';
import type { Settings } from './settings.ts';
import { createPolicy } from './suppressions.ts';
import { createLocalHost, createRandomIds, createSystemClock } from './system.ts';

/** What every playbook is asked; who answers and how long that may take is its own. */
export const createRunRequest = (
  settings: Settings,
  selection: Selection,
): Omit<RunRequest, 'model' | 'agentTimeoutMs'> => ({
  selection,
  rules: settings.rules,
  thresholds: settings.config.thresholds,
  concurrency: settings.config.concurrency,
  ignoreVetoes: settings.config.ignoreVetoes,
  allowsEmpty: settings.config.allowEmpty,
  warnings: settings.warnings,
  policy: createPolicy(settings),
});

export function createReviewRequest(settings: Settings, selection: Selection): ReviewRequest {
  const { config, roster } = settings;
  return {
    ...createRunRequest(settings, selection),
    roster,
    reviewerNames: config.reviewers,
    waves: config.waves,
    complexity: COMPLEXITY_FACTORS[config.complexity],
    model: nameModels(config),
    protocol: config.protocol,
    minAgreement: config.minAgreement,
    // Every second look is an agent that the host has to start: only where it was asked for.
    verify: config.verify === 'auto' && isHostModel(config.model) ? 'never' : config.verify,
    agentTimeoutMs: timeoutOf(settings),
  };
}

const timeoutOf = (settings: Settings): number => {
  if (isHostModel(settings.config.model)) return AGENT_TIMEOUT_MS.host;
  if (settings.config.agentTimeoutMs !== null) return settings.config.agentTimeoutMs;
  return usesModels(settings) ? AGENT_TIMEOUT_MS.review : AGENT_TIMEOUT_MS.embedded;
};

/** Whether anybody but the embedded reviewers is asked. */
export const usesModels = ({ config, roster }: Settings): boolean =>
  roster.some((reviewer) => modelsFor(reviewer, config).some((model) => model !== EMBEDDED));

/** What several runs or agents of one process have in common, or what another runtime puts in its own place. */
export interface SharedParts {
  readonly embedded?: Driver;
  readonly account?: ModelWiring['account'];
  readonly openGate?: ModelWiring['openGate'];
}

export interface EngineParts {
  readonly shared?: SharedParts;
  readonly settings: Settings;
  readonly selection: Selection;
  readonly environment: Environment;
  /** Null: nothing is cached from run to run. */
  readonly store: ContextStore | null;
  readonly recording: OpenRecording | null;
  /** What earlier runs have paid for; absent or null where nothing is reused. */
  readonly reuse?: RunReuse | null;
  readonly isAudit?: boolean;
  readonly emit: Emit;
  /** Takes secrets out of what leaves; one of its own where whoever runs it has none. */
  readonly redactor?: Redactor;
  /** Who is told of calls of models and scans of analyzers as they end. */
  readonly watch?: EffectWatch | null;
  /** Stands before every model: decides whether it is still asked. */
  readonly guard?: (model: Model) => Model;
  readonly signal: AbortSignal;
  /** External analyzers that somebody else runs. */
  readonly without?: readonly string[];
  /** Where agents run; in this process by default. */
  readonly host?: AgentHost;
  /** Agents of a program that called us, where they review. */
  readonly outside?: OutsideAgents;
}

export interface Engine {
  readonly ports: EnginePorts;
  readonly embedded: Driver;
  /** Null where no model is asked. */
  readonly models: ModelReviewers | null;
}

export const createEnginePorts = async (parts: EngineParts): Promise<EnginePorts> => (await openEngine(parts)).ports;

/** The ports with the parts behind them, for whoever puts another playbook together. */
export async function openEngine(parts: EngineParts): Promise<Engine> {
  const { settings, store, recording, emit, signal } = parts;
  const clock = recording?.clock ?? createSystemClock();
  const ids = keepRunId(recording?.ids ?? createRandomIds(clock));
  const [{ createTokenCounter, cacheCounts }, { createBranches }] = await Promise.all([
    import('../context/tokens.ts'),
    import('../context/branches.ts'),
  ]);
  const counter = cacheCounts(createTokenCounter(store ?? {}));
  const { createRunRedactor, redactRepository } = await import('./redaction.ts');
  const redactor = parts.redactor ?? createRunRedactor();
  const embedded = await openDriver(parts, redactor);
  const isSearched = usesModels(settings);
  const models = isSearched ? await openModels(parts, { clock, counter, embedded, ids, redactor }) : null;
  const ports: EnginePorts = {
    repository: models === null ? settings.repository : redactRepository(settings.repository, redactor),
    index: await openIndex(parts, counter),
    counter,
    ...(isSearched ? await (await import('./agent-tools.ts')).openToolsOf({ ...parts, redactor }, counter) : NO_TOOLS),
    account: models?.account ?? null,
    branches: createBranches(ids),
    driversFor: models?.driversFor ?? (() => [embedded]),
    ...(models === null ? {} : await openVerifiers(models)),
    redactor,
    host: parts.host ?? parts.outside?.host ?? createLocalHost(),
    reuse: recordCacheReads(parts),
    clock,
    ids,
    resumed: recording?.resumed ?? 0,
    emit,
    signal,
  };
  return { ports, embedded, models };
}

/** Second looks on the models of the run. */
async function openVerifiers({ auditOn }: ModelReviewers): Promise<Pick<EnginePorts, 'verifierOn'>> {
  const { createVerifier } = await import('../reviewers/model/review/verify-claims.ts');
  return { verifierOn: (name) => createVerifier(auditOn(name)) };
}

/** What a run has found of earlier ones is a step of it: once resumed it finds the same, whatever was cached since. */
function recordCacheReads({ reuse, recording }: EngineParts): Reuse | null {
  if (!reuse || recording === null) return reuse ?? null;
  const { journal } = recording.recording;
  return {
    ...reuse,
    once: async (effect) => (await journal.step({ key: 'recall', kind: 'recall', inputHash: '' }, effect)).value,
  };
}

/** Chosen once, whoever asks for it. */
function keepRunId(ids: Ids): Ids {
  let chosen: string | null = null;
  return {
    ...ids,
    runId() {
      chosen ??= ids.runId();
      return chosen;
    },
  };
}

/** Embedded reviewers read files by themselves. */
const NO_TOOLS = {
  openTools: (): never => {
    throw new Error('tools are for models');
  },
};

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The embedded reviewers, kept on the recording or played from it. */
async function openDriver(
  { settings, recording, shared, watch = null, without = [] }: EngineParts,
  redactor: Redactor,
): Promise<Driver> {
  if (shared?.embedded !== undefined) return shared.embedded;
  if (recording === null) return createEmbeddedReviewers(settings, { without, watch });
  const { kind, analyses, journal, keepAnalysis } = recording.recording;
  const { recordDriver, replayDriver } = await import('../runs/recorded-effects.ts');
  if (kind === 'replay') return replayDriver(EMBEDDED, analyses, hashText, redactor);
  const driver = await createEmbeddedReviewers(settings, { without, journal, watch, redactor });
  return keepAnalysis === null ? driver : recordDriver(driver, keepAnalysis, hashText, redactor);
}

async function openIndex({ settings, store, recording }: EngineParts, counter: TokenCounter): Promise<Index> {
  const search = usesModels(settings);
  const index = createIndex(counter, { store, search });
  if (recording === null) return index;
  const { journalIndex } = await import('../runs/recorded-effects.ts');
  return journalIndex(index, recording.recording, hashText);
}

/** A recording holds the notes as models saw them: a replay needs neither them nor their revision. */
async function keepNotes(
  { settings, selection, recording }: Pick<EngineParts, 'settings' | 'selection' | 'recording'>,
  redactor: Redactor,
): Promise<readonly Note[]> {
  const read = () => readNotes(settings.repository, selection, settings.config);
  if (recording === null || recording.recording.kind === 'journal') return read();
  const { kind, journal } = recording.recording;
  const redacted = async () =>
    (await read()).map(({ path, text }) => ({ path, text: redactor.redactFile(path, text) }));
  try {
    return (await journal.step({ key: 'notes', kind: 'notes', inputHash: '' }, redacted)).value;
  } catch (error) {
    // A recording from before this was kept.
    if (kind === 'replay') return read();
    throw error;
  }
}

/** Without a recording nothing is resumed: whatever is there may be taken. */
const describeStart = (
  recording: OpenRecording | null,
): { readonly isResumed: boolean; readonly startedAt: number } => ({
  isResumed: (recording?.resumed ?? 0) > 0,
  startedAt: recording?.startedAt ?? Number.POSITIVE_INFINITY,
});

async function openModels(
  {
    settings,
    selection,
    environment,
    recording,
    signal,
    watch = null,
    guard,
    outside,
    reuse,
    isAudit = false,
    shared: given = {},
  }: EngineParts,
  {
    ids,
    ...shared
  }: {
    readonly clock: Clock;
    readonly counter: TokenCounter;
    readonly embedded: Driver;
    readonly ids: Ids;
    readonly redactor: Redactor;
  },
): Promise<ModelReviewers> {
  const [{ createModelReviewers }, { learnServers, listInspectable, requireWindows }] = await Promise.all([
    import('./model-reviewers.ts'),
    import('./local-servers.ts'),
  ]);
  const names = outside === undefined ? listInspectable(settings) : [];
  const servers = await learnServers(names, recording, { environment, signal });
  requireWindows(listModels(settings), settings.config, servers, isAudit);
  return createModelReviewers({
    config: settings.config,
    servers,
    root: settings.repository.root,
    environment,
    ...shared,
    guidance: await keepNotes({ settings, selection, recording }, shared.redactor),
    recording: recording?.recording ?? null,
    signal,
    watch,
    ...(guard === undefined ? {} : { guard }),
    ...(outside === undefined ? {} : { outside: outside.model }),
    ...(reuse ? { reuse: { ...reuse, runId: ids.runId, ...describeStart(recording) } } : {}),
    isAudit,
    ...(given.account === undefined ? {} : { account: given.account }),
    ...(given.openGate === undefined ? {} : { openGate: given.openGate }),
  });
}

/** Every model that may be asked. */
export const listModels = ({ config, roster }: Settings): readonly string[] =>
  [...new Set([{ name: '', model: null }, ...roster].flatMap((reviewer) => modelsFor(reviewer, config)))].filter(
    (name) => name !== EMBEDDED,
  );

export interface PlanCall {
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly isAudit: boolean;
}

/** Planning reviews nothing: it needs to know how reviewers pay for reading, not the reviewers. */
export async function createPlanPorts(
  settings: Settings,
  store: ContextStore | null,
  { isAudit, ...call }: PlanCall,
): Promise<PlanPorts & { readonly servers: KnownServers }> {
  const isInstalled = findInstalled(settings);
  const members = await planMembers(settings, isAudit, call);
  return {
    servers: members.servers,
    repository: settings.repository,
    index: createIndex(async () => (await import('../context/tokens.ts')).createTokenCounter(store ?? {}), {
      store,
      openPool: async () => (await import('../context/token-pool.ts')).createTokenPool(),
    }),
    emit: () => undefined,
    driversFor: (reviewer) => modelsFor(reviewer, settings.config).map((name) => members.plan(name)),
    canReview: (reviewer, language) =>
      modelsFor(reviewer, settings.config).some((name) => name !== EMBEDDED) ||
      isUnderstood(reviewer.name, language, isInstalled),
    priceOf: (model) => requirePrice(model, settings.config.maxCostUsd, readPrices(settings.config.prices)),
    limits: settings.config,
    ...(listModels(settings).length === 0 || isAudit ? {} : { measureShown: await openMeasure(store) }),
  };
}

/** What models would be shown of a change. */
async function openMeasure(store: ContextStore | null): Promise<MeasureShown> {
  const [{ createTokenCounter }, { createRunRedactor }, { createMeasureShown }] = await Promise.all([
    import('../context/tokens.ts'),
    import('./redaction.ts'),
    import('./agent-tools.ts'),
  ]);
  return createMeasureShown(createRunRedactor(), createTokenCounter(store ?? {}));
}

interface PlannedMembers {
  readonly servers: KnownServers;
  plan(name: string): MemberDriver;
}

/** Where no model is asked nothing has to be known of servers. */
async function planMembers(
  settings: Settings,
  isAudit: boolean,
  call: Omit<PlanCall, 'isAudit'>,
): Promise<PlannedMembers> {
  const { config } = settings;
  const models = listModels(settings);
  if (models.length === 0) return { servers: new Map(), plan: (name) => ({ name, hasContext: name !== EMBEDDED }) };
  const { limitsOf, listInspectable, readServers, requireWindows } = await import('./local-servers.ts');
  const servers = await readServers(listInspectable(settings), call);
  requireWindows(models, config, servers, isAudit);
  const plan = (name: string): MemberDriver => {
    const limits = limitsOf(name, config, servers);
    return { name, hasContext: name !== EMBEDDED, ...(limits === null ? {} : { limits }) };
  };
  return { servers, plan };
}

/** The plan of a run that reuses: with what every model would be asked besides its files. */
export async function addPlanReuse(
  ports: PlanPorts & { readonly servers: KnownServers },
  { config, repository }: Settings,
  selection: Selection,
  reuse: RunReuse | null,
): Promise<PlanPorts> {
  if (reuse === null) return ports;
  const { createPlannedMembers } = await import('./review-cache.ts');
  const guidance = await readNotes(repository, selection, config);
  return { ...ports, reuse, driversFor: createPlannedMembers(config, guidance, reuse.rules, ports.servers) };
}
