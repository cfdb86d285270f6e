/** Where the parts of an audit are put together: recon, baseline scan, the auditor, the request from settings and flags. */
import type { AuditDriver, BaselineScan } from './audit-port.ts';
import type { Environment } from './config.ts';
import type { ContextStore } from './context/store/context-store.ts';
import type { AuditPorts, AuditRequest } from './engine/audit/audit-request.ts';
import type { AuditPlanPorts } from './engine/audit/plan-audit-document.ts';
import { ReviewError } from './errors.ts';
import type { Driver, Emit, IndexedFile, Selection, Snapshot } from './ports.ts';
import { AGENT_TIMEOUT_MS } from './protocol/agent-timeout.ts';
import type { AuditRecon } from './protocol/audit-recon.ts';
import { REVIEWERS, type ReviewerProfile } from './protocol/reviewer.ts';
import type { SemgrepFinding } from './protocol/semgrep-results.ts';
import type { Severity } from './protocol/severity.ts';
import { chooseKnowledge } from './recon/knowledge/choose-knowledge.ts';
import type { SurveyFile } from './recon/survey-project.ts';
import type { AuditScene } from './reviewers/embedded/audit/audit-scene.ts';
import { AUDIT_REVIEWERS, type EmbeddedScan, scanEmbedded } from './reviewers/embedded/audit/scan-baseline.ts';
import type { Settings } from './settings.ts';
import {
  createEmbeddedReviewers,
  createEnginePorts,
  createExternalAnalyzers,
  createPlanPorts,
  usesModels,
} from './wiring.ts';

export function createAuditRequest(
  settings: Settings,
  selection: Selection,
  asked: Pick<AuditRequest, 'mode' | 'dimensions' | 'cells' | 'isInCell' | 'agents' | 'requireSemgrep'>,
): AuditRequest {
  const { config } = settings;
  return {
    selection,
    rules: settings.rules,
    ...asked,
    concurrency: config.concurrency,
    ignoreVetoes: config.ignoreVetoes,
    model: config.model,
    thresholds: config.thresholds,
    agentTimeoutMs: usesModels(settings) ? AGENT_TIMEOUT_MS.audit : AGENT_TIMEOUT_MS.embedded,
    warnings: settings.warnings,
  };
}

export interface AuditParts {
  readonly settings: Settings;
  readonly selection: Selection;
  readonly environment: Environment;
  readonly store: ContextStore | null;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  readonly confirmPlan: AuditPorts['confirmPlan'];
  readonly requireSemgrep: boolean;
}

export async function createAuditPorts(parts: AuditParts): Promise<AuditPorts> {
  const { settings } = parts;
  const [engine, embedded, semgrep] = await Promise.all([
    createEnginePorts({ ...parts, tape: null }),
    createEmbeddedReviewers(settings, { without: ['semgrep'] }),
    findSemgrep(settings),
  ]);
  if (parts.requireSemgrep && semgrep?.absence !== null)
    throw new ReviewError(
      'semgrep-required',
      semgrep === null ? 'Semgrep is switched off by `external_analyzers`.' : `${semgrep.absence}.`,
    );
  const project = createProject(embedded);
  return {
    repository: engine.repository,
    index: engine.index,
    counter: engine.counter,
    driver: await createAuditor(project),
    openTools: engine.openTools,
    findSecrets: engine.findSecrets,
    surveyProject: async (files, snapshot) => toAuditRecon((await project.survey(files, snapshot)).recon),
    scanBaseline: async (files, snapshot, signal) => {
      const [scan, hits] = await Promise.all([
        project.scan(files, snapshot, signal),
        scanWithSemgrep(semgrep, files, snapshot, signal),
      ]);
      return toBaseline(scan, hits);
    },
    confirmPlan: parts.confirmPlan,
    account: engine.account,
    journal: engine.journal,
    clock: engine.clock,
    ids: engine.ids,
    emit: parts.emit,
    signal: parts.signal,
  };
}

/** What `plan audit` needs: recon and prices, no auditor, no model and no key. */
export function createAuditPlanPorts(settings: Settings, store: ContextStore | null): AuditPlanPorts {
  const { repository, index, emit, canReview, priceOf } = createPlanPorts(settings, store);
  return {
    repository,
    index,
    emit,
    priceOf,
    canAudit: (language) => listAuditReviewers().every((reviewer) => canReview(reviewer, language)),
    surveyProject: async (files, snapshot) => toAuditRecon((await surveyFiles(files, snapshot)).recon),
  };
}

const listAuditReviewers = (): readonly ReviewerProfile[] =>
  REVIEWERS.filter(({ name }) => (AUDIT_REVIEWERS as readonly string[]).includes(name));

type Survey = Awaited<ReturnType<typeof import('./recon/survey-project.ts').surveyProject>>;

