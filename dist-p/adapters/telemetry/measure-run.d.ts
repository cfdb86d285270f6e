/** A run as metrics: tokens and durations of calls, agents and runs, by the names of the conventions for generative AI. */
import type { Meter } from '@opentelemetry/api';
import type { Emit } from '../../ports.ts';
import type { RunEnding, WatchedCall } from '../../telemetry-port.ts';
export interface RunMeasures {
    readonly emit: Emit;
    call(call: WatchedCall): void;
    end(ending: RunEnding): void;
}
export declare function createRunMeasures(meter: Meter): RunMeasures;
