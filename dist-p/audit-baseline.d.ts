/** The scan beside the first round of an audit: Semgrep where it is installed, the embedded analyzers always (FACT-06, AUD-30). */
import type { BaselineScan } from './audit-port.ts';
import type { IndexedFile, Snapshot } from './ports.ts';
import type { ClaimedFinding } from './protocol/finding.ts';
import type { EmbeddedScan } from './reviewers/embedded/audit/scan-baseline.ts';
import type { Tape } from './reviewers/model/tape.ts';
import type { Settings } from './settings.ts';
export type ScanWithSemgrep = (files: readonly IndexedFile[], snapshot: Snapshot, signal: AbortSignal) => Promise<BaselineScan['semgrep']>;
/** Played where a recording is; kept where one is made. */
export declare function openSemgrep(settings: Settings, tape: Tape | null, isRequired: boolean): Promise<ScanWithSemgrep>;
export declare const isWithoutSemgrep: ({ status }: BaselineScan['semgrep']) => boolean;
export declare const toBaseline: (scan: EmbeddedScan, findings: readonly ClaimedFinding[], semgrep: BaselineScan['semgrep']) => BaselineScan;
