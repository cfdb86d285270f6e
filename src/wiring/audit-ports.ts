/**
 * Makes what the engine needs for an audit: the request from settings and flags, and the ports from recon (audit-survey.ts), baseline
 * scan (audit-baseline.ts), auditor (with or without a model) and the ports of a review (review-ports.ts); also the ports of a plan.
 * Called by playbooks.ts; fleet/audit-tasks.ts opens an audit on a worker with it.
 */

import { halt } from '../engine/audit/audit-log.ts';
import type { AuditPorts, AuditRequest } from '../engine/audit/audit-request.ts';
import type { AuditPlanPorts } from '../engine/audit/plan-document.ts';
import { ReviewError } from '../errors.ts';
import type { AuditDriver, HuntTask } from '../ports/auditor.ts';
import type { Driver } from '../ports/driver.ts';
import type { IndexedFile } from '../ports/file-index.ts';
import { endOfScope } from '../ports/join-signals.ts';
import type { ScopeRules, Selection, Snapshot } from '../ports/repository.ts';
import { AGENT_TIMEOUT_MS } from '../protocol/budget/agent-timeout.ts';
import { findPrice, readPrices } from '../protocol/budget/model-prices.ts';
import { planTurns } from '../protocol/budget/turns.ts';
import { DIMENSIONS } from '../protocol/findings/dimension.ts';
import type { ClaimedFinding } from '../protocol/findings/finding.ts';
import { REVIEWERS } from '../protocol/reviewers/reviewer.ts';
import { EMBEDDED, isHostModel } from '../protocol/reviewers/reviewer-models.ts';
import type { AuditRecon } from '../protocol/rounds/audit-recon.ts';
import { chooseKnowledge, noteLeftKnowledge } from '../recon/knowledge/choose-knowledge.ts';
import { type Endpoint, type EntryPoint, formatGuard, isWholeProject, ROUTELESS, UNREAD } from '../recon/recon.ts';
import type { Survey } from '../recon/survey-project.ts';
import { createScopeFilter } from '../repository/files/scope-filter.ts';
import type { AuditContext } from '../reviewers/embedded/audit/audit-context.ts';
import { AUDIT_REVIEWERS, type EmbeddedScan, scanEmbedded } from '../reviewers/embedded/audit/scan-baseline.ts';
import { isWithoutSemgrep, openSemgrep, toBaseline } from './audit-baseline.ts';
import { type SurveyReading, surveyFiles } from './audit-survey.ts';
import type { Config } from './config.ts';
import type { ModelReviewers } from './model-reviewers.ts';
import { createRunRedactor } from './redaction.ts';
import { createRunRequest, type EngineParts, openEngine } from './review-ports.ts';
import type { Settings } from './settings.ts';

/** Who hunts: one model, or `embedded`. Several at one table have no place in an audit. */
export function auditorOf({ model, panel }: Pick<Config, 'model' | 'panel'>): string {
  if (panel.length <= 1) return panel[0] ?? model;
  throw new ReviewError('bad-value', '--panel: an audit uses one model.', {
    advice: 'Name it with --model, or use `consensus-review review` with the panel.',
  });
}

export function createAuditRequest(
  settings: Settings,
  selection: Selection,
  asked: Pick<AuditRequest, 'mode' | 'dimensions' | 'cells' | 'isInCell' | 'agents' | 'requireSemgrep'>,
): AuditRequest {
  const model = auditorOf(settings.config);
  return {
    ...createRunRequest(settings, selection),
    ...asked,
    model,
    agentTimeoutMs: settings.config.agentTimeoutMs ?? timeoutOf(model),
  };
}

const timeoutOf = (model: string): number => {
  if (isHostModel(model)) return AGENT_TIMEOUT_MS.host;
  return model === EMBEDDED ? AGENT_TIMEOUT_MS.embedded : AGENT_TIMEOUT_MS.audit;
};

export interface AuditParts extends Omit<EngineParts, 'isAudit' | 'without'> {
  readonly confirmPlan: AuditPorts['confirmPlan'];
  readonly requireSemgrep: boolean;
  /** Survey and scan, where they were made before. */
  readonly project?: Project;
}

