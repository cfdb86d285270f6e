import type { RunLedger } from '../protocol/run-ledger.ts';
export interface LedgerTable {
    readonly title: string;
    /** A name and figures each; the last row of the last table is the total. */
    readonly rows: readonly (readonly string[])[];
}
export declare const LEDGER_FIGURES: readonly ['Calls', 'Input', 'Cached', 'Output', 'Cost'];
/** By agent and by model; where agents asked several models, who asked which too. */
export declare function listLedgerTables({ agents, models, entries, total }: RunLedger): readonly LedgerTable[];
/** What the figures do not say by themselves. */
export declare function listLedgerRemarks({ total, source, open_calls }: RunLedger): readonly string[];
/** A line per agent and model; their sums are the run's. */
export declare const formatLedgerCsv: (runId: string, { entries }: RunLedger) => string;
