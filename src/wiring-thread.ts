/** A thread of the analyzer pool: the same analyzers as in the starting thread, behind a port. */
import { parentPort, workerData } from 'node:worker_threads';
import { serveAnalyzers } from './reviewers/embedded/serve-analyzers.ts';
import { createAnalyzers } from './wiring.ts';

if (parentPort) serveAnalyzers(parentPort, createAnalyzers(workerData ?? {}));
