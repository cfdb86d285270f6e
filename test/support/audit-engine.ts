/** An audit wired to in-memory ports, for tests of whole runs: real state machine, scripted agents and scans. */

import { createIndex } from '../../src/context/file-index.ts';
import { createAgentTools } from '../../src/context/tools/agent-tools.ts';
import type { AuditPorts, AuditRequest } from '../../src/engine/audit/audit-request.ts';
import { runAudit } from '../../src/engine/audit/run-audit.ts';
import type { AuditDriver, BaselineScan } from '../../src/ports/auditor.ts';
import { DEFAULT_THRESHOLDS } from '../../src/protocol/budget/thresholds.ts';
import { createRedactor } from '../../src/protocol/redaction/redactor.ts';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import type { RunEvent } from '../../src/protocol/report/run-events.ts';
import type { AuditRecon } from '../../src/protocol/rounds/audit-recon.ts';
import { createCountingIds, createFixedClock, createWordCounter } from '../../src/testing/fixed-ports.ts';
import { createMemoryRepository, type MemoryFile } from '../../src/testing/memory-repository.ts';

export const EMPTY_BASELINE: BaselineScan = {
  semgrep: { status: 'absent', reason: 'not installed', findings: [] },
  embedded: { status: 'completed', findings: [] },
  analyzers: [],
};

export const EMPTY_RECON: AuditRecon = {
  modules: [{ name: 'src', files: 1, loc: 1 }],
  entryPoints: [],
  endpoints: [],
  dependencies: [],
  spots: [],
  languages: [],
  frameworks: [],
  isLibrary: false,
  documents: [],
  notes: [],
};

export interface TestAuditOptions {
  readonly files: Readonly<Record<string, MemoryFile>>;
  readonly driver: AuditDriver;
  readonly recon?: Partial<AuditRecon>;
  readonly baseline?: () => Promise<BaselineScan>;
  readonly request?: Partial<AuditRequest>;
  readonly ports?: Partial<AuditPorts>;
}

export interface TestAudit {
  readonly events: readonly RunEvent[];
  readonly ports: AuditPorts;
  run(): Promise<ReportDocument>;
}

export function createTestAudit(options: TestAuditOptions): TestAudit {
  const events: RunEvent[] = [];
  const counter = createWordCounter();
  const ports: AuditPorts = {
    repository: createMemoryRepository(options.files),
    index: createIndex(counter),
    counter,
    driver: options.driver,
    openTools: (record) => createAgentTools({ ...record, counter, search: null }),
    redactor: createRedactor(),
    surveyProject: async () => ({ ...EMPTY_RECON, ...options.recon }),
    scanBaseline: options.baseline ?? (async () => EMPTY_BASELINE),
    confirmPlan: async () => true,
    account: null,
    host: { run: (_task, here) => here() },
    clock: createFixedClock(),
    ids: createCountingIds(),
    emit: (event) => events.push(event),
    signal: new AbortController().signal,
    ...options.ports,
  };
  const request: AuditRequest = {
    selection: { kind: 'all' },
    rules: { include: [], exclude: [], ignoreLines: [], maxFileBytes: 1_048_576 },
    mode: 'standard',
    dimensions: null,
    cells: null,
    isInCell: () => true,
    agents: null,
    requireSemgrep: false,
    concurrency: null,
    ignoreVetoes: false,
    model: 'scripted/fleet',
    thresholds: DEFAULT_THRESHOLDS,
    agentTimeoutMs: 900_000,
    warnings: [],
    ...options.request,
  };
  return { events, ports, run: () => runAudit(request, ports) };
}
