/**
 * Whether and where telemetry goes, by the standard variables of OpenTelemetry. Nothing is sent where no endpoint is named,
 * and the SDK is not even loaded. Addresses, headers and certificates are read by the exporters themselves.
 */
type Environment = Readonly<Record<string, string | undefined>>;
export interface TelemetrySettings {
    readonly traces: boolean;
    readonly metrics: boolean;
    /** The most that the end of a run waits for the other side, and one delivery for its answer. */
    readonly timeoutMs: number;
    /** What the user should know before the run begins. */
    readonly warnings: readonly string[];
    /** The trace that the run is a part of (`TRACEPARENT`, as a build system sets it). */
    readonly parent: TraceParent | null;
}
export interface TraceParent {
    readonly traceId: string;
    readonly spanId: string;
    readonly traceFlags: number;
}
/** Null where nothing is to be sent. */
export declare function readTelemetrySettings(env: Environment): TelemetrySettings | null;
export {};
