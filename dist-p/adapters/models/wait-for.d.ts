/** A wait on the injected clock that keeps the process alive, and ends early when the signal does. */
import type { Clock } from '../../ports.ts';
/** True where the time passed, false where the signal came first. */
export declare function waitFor(milliseconds: number, clock: Clock, signal: AbortSignal): Promise<boolean>;
