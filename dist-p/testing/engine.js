/** An engine wired to in-memory ports, for tests of whole runs: real engine, real index, scripted drivers. */
import { createBranches } from '../context/branches.js';
import { createIndex } from '../context/file-index.js';
import { createAgentTools } from '../context/tools/agent-tools.js';
import { runReview } from '../engine/run.js';
import { endWithNotice } from '../prompts/mode-notice.js';
import { AGENT_TIMEOUT_MS } from '../protocol/agent-timeout.js';
import { REVIEWERS } from '../protocol/reviewer.js';
import { DEFAULT_THRESHOLDS } from '../protocol/thresholds.js';
import { createCountingIds, createFixedClock, createWordCounter } from './fixed-ports.js';
import { createMemoryRepository } from './memory-repository.js';
export function createTestEngine(options) {
    const events = [];
    const ids = createCountingIds();
    const counter = options.counter ?? createWordCounter();
    const ports = {
        repository: createMemoryRepository(options.files, options.repository),
        index: createIndex(counter),
        counter,
        openTools: (desk) => createAgentTools({ ...desk, counter, endWithNotice, search: null }),
        account: null,
        branches: createBranches(ids),
        driversFor: () => [options.driver, ...(options.panel ?? [])],
        findSecrets: async () => [],
        host: { run: (_task, here) => here() },
        clock: createFixedClock(),
        ids,
        emit: (event) => events.push(event),
        signal: new AbortController().signal,
        ...options.ports,
    };
    const request = {
        selection: { kind: 'all' },
        rules: { include: [], exclude: [], ignoreLines: [], maxFileBytes: 1_048_576 },
        roster: REVIEWERS,
        reviewerNames: null,
        thresholds: DEFAULT_THRESHOLDS,
        waves: 'auto',
        concurrency: null,
        ignoreVetoes: false,
        model: 'scripted/test',
        protocol: 'veto',
        minAgreement: 1,
        agentTimeoutMs: AGENT_TIMEOUT_MS.review,
        warnings: [],
        ...options.request,
    };
    return { events, ports, request, run: async () => ({ report: await runReview(request, ports), events }) };
}
/** A text of exactly that many tokens for createWordCounter, over as many lines as asked. */
export function writeWords(tokens, lines = 1) {
    const perLine = Math.ceil(tokens / lines);
    const words = Array.from({ length: tokens }, (_, i) => `w${i}`);
    return Array.from({ length: lines }, (_, i) => words.slice(i * perLine, (i + 1) * perLine).join(' ')).join('\n');
}
