/** A thread of the analyzer pool: the same analyzers as in the starting thread, behind a port. */
import { parentPort, workerData } from 'node:worker_threads';
import { createRelief } from '../reviewers/embedded/memory-relief.ts';
import { serveAnalyzers } from '../reviewers/embedded/serve-analyzers.ts';
import { createAnalyzers } from './review-ports.ts';

/** Parsed text after which syntax trees are let go. */
const RELIEF_CHARACTERS = 400_000;

if (parentPort) {
  const relieve = createRelief(RELIEF_CHARACTERS);
  serveAnalyzers(parentPort, createAnalyzers({ ...workerData, relieve }));
}
