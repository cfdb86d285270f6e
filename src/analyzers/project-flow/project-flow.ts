/**
 * Scans for data flow through several files: joins once per snapshot what the scans of single files left open (join-project.ts) and
 * returns the findings of the given files, sinks settled as harmless and unresolved ones. Loads nothing where nothing is open. Loaded by
 * declaration.ts.
 */
import type { AnalysisCache } from '../../ports/analysis-cache.ts';
import type { AnalyzerOutcome, SourceFile } from '../../ports/analyzer.ts';
import type { FileFlows } from '../../ports/open-flow.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { ProjectKind } from '../../protocol/config/project-kind.ts';
import { isSourcePath } from '../../protocol/source/language.ts';
import type { Scan } from '../declaration.ts';
import type { FlowStore } from './flow-store.ts';
import type { JoinedFlows } from './join-project.ts';

export interface ProjectFlowOptions {
  readonly projectKind: ProjectKind | null;
  /** Called once there is something to put together. */
  readonly openCache: () => Promise<AnalysisCache | null>;
  /** Whether the host asks about places, and not for findings alone. */
  readonly isAsked?: boolean;
}

export function createProjectFlowScan(
  store: FlowStore,
  { projectKind, openCache, isAsked = false }: ProjectFlowOptions,
): Scan {
  const sessions = new WeakMap<Snapshot, Promise<JoinedFlows>>();
  return async (files, snapshot, signal) => {
    if (files.length === 0) return NOTHING;
    if (signal.aborted) return leaveUnfinished(files, 'aborted');
    const flows = store.of(snapshot);
    const joined = getOrAdd(sessions, snapshot, async () => {
      if (await isClosed(flows, snapshot)) return CLOSED;
      const [{ joinProject }, cache] = await Promise.all([import('./join-project.ts'), openCache()]);
      try {
        return await joinProject(flows, { snapshot, projectKind, cache }, signal);
      } finally {
        cache?.close();
      }
    });
    const given = new Set(files.map(({ path }) => path));
    try {
      return outcomeOf(await joined, given, isAsked);
    } catch (error) {
      sessions.delete(snapshot);
      if (signal.aborted) return leaveUnfinished(files, 'aborted');
      throw error;
    }
  };
}

/** What concerns the files that were given. */
function outcomeOf({ limit, ...rest }: JoinedFlows, given: ReadonlySet<string>, isAsked: boolean): AnalyzerOutcome {
  const isGiven = ({ file }: { readonly file: string }): boolean => given.has(file);
  const settled = rest.settled.filter(isGiven);
  const unresolved = rest.unresolved.filter(isGiven);
  const examined = isAsked ? rest.examined.filter(isGiven) : [];
  return {
    ...NOTHING,
    reason: limit,
    findings: rest.findings.filter(isGiven),
    ...(settled.length > 0 ? { settled } : {}),
    ...(unresolved.length > 0 ? { unresolved } : {}),
    ...(examined.length > 0 ? { examined } : {}),
  };
}

const NOTHING: AnalyzerOutcome = { status: 'completed', reason: null, findings: [], unfinished: [] };

const leaveUnfinished = (files: readonly SourceFile[], reason: string): AnalyzerOutcome => ({
  status: 'failed',
  reason,
  findings: [],
  unfinished: files.map(({ path }) => path),
});

const CLOSED: JoinedFlows = { findings: [], settled: [], unresolved: [], examined: [], limit: null };

/** Whether all source was scanned and leaves nothing open: then there is nothing to put together, and nothing to load for it. */
async function isClosed(flows: ReadonlyMap<string, FileFlows>, snapshot: Snapshot): Promise<boolean> {
  if (flows.size === 0 || [...flows.values()].some(({ sinks }) => sinks.length > 0)) return false;
  return [...(await snapshot.paths())].every((path) => flows.has(path) || !isSourcePath(path));
}
