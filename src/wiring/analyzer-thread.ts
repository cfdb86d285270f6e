/** A thread of the analyzer pool: the analyzers that may run on threads, behind a port. */
import { parentPort, workerData } from 'node:worker_threads';
import type { AnalyzerHost } from '../analyzers/declaration.ts';
import { ANALYZERS } from '../analyzers/list.ts';
import { openAnalyzer } from '../analyzers/open-analyzer.ts';
import { createMemoryRelease } from '../reviewers/embedded/release-memory.ts';
import { serveAnalyzers } from '../reviewers/embedded/serve-analyzers.ts';

/** Parsed text after which syntax trees are let go. */
const RELIEF_CHARACTERS = 400_000;

if (parentPort) {
  const host: AnalyzerHost = { ...workerData, relieve: createMemoryRelease(RELIEF_CHARACTERS) };
  serveAnalyzers(
    parentPort,
    ANALYZERS.flatMap((each) => (each.runsOn === 'threads' ? [openAnalyzer(each, host)] : [])),
  );
}
