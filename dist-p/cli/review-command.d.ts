import type { ClaimedRun } from '../run-wiring.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export declare function runReviewCommand(terminal: Terminal, positional: readonly string[], flags: Flags, claimed?: ClaimedRun | null): Promise<number>;