/** The survey and the scan of one run, each made once, whoever asks first. */
interface Project {
  survey(files: readonly IndexedFile[], snapshot: Snapshot): Promise<Survey>;
  scan(files: readonly IndexedFile[], snapshot: Snapshot, signal: AbortSignal): Promise<EmbeddedScan>;
  scene(snapshot: Snapshot): Promise<AuditScene>;
}

function createProject(embedded: Driver): Project {
  let surveyed: Promise<Survey> | null = null;
  let scanned: Promise<EmbeddedScan> | null = null;
  let scene: Promise<AuditScene> | null = null;
  let scope: readonly IndexedFile[] = [];
  const reviewers = listAuditReviewers();
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
      scene ??= Promise.all([surveyed, scanned, import('./reviewers/embedded/audit/open-scene.ts')]).then(
        ([survey, scan, { openScene }]) => openScene(survey, scan, scope, snapshot),
      );
      return scene;
    },
  };
}

async function surveyFiles(files: readonly IndexedFile[], snapshot: Snapshot): Promise<Survey> {
  const [{ surveyProject }, { createOutlineSource }, { readProjectDependencies }] = await Promise.all([
    import('./recon/survey-project.ts'),
    import('./adapters/recon/outline-source.ts'),
    import('./reviewers/embedded/project/project-dependencies.ts'),
  ]);
  const [outline, { dependencies }] = await Promise.all([createOutlineSource(), readProjectDependencies(snapshot)]);
  return surveyProject(readFiles(files, snapshot), { outline, dependencies });
}

async function* readFiles(files: readonly IndexedFile[], snapshot: Snapshot): AsyncGenerator<SurveyFile> {
  for (const { path, language } of files) {
    const read = await snapshot.read(path);
    if (read.kind === 'text') yield { path, language, text: read.text };
  }
}

async function createAuditor(project: Project): Promise<AuditDriver> {
  const { createEmbeddedAuditor } = await import('./reviewers/embedded/audit/embedded-auditor.ts');
  return createEmbeddedAuditor((snapshot) => project.scene(snapshot));
}

function toAuditRecon(recon: Survey['recon']): AuditRecon {
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
    })),
    dependencies: recon.dependencies.map(({ name, version }) => `${name}:${version}`),
    spots: recon.sinks.map(({ dimension, file, line, what }) => ({ dimension, file, line, what })),
    languages: recon.languages.map(({ name }) => name),
    frameworks: recon.frameworks,
    isLibrary: recon.isLibrary,
    documents: chooseKnowledge(recon),
    notes: Object.entries(recon.leftOut).map(([what, count]) =>
      what === 'unparsed'
        ? `${count} files could not be parsed: no calls were followed there`
        : `${count} ${what} left out`,
    ),
  };
}

type Semgrep = Awaited<ReturnType<typeof createExternalAnalyzers>>[number];

const findSemgrep = async (settings: Settings): Promise<Semgrep | null> =>
  (await createExternalAnalyzers(settings, ['semgrep'])).find(({ name }) => name === 'semgrep') ?? null;

async function scanWithSemgrep(
  semgrep: Semgrep | null,
  files: readonly IndexedFile[],
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<BaselineScan['semgrep']> {
  if (semgrep === null) return { status: 'absent', reason: 'switched off by configuration', findings: [] };
  if (semgrep.absence !== null) return { status: 'absent', reason: semgrep.absence, findings: [] };
  const wanted = files.filter(({ path, language }) => semgrep.accepts(path, language, 'security-reviewer'));
  const sources = await Promise.all(
    wanted.map(async ({ path, language, changed }) => {
      const read = await snapshot.read(path);
      return read.kind === 'text' ? [{ path, language, changed, text: read.text }] : [];
    }),
  );
  const outcome = await semgrep.scan(sources.flat(), snapshot, signal);
  return {
    status: outcome.status,
    reason: outcome.reason,
    findings: outcome.findings.map((finding, i) => toSemgrepFinding(finding, i + 1)),
  };
}

const SEMGREP_SEVERITY: Readonly<Record<Severity, SemgrepFinding['severity']>> = {
  CRITICAL: 'ERROR',
  HIGH: 'ERROR',
  MEDIUM: 'WARNING',
  LOW: 'INFO',
};

const toSemgrepFinding = (
  { severity, rule, file, line, endLine, cwe, issue }: Awaited<ReturnType<Semgrep['scan']>>['findings'][number],
  number: number,
): SemgrepFinding => ({
  finding_id: `SG-${String(number).padStart(3, '0')}`,
  severity: SEMGREP_SEVERITY[severity],
  check_id: rule,
  path: file,
  start_line: line,
  end_line: endLine,
  ...(cwe === null ? {} : { cwe }),
  message: issue,
});

const toBaseline = (scan: EmbeddedScan, semgrep: BaselineScan['semgrep']): BaselineScan => ({
  semgrep,
  embedded: { status: scan.status, findings: scan.findings },
  analyzers: [
    ...scan.analyzers,
    {
      name: 'semgrep',
      version: null,
      status: semgrep.status,
      findings: semgrep.findings.length,
      reason: semgrep.reason,
    },
  ],
});
