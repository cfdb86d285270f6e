import type { ReportDocument } from '../protocol/report-document.ts';
import type { RunStatus, StoredRun } from '../protocol/stored-run.ts';
export interface RunToStore extends Partial<Pick<StoredRun, 'root' | 'command' | 'version' | 'startedAt' | 'reason'>> {
    readonly id: string;
    readonly report: ReportDocument | null;
    readonly status?: Exclude<RunStatus, 'running'>;
    readonly exitCode?: number;
    /** Recorded steps beside it. */
    readonly steps?: readonly {
        readonly key: string;
        readonly kind: string;
        readonly value: unknown;
    }[];
    /** Steps that were begun when it broke off. */
    readonly openSteps?: readonly {
        readonly key: string;
        readonly kind: string;
    }[];
}
export declare function fillRunStore(stateDir: string, runs: readonly RunToStore[]): Promise<void>;
