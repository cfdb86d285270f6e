/** The ledger of a stored run: its report's own, or added up from the calls that the journal holds. */
import type { RunHistory } from '../ports.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import { type RunLedger } from '../protocol/run-ledger.ts';
import type { StoredStep } from '../protocol/stored-run.ts';
export declare function openLedger(history: RunHistory, id: string, steps: readonly StoredStep[], report: ReportDocument | null): Promise<RunLedger>;
