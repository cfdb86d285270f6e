/**
 * A model of any provider behind the Model port: one streamed call through the SDK's provider package, no retries, every
 * ending a value. The package is imported with the first call.
 */
import type { Model } from '../../model-port.ts';
import type { Clock } from '../../ports.ts';
import type { Environment } from './providers.ts';
export interface ModelSettings {
    readonly env: Environment;
    readonly clock: Clock;
    /** From the configuration; wins over the environment. */
    readonly baseUrl?: string | null;
    readonly maxResponseBytes?: number;
}
/** Throws ReviewError where the name, the key or the address is wrong; a call of the model never throws. */
export declare function createModel(name: string, settings: ModelSettings): Model;