export async function createAuditPorts(parts: AuditParts): Promise<AuditPorts> {
  const { settings } = parts;
  const model = auditorOf(settings.config);
  const redactor = parts.redactor ?? createRunRedactor();
  const [{ ports, embedded, models }, scanWithSemgrep] = await Promise.all([
    openEngine({ ...parts, redactor, without: ['semgrep'], isAudit: true }),
    openSemgrep(settings, parts.recording?.recording ?? null, parts.requireSemgrep, redactor).catch(
      (error: unknown) => {
        halt('PHASE_1_RECON', error, parts);
        throw error;
      },
    ),
  ]);
  const project = parts.project ?? createProject(embedded, settings.rules, parts.signal);
  return {
    ...ports,
    driver: await createAuditor(project, models, model),
    surveyProject: async (files, snapshot) => toAuditRecon(await project.survey(files, snapshot)),
    scanBaseline: async (files, snapshot, signal) => {
      const scanning = project.scan(files, snapshot, signal);
      const hits = await Promise.race([scanWithSemgrep(files, snapshot, signal), rejectWith(scanning)]);
      // Nobody waits for the rest of a scan that stops the audit.
      if (parts.requireSemgrep && isWithoutSemgrep(hits)) return toBaseline(NO_SCAN, [], hits);
      const scan = await scanning;
      return toBaseline(scan, model === EMBEDDED ? scan.findings : await examineAll(project, files, snapshot), hits);
    },
    confirmPlan: askOnce(parts),
  };
}

/** Ends only with the error of the work, never with its result. */
const rejectWith = (work: Promise<unknown>): Promise<never> =>
  new Promise((_resolve, reject) => {
    work.catch(reject);
  });

const NO_SCAN: EmbeddedScan = {
  findings: [],
  refuted: [],
  analyzers: [],
  analysed: new Set(),
  unresolved: [],
  status: 'partial',
};

/** Who said yes before the run was interrupted is not asked again. */
const askOnce =
  ({ confirmPlan, recording }: AuditParts): AuditPorts['confirmPlan'] =>
  async (plan) => {
    if (recording === null) return confirmPlan(plan);
    const settle = (isConfirmed: boolean): 'keep' | 'drop' => (isConfirmed ? 'keep' : 'drop');
    return (
      await recording.recording.journal.step({ key: 'confirm', kind: 'choice', inputHash: '', settle }, () =>
        confirmPlan(plan),
      )
    ).value;
  };

/** Beside a model the whole embedded audit is the baseline: what the analyzers found and what the host examined itself. */
export async function examineAll(
  project: Project,
  files: readonly IndexedFile[],
  snapshot: Snapshot,
): Promise<readonly ClaimedFinding[]> {
  const [{ huntEmbedded }, context, survey] = await Promise.all([
    import('../reviewers/embedded/audit/hunt.ts'),
    project.context(snapshot),
    project.survey(files, snapshot),
  ]);
  const task: HuntTask = {
    agentId: 'baseline',
    round: 1,
    emergency: false,
    mode: 'standard',
    dimensions: DIMENSIONS,
    turns: planTurns(1),
    maxToolCalls: 0,
    maxFindings: null,
    files,
    recon: toAuditRecon(survey),
    hotspots: [],
    findings: [],
    transfer: null,
  };
  return (await huntEmbedded(task, context)).output.findings;
}

/** What planning needs beside the ports of every plan: recon, and what the agents would cost. */
export function createAuditPlanPorts(
  { config, rules }: Settings,
  signal?: AbortSignal,
): Pick<AuditPlanPorts, 'surveyProject' | 'isModel' | 'price'> {
  const model = auditorOf(config);
  return {
    surveyProject: async (files, snapshot) =>
      toAuditRecon(await surveyFiles(files, snapshot, readingOf(rules, signal))),
    isModel: model !== EMBEDDED,
    price: findPrice(model, readPrices(config.prices)),
  };
}

/**
 * How the project around a scope is read: `--include` and `--exclude` only narrow what is audited, the ignore file says what is
 * no part of the project. What the user stops is finished for the report; the deadline ends it.
 */
export function readingOf({ ignoreLines }: Pick<ScopeRules, 'ignoreLines'>, signal?: AbortSignal): SurveyReading {
  const filter = createScopeFilter({ ignoreLines, include: [], exclude: [] });
  return {
    openOutline: async () => (await import('../analyzers/outline/outline-source.ts')).createOutlineSource(),
    isSelected: (path) => filter(path) === 'selected',
    ...(signal === undefined ? {} : { signal: endOfScope(signal, { finishes: true }) }),
  };
}

/** The survey and the scan of one run, each made once, whoever asks first. */
export interface Project {
  survey(files: readonly IndexedFile[], snapshot: Snapshot): Promise<Survey>;
  scan(files: readonly IndexedFile[], snapshot: Snapshot, signal: AbortSignal): Promise<EmbeddedScan>;
  context(snapshot: Snapshot): Promise<AuditContext>;
}

