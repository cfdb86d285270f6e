/**
 * The far side of the analyzer pool: runs the scans that arrive at a port with the analyzers of this thread, and asks back
 * for what only the starting thread can read. Knows nothing of who waits.
 */
import type { MessagePort } from 'node:worker_threads';
import type { Analyzer } from '../../ports.ts';
/** Analyzers load while the first orders wait for them. */
export declare function serveAnalyzers(port: MessagePort, loading: Promise<readonly Analyzer[]>): void;
