import { type EnvelopeOf, type FieldName, type Signal, type SignalFields } from './signal.ts';
import { type RawValue, type ReadMode, type SignalProblem } from './signal-fields.ts';
export interface ParsedSignal {
    /** Only values of their kind; a field that is neither here nor in `problems` was absent. */
    readonly fields: SignalFields;
    readonly problems: readonly SignalProblem[];
}
/** The signal in a text, or null if there is none. Never throws. */
export declare function parseSignal(text: string, { mode }: {
    readonly mode: ReadMode;
}): ParsedSignal | null;
/** A signal from already separated values, as `signal format` gets them in JSON. */
export declare function readFields(said: ReadonlyMap<FieldName, RawValue>, conflicts: ReadonlySet<FieldName>, mode: ReadMode): ParsedSignal;
/** The lines of a signal, in the order of the seed's samples. An implementer's envelope wraps it (SIGNAL-11). */
export declare const formatSignal: <Type extends Signal>(signal: Type, envelope?: EnvelopeOf<Type>) => readonly string[];
/** Like `formatSignal`, for fields that were read and validated. */
export declare function formatFields(fields: SignalFields): readonly string[];
/** `work_remaining` as it stands on the wire. */
export declare const formatWork: (work: 0 | readonly (number | string)[]) => string;