export function createProject(embedded: Driver, rules: Pick<ScopeRules, 'ignoreLines'>, signal?: AbortSignal): Project {
  let surveyed: Promise<Survey> | null = null;
  let scanned: Promise<EmbeddedScan> | null = null;
  let context: Promise<AuditContext> | null = null;
  let scope: readonly IndexedFile[] = [];
  const reviewers = REVIEWERS.filter(({ name }) => (AUDIT_REVIEWERS as readonly string[]).includes(name));
  return {
    survey: (files, snapshot) => {
      scope = files;
      surveyed ??= surveyFiles(files, snapshot, readingOf(rules, signal));
      return surveyed;
    },
    scan: (files, snapshot, signal) => {
      scanned ??= scanEmbedded(embedded, reviewers, files, { snapshot, signal });
      return scanned;
    },
    context: (snapshot) => {
      if (surveyed === null || scanned === null)
        throw new ReviewError('internal', 'an agent was started before reconnaissance');
      context ??= Promise.all([surveyed, scanned, import('../reviewers/embedded/audit/open-audit-context.ts')]).then(
        ([survey, scan, { openAuditContext }]) => openAuditContext(survey, scan, scope, snapshot),
      );
      return context;
    },
  };
}

export async function createAuditor(
  project: Project,
  models: ModelReviewers | null,
  name: string,
): Promise<AuditDriver> {
  const openAuditContext = (snapshot: Snapshot): Promise<AuditContext> => project.context(snapshot);
  if (models === null || name === EMBEDDED) {
    const { createEmbeddedAuditor } = await import('../reviewers/embedded/audit/embedded-auditor.ts');
    return createEmbeddedAuditor(openAuditContext);
  }
  const [{ createModelAuditor }, { readKnowledge }] = await Promise.all([
    import('../reviewers/model/audit/model-auditor.ts'),
    import('../context/knowledge-files.ts'),
  ]);
  return createModelAuditor({ ...models.auditOn(name), loadDocument: readKnowledge, openAuditContext });
}

function describeLeftOut(what: string, count: number): string {
  const files = `${count} ${count === 1 ? 'file' : 'files'}`;
  if (what === 'unparsed') return `${files} could not be parsed: checked by rules only, calls are not followed there`;
  if (what === 'vendored')
    return `${files} of build output or vendored code: checked by rules only, calls are not followed there`;
  if (what === UNREAD)
    return `${files} of the project ${count === 1 ? 'was' : 'were'} not read: guards of endpoints defined there are unknown`;
  if (what === ROUTELESS)
    return `${files} with a server of Rust or Kotlin whose routes are not recognised, so endpoints are missing and what they lead to waits for a person`;
  return `${count} ${what} left out`;
}

export function toAuditRecon({ recon, project }: Pick<Survey, 'recon' | 'project'>): AuditRecon {
  return {
    modules: recon.modules.map(({ path, files, loc }) => ({ name: path === '' ? '.' : path, files, loc })),
    entryPoints: recon.entryPoints.map(toReconEntry),
    endpoints: recon.endpoints.map(toReconEndpoint),
    project: {
      entryPoints: project.entryPoints.map(toReconEntry),
      endpoints: project.endpoints.map(toReconEndpoint),
      isWhole: isWholeProject(recon),
    },
    dependencies: recon.dependencies
      .toSorted((a, b) => Number(b.isDirect) - Number(a.isDirect))
      .map(({ name, version }) => `${name}:${version}`),
    spots: recon.sinks.map(({ dimension, file, line, what }) => ({ dimension, file, line, what })),
    languages: recon.languages.map(({ name }) => name),
    frameworks: recon.frameworks,
    isLibrary: recon.isLibrary,
    documents: chooseKnowledge(recon),
    notes: [
      ...Object.entries(recon.leftOut).map(([what, count]) => describeLeftOut(what, count)),
      ...noteLeftKnowledge(recon),
    ],
  };
}

const toReconEntry = (entry: EntryPoint): AuditRecon['entryPoints'][number] => ({
  file: entry.file,
  line: entry.line,
  kind: entry.kind,
  framework: entry.framework,
  label: [entry.method, entry.route ?? entry.handler].filter((part) => part !== null).join(' '),
});

const toReconEndpoint = (endpoint: Endpoint): AuditRecon['endpoints'][number] => ({
  file: endpoint.file,
  line: endpoint.line,
  label: endpoint.name,
  verb: endpoint.verb === 'other' ? null : endpoint.verb,
  resource: endpoint.resource,
  isSensitive: endpoint.sensitive.length > 0,
  // What a request may hold is no answer to who may send it.
  guards: endpoint.guards.filter(({ kind }) => kind !== 'validation').map(formatGuard),
  handler: endpoint.handlerPlace,
});
