/** A whole audit by a model in this process: real engine, wiring, recon and sockets; files in memory, analyzers by script. */

import { createTokenCounter } from '../../src/context/tokens.ts';
import type { AuditRequest } from '../../src/engine/audit/audit-request.ts';
import { type ClaimedFinding, claimFinding } from '../../src/protocol/findings/finding.ts';
import { createRedactor } from '../../src/protocol/redaction/redactor.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import type { RunEvent } from '../../src/protocol/report/run-events.ts';
import type { AuditRecon } from '../../src/protocol/rounds/audit-recon.ts';
import { createScriptedDriver, type LoopbackProvider, reviewEverything } from '../../src/testing/index.ts';
import { createAuditor, createProject, examineAll, toAuditRecon } from '../../src/wiring/audit-ports.ts';
import { type Config, resolveConfig } from '../../src/wiring/config.ts';
import type { KnownServers } from '../../src/wiring/local-servers.ts';
import { createModelReviewers } from '../../src/wiring/model-reviewers.ts';
import { createScaledClock } from '../model/scaled-clock.ts';
import { createTestAudit, EMPTY_BASELINE } from '../support/audit-engine.ts';

export const MODEL = 'openai-compatible/loopback';
const counter = createTokenCounter();
/** Minutes of waiting between attempts take a second. */
const CLOCK_SCALE = 100;
/** Shorter times are not those of an agent. */
const AGENT_MS = 900_000;

export interface HttpAudit {
  readonly files: Readonly<Record<string, string>>;
  readonly request?: Partial<AuditRequest>;
  readonly config?: Partial<Config>;
  readonly recon?: Partial<AuditRecon>;
  /** What the server of the model says of it. */
  readonly servers?: KnownServers;
  /** What the analyzers of the baseline find. */
  readonly analyzers?: readonly ClaimedFinding[];
  readonly signal?: AbortSignal;
  /** Fires when the time of an agent is over, in the place of a clock. */
  readonly agentTime?: AbortSignal;
  readonly confirmPlan?: () => Promise<boolean>;
}

export interface HttpAuditResult {
  readonly report: ReportDocument;
  readonly events: readonly RunEvent[];
}

export async function auditOverHttp(provider: LoopbackProvider, audit: HttpAudit): Promise<HttpAuditResult> {
  const clock = createScaledClock(CLOCK_SCALE);
  const { analyzers = [] } = audit;
  const embedded = createScriptedDriver({
    'security-reviewer': async function* review(assignment) {
      for (const finding of analyzers) yield { kind: 'finding', finding };
      yield* reviewEverything(assignment);
    },
    'vulnerability-reviewer': reviewEverything,
  });
  let nonces = 0;
  const models = createModelReviewers({
    config: { ...resolveConfig({ files: [], env: {}, flags: { model: MODEL } }), ...audit.config },
    environment: provider.environment,
    root: '/',
    clock,
    counter,
    embedded,
    guidance: [],
    redactor: createRedactor(),
    isAudit: true,
    recording: {
      kind: 'record',
      nonces: { next: () => `n${(++nonces).toString(16).padStart(15, '0')}` },
      journal: { step: async (_step, effect) => ({ value: await effect(0), isRecorded: false, lost: 0 }) },
      analyses: [],
      keepAnalysis: () => undefined,
    },
    idleTimeoutMs: 60_000,
    ...(audit.servers === undefined ? {} : { servers: audit.servers }),
  });
  const project = createProject(embedded, { ignoreLines: [] });
  const { run, events } = createTestAudit({
    files: audit.files,
    driver: await createAuditor(project, models, MODEL),
    request: { model: MODEL, agents: 1, ...audit.request },
    ports: {
      clock:
        audit.agentTime === undefined
          ? clock
          : { ...clock, timeout: (ms) => (ms < AGENT_MS ? clock.timeout(ms) : (audit.agentTime as AbortSignal)) },
      counter,
      account: models.account,
      surveyProject: async (files, snapshot) => ({
        ...toAuditRecon(await project.survey(files, snapshot)),
        ...audit.recon,
      }),
      scanBaseline: async (files, snapshot, signal) => {
        const scan = await project.scan(files, snapshot, signal);
        return {
          ...EMPTY_BASELINE,
          embedded: { status: scan.status, findings: await examineAll(project, files, snapshot) },
        };
      },
      ...(audit.signal === undefined ? {} : { signal: audit.signal }),
      ...(audit.confirmPlan === undefined ? {} : { confirmPlan: audit.confirmPlan }),
    },
  });
  return { report: await run(), events };
}

/** A finding of an analyzer. */
export const analyzerFinding = (finding: Partial<ClaimedFinding>): ClaimedFinding =>
  claimFinding({
    severity: 'HIGH',
    title: 'SQL built from input',
    issue: 'SQL built from input',
    category: 'injection',
    dimension: 'D1',
    cwe: 'CWE-89',
    rule: 'sql-concat',
    confidence: 0.9,
    ...finding,
  });
