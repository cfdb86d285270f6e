import { type AuditPlan } from '../engine/audit/plan-audit.ts';
import type { Settings } from '../settings.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
/** Asked only where money is spent: embedded agents cost nothing, a replay asks nobody, and `--yes` has answered already. */
export declare function confirmPlan(terminal: Terminal, { config }: Pick<Settings, 'config'>, flags: Flags, plan: AuditPlan): Promise<boolean>;
