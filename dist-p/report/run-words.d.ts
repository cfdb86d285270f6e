/** What `runs show` says of one run, in words that its formats share. */
import type { RunDocument, RunSummary } from '../protocol/run-summary.ts';
/** `WARN · complete · 2 high`, `interrupted · its process ended in the middle`. */
export declare function describeState({ status, verdict, complete, findings, reason }: RunSummary): string;
export declare function listRunFacts({ run, journal }: RunDocument): readonly (readonly [label: string, text: string])[];
export declare function formatBytes(bytes: number): string;
/** Commands that go on from here. */
export declare function listWays({ id, resumable, has_report, status }: RunSummary): readonly (readonly [string, string])[];
