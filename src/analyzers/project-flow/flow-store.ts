/**
 * Stores by snapshot the FileFlows that scans of single files left open. storeFlows wraps an analyzer so that its flows go to the store
 * instead of its outcome (wiring/embedded-reviewers.ts); project-flow.ts reads them.
 */
import type { Analyzer } from '../../ports/analyzer.ts';
import type { FileFlows } from '../../ports/open-flow.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';

export interface FlowStore {
  readonly of: (snapshot: Snapshot) => Map<string, FileFlows>;
}

export function createFlowStore(): FlowStore {
  const kept = new WeakMap<Snapshot, Map<string, FileFlows>>();
  return { of: (snapshot) => getOrAdd(kept, snapshot, () => new Map<string, FileFlows>()) };
}

/** The same analyzer; what it leaves open goes to the store and not into its outcome. */
export function storeFlows<A extends Analyzer>(analyzer: A, store: FlowStore): A {
  const scan: Analyzer['scan'] = async (files, snapshot, signal, begin) => {
    const { flows = [], ...outcome } = await analyzer.scan(files, snapshot, signal, begin);
    const kept = store.of(snapshot);
    for (const each of flows) kept.set(each.path, each);
    return outcome;
  };
  return Object.assign(Object.create(analyzer) as A, { scan });
}
