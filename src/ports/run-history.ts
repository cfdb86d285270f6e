/**
 * The RunHistory port: lists, reads, prunes and forgets stored runs. Implemented by runs/store/run-store.ts (SQLite) and
 * fleet/postgres/run-history.ts, used by cli/ and web/app.ts.
 */
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { Pruned, Retention, StoredRun, StoredStep } from '../protocol/report/stored-run.ts';

/** Runs that were kept, newest first. */
export interface RunHistory {
  /** `root` is a real path. */
  list(filter?: { readonly root?: string; readonly limit?: number }): Promise<readonly StoredRun[]>;
  /** By its id or the beginning of it; `ambiguous` where several begin so. */
  find(id: string): Promise<StoredRun | 'ambiguous' | null>;
  report(id: string): Promise<ReportDocument | 'damaged' | null>;
  /** In the order in which they were begun. */
  steps(id: string): Promise<readonly StoredStep[]>;
  /** What was recorded; undefined where there is nothing or it is damaged. */
  value(id: string, step: Pick<StoredStep, 'key' | 'inputHash'>): Promise<unknown>;
  /** Lets go what the retention does not keep. Never a run that is still running. */
  prune(retention: Retention): Promise<Pruned>;
  /** Forgets a run; false where it is under way or unknown. */
  forget(id: string): Promise<boolean>;
}
