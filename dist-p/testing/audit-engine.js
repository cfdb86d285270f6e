import { createIndex } from '../context/file-index.js';
import { createAgentTools } from '../context/tools/agent-tools.js';
import { runAudit } from '../engine/audit/run-audit.js';
import { endWithNotice } from '../prompts/mode-notice.js';
import { DEFAULT_THRESHOLDS } from '../protocol/thresholds.js';
import { createCountingIds, createFixedClock, createWordCounter } from './fixed-ports.js';
import { createMemoryRepository } from './memory-repository.js';
export const EMPTY_BASELINE = {
    semgrep: { status: 'absent', reason: 'not installed', findings: [] },
    embedded: { status: 'completed', findings: [] },
    analyzers: [],
};
export const EMPTY_RECON = {
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
export function createTestAudit(options) {
    const events = [];
    const counter = createWordCounter();
    const ports = {
        repository: createMemoryRepository(options.files),
        index: createIndex(counter),
        counter,
        driver: options.driver,
        openTools: (desk) => createAgentTools({ ...desk, counter, endWithNotice, search: null }),
        findSecrets: async () => [],
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
    const request = {
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
