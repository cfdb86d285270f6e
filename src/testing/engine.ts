/**
 * Creates an engine on in-memory ports, for tests of whole reviews: real engine, real index, a driver that the test gives; a run
 * returns report and events. Exported by testing/index.ts.
 */

import { createBranches } from '../context/branches.ts';
import { createIndex } from '../context/file-index.ts';
import { createAgentTools } from '../context/tools/agent-tools.ts';
import type { EnginePorts, ReviewRequest } from '../engine/review/review-request.ts';
import { runReview } from '../engine/review/run-review.ts';
import type { Driver } from '../ports/driver.ts';
import type { TokenCounter } from '../ports/file-index.ts';
import { AGENT_TIMEOUT_MS } from '../protocol/budget/agent-timeout.ts';
import { DEFAULT_THRESHOLDS } from '../protocol/budget/thresholds.ts';
import { createRedactor } from '../protocol/redaction/redactor.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { RunEvent } from '../protocol/report/run-events.ts';
import { REVIEWERS } from '../protocol/reviewers/reviewer.ts';
import { createCountingIds, createFixedClock, createWordCounter } from './fixed-ports.ts';
import { createMemoryRepository, type MemoryFile, type MemoryRepositoryOptions } from './memory-repository.ts';

export interface TestRun {
  readonly report: ReportDocument;
  readonly events: readonly RunEvent[];
}

export interface TestEngine {
  readonly events: readonly RunEvent[];
  readonly ports: EnginePorts;
  readonly request: ReviewRequest;
  run(): Promise<TestRun>;
}

export interface TestEngineOptions {
  readonly files: Readonly<Record<string, MemoryFile>>;
  readonly driver: Driver;
  /** Further drivers on which every reviewer is asked. */
  readonly panel?: readonly Driver[];
  readonly request?: Partial<ReviewRequest>;
  readonly ports?: Partial<EnginePorts>;
  readonly repository?: MemoryRepositoryOptions;
  readonly counter?: TokenCounter;
}

export function createTestEngine(options: TestEngineOptions): TestEngine {
  const events: RunEvent[] = [];
  const ids = createCountingIds();
  const counter = options.counter ?? createWordCounter();
  const ports: EnginePorts = {
    repository: createMemoryRepository(options.files, options.repository),
    index: createIndex(counter),
    counter,
    openTools: (record) => createAgentTools({ ...record, counter, search: null }),
    account: null,
    branches: createBranches(ids),
    driversFor: () => [options.driver, ...(options.panel ?? [])],
    redactor: createRedactor(),
    host: { run: (_task, here) => here() },
    clock: createFixedClock(),
    ids,
    emit: (event) => events.push(event),
    signal: new AbortController().signal,
    ...options.ports,
  };
  const request: ReviewRequest = {
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
export function writeWords(tokens: number, lines = 1): string {
  const perLine = Math.ceil(tokens / lines);
  const words = Array.from({ length: tokens }, (_, i) => `w${i}`);
  return Array.from({ length: lines }, (_, i) => words.slice(i * perLine, (i + 1) * perLine).join(' ')).join('\n');
}
