/** The header lines of the text form (FACT-05) and of control evidence (FACT-02), read into claims. */
import { type AgentClaims } from './agent-claims.ts';
import type { FieldLines } from './field-lines.ts';
export declare const REQUIRED_HEADER: readonly ['agent_id', 'round', 'dimensions', 'coverage', 'modules_loaded', 'files_read_count', 'tool_calls'];
export declare const HEADER_KEYS: ReadonlySet<string>;
export declare function readHeaderClaims(header: FieldLines): AgentClaims;
