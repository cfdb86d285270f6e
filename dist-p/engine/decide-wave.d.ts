/** After a wave: whether another one is useful and allowed. The decision itself is pure (protocol/waves.ts). */
import { type WaveDecision } from '../protocol/waves.ts';
import type { EnginePorts, ReviewRequest } from './review-request.ts';
import { type ReviewState } from './review-state.ts';
export declare function decideAfterWave(state: ReviewState, request: Pick<ReviewRequest, 'waves'>, ports: Pick<EnginePorts, 'driversFor' | 'signal' | 'account'>): WaveDecision;
/** Why nothing more is asked for; null where something may be. */
export declare function nameStop({ signal, account }: Pick<EnginePorts, 'signal' | 'account'>): string | null;
