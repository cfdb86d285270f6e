/**
 * Step 3 of a validation: who can get to the flaw (FACT-08). By the entry point that leads there (requests, commands, messages,
 * remote calls, jobs, what a library exports), by where the data comes from, or by what the file is for. Decides nothing else.
 */
import type { FlowOutcome, KnownFinding } from '../../../audit-port.ts';
import type { AuditScene } from './audit-scene.ts';
import type { Judgement } from './judgement.ts';
export declare function judgeReach(finding: KnownFinding, flow: FlowOutcome, scene: AuditScene): Judgement;
/** Where the data comes from, as the source is written; null where it is a plain name. */
export declare const nameOrigin: (source: string | null) => string | null;
