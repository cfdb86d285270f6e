/** The objects shown to agents as examples, written by the same functions that write and judge real ones (OUTPUT-06..10). */
import type { ReviewerProfile } from '../../protocol/reviewer.ts';
export declare const START_MARKER = "===AGENT_RESULT===";
export declare const END_MARKER = "===AGENT_RESULT_END===";
export declare const fullSample: (reviewer: ReviewerProfile) => string;
export declare const highSeveritySample: (reviewer: ReviewerProfile) => string;
export declare const partialSample: (reviewer: ReviewerProfile) => string;
/** The lines of a report about one agent that the budget stopped and one that ran out of time (SYNTH-03..05, REV-16). */
export declare const sampleSynthesis: () => readonly string[];
