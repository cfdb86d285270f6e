import type { Dimension } from '../../protocol/dimension.ts';
import { type Evaluation } from '../../protocol/evaluation.ts';
import { type AuditState, type HuntRecord } from './audit-state.ts';
export declare function evaluate(state: AuditState, records: readonly HuntRecord[], asked: readonly Dimension[] | null): Evaluation;
