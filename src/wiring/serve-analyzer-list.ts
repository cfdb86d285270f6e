/**
 * Opens, of the list of all analyzers, those that run in child processes, and serves them to the parent process (serve-parent.ts).
 * Called by analyzer-process.js.
 */
import type { AnalyzerHost, OpenAnalyzer } from '../analyzers/declaration.ts';
import { ANALYZERS } from '../analyzers/list.ts';
import { openAnalyzer } from '../analyzers/open-analyzer.ts';
import { createMemoryRelease } from '../reviewers/embedded/release-memory.ts';
import { serveParent } from './serve-parent.ts';

/** Parsed text after which syntax trees are let go. */
const RELIEF_CHARACTERS = 400_000;

/** `onLeave` is called before the process ends. */
export async function serveAnalyzerList(onLeave?: () => void): Promise<void> {
  const relieve = createMemoryRelease(RELIEF_CHARACTERS);
  const openAnalyzers = (data: unknown): readonly OpenAnalyzer[] => {
    const host: AnalyzerHost = { ...(data as AnalyzerHost), relieve, ownsOutput: true };
    return ANALYZERS.flatMap((each) => (each.runsOn === 'process' ? [openAnalyzer(each, host)] : []));
  };
  await serveParent(openAnalyzers, onLeave);
}
