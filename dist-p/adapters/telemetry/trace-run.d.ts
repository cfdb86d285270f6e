/**
 * A run as a tree of spans, from its events and what was watched beside them: run > wave or state > phase > agent > call >
 * attempt. Attributes are names, counts and times; never a prompt, an answer, code or the words of an error.
 */
import { type Context, type Tracer } from '@opentelemetry/api';
import type { RunEvent } from '../../ports.ts';
import type { EffectWatch, RunEnding } from '../../telemetry-port.ts';
export interface RunTrace extends EffectWatch {
    emit(event: RunEvent): void;
    end(ending: RunEnding): void;
}
export declare const createRunTrace: (tracer: Tracer, parent: Context) => RunTrace;
