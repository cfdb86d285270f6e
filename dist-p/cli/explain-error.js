/** What went wrong and what to do, on stderr; answers the exit code. An interruption is no error. */
import { EXIT, ReviewError } from '../errors.js';
export function explainError(error, { stderr, interrupt }, debug) {
    if (interrupt.aborted && error === interrupt.reason) {
        stderr.write(`exit ${EXIT.interrupted}: interrupted\n`);
        return EXIT.interrupted;
    }
    const known = error instanceof ReviewError ? error : new ReviewError('internal', String(error), { cause: error });
    stderr.write(`error: ${known.message}\n  ${known.advice}\n`);
    if (debug && error instanceof Error)
        stderr.write(`${error.stack ?? ''}\n`);
    return known.exit;
}
