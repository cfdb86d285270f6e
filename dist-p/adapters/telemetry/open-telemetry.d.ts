import type { RunWatch } from '../../telemetry-port.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';
export interface TelemetryOptions {
    readonly settings: TelemetrySettings;
    readonly version: string;
    /** Told once, where something was not delivered. */
    readonly warn: (message: string) => void;
}
export declare function openTelemetry({ settings, version, warn }: TelemetryOptions): RunWatch;
