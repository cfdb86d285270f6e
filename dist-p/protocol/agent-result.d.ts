/**
 * The text form of an agent's result, the lines between `===AGENT_RESULT===` and its end marker (FACT-05, AUD-15, AUD-18).
 * A finding is whole when every field has its line end; a cut one is kept only with file, source and sink (TRUNC-15).
 */
import type { EmitFinding, ResultPart } from './agent-claims.ts';
export declare const FINDING_FIELDS: readonly ['file', 'dim', 'confidence', 'source', 'sink', 'flow', 'evidence', 'impact', 'validation'];
/** Whether a line opens a finding; only at the start of a line. */
export declare const isFindingHeading: (line: string) => boolean;
export declare const isHeaderLine: (line: string) => boolean;
export declare class AgentResultReader {
    #private;
    /** `emit` gets every whole finding when its block ends, except that without an `agent_id` nothing is handed out early. */
    constructor(emit: EmitFinding);
    /** One line that ended, without its line end. */
    push(line: string): void;
    /** `rest` is what came of a line that did not end; `closed` says whether the end marker was there. */
    end(closed: boolean, rest: string): ResultPart;
}
