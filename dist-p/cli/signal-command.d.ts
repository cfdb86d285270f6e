/**
 * `signal parse | validate | format`: text in, text out, no I/O. Parsing is lenient and says on stderr what it mended;
 * validating and formatting are strict.
 */
import { EXIT } from '../errors.ts';
export type SignalAction = 'parse' | 'validate' | 'format';
export interface SignalOutput {
    /** For stdout, with its final newline; empty if there is nothing to print. */
    readonly output: string;
    /** For stderr, one line each. */
    readonly messages: readonly string[];
    readonly exit: typeof EXIT.ok | typeof EXIT.blocked;
}
/** Throws `ReviewError('bad-value')` only for `format`, where the input is the caller's own JSON. */
export declare function runSignalCommand(action: SignalAction, input: string): SignalOutput;
