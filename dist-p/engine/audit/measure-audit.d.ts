import type { UsageShare } from '../../protocol/signal-build.ts';
import type { AuditPorts } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';
/** `late`: agents of Phase 3 and 4. */
export declare function measureAudit({ hunts, rounds, plan }: Pick<AuditState, 'hunts' | 'rounds' | 'plan'>, account: AuditPorts['account'], ...late: readonly UsageShare[]): readonly UsageShare[];
