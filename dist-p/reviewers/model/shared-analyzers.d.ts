/** Analyzers beside several models of one reviewer: they run once on the same files, and every model gets what they found. */
import type { Driver } from '../../ports.ts';
/** For drivers whose events depend on reviewer and files alone. What was interrupted is not remembered. */
export declare function shareAnalyzers(analyzers: Driver): Driver;
