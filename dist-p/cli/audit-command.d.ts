/** `audit`: settings, plan and its confirmation, the audit, report, exit code. */
import type { ClaimedRun } from '../run-wiring.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
export declare function runAuditCommand(terminal: Terminal, positional: readonly string[], flags: Flags, claimed?: ClaimedRun | null): Promise<number>;
